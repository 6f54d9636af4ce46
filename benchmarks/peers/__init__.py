"""Libraries that users would take instead, as estimators with `fit` and `predict`; imported where they are used."""

from importlib.util import find_spec


def installed(contestants) -> list:
    """Those whose library ``needs`` is installed, or who need none; a line says what to do about the others."""
    there = [each for each in contestants if not each.needs or find_spec(each.needs)]
    for each in contestants:
        if each not in there:
            print(f"{each.name}: left out; pip install -e '.[peers]' installs {each.needs}")
    return there
