from small_project import finished  # noqa: F401 - a fixture of the tests here
