"""How the site is built: ``sphinx-build -W -b html docs docs/_build``."""

import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))
told = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]

project = told["name"]
author = told["authors"][0]["name"]
release = version = told["version"]
copyright = author

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.viewcode",
    "numpydoc",
    "docstrings",
    "mathml",
    "offline",
    "pages",
]
exclude_patterns = ["_build"]
templates_path = ["templates"]

# The same anchors as on a forge, so that a link between pages holds on both.
myst_heading_anchors = 4
myst_enable_extensions = ["dollarmath"]

html_theme = "pydata_sphinx_theme"
html_title = project
html_math_renderer = "mathml"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_sidebars = {"**": []}  # all pages stand in the bar above
html_copy_source = html_show_sourcelink = False
html_theme_options = {"show_toc_level": 2, "navigation_with_keys": False, "secondary_sidebar_items": ["page-toc"]}

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
numpydoc_show_class_members = False
autosummary_ignore_module_all = True
default_role = "code"
viewcode_line_numbers = True
