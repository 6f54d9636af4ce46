"""The site is read without a network: a page that would load anything from elsewhere is a warning, and so an error."""

import logging
import re
from html.parser import HTMLParser
from pathlib import Path

LOGGER = logging.getLogger("sphinx.offline")
ELSEWHERE = re.compile(r"(https?:)?//")
IN_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')\s]+)")
# Of the links in a page's head only these name what the page tells of itself and does not load.
ONLY_NAMED = {"canonical", "next", "prev", "author", "license"}


class _Assets(HTMLParser):
    """The addresses that a page loads as it is opened; links that are there to be followed are none."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        if tag == "link" and not set(given.get("rel", "").split()) & ONLY_NAMED:
            self.found.append(given.get("href", ""))
        if tag != "a":
            self.found += [given[name] for name in ("src", "data", "poster") if name in given]
            self.found += [part.split()[0] for part in given.get("srcset", "").split(",") if part.strip()]
        self.found += IN_STYLE.findall(given.get("style", ""))


def outside(text: str, ending: str) -> list[str]:
    """List what a file of the site loads from elsewhere.

    Parameters
    ----------
    text : str
        The file's content.
    ending : {".html", ".css"}
        Its kind.
    """
    if ending == ".css":
        return IN_STYLE.findall(text)
    page = _Assets()
    page.feed(text)
    return [address for address in page.found if ELSEWHERE.match(address)] + IN_STYLE.findall(text)


def _check(app, failure) -> None:
    for path in sorted(Path(app.outdir).rglob("*")) if failure is None else ():
        if path.suffix in (".html", ".css"):
            for address in outside(path.read_text(encoding="utf-8"), path.suffix):
                LOGGER.warning("%s loads %s; the site must need nothing from elsewhere", path.name, address)


def setup(app) -> dict:
    """Check the site once it is built."""
    app.connect("build-finished", _check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
