"""What a page of the site loads from elsewhere is found, and what only stands in it to be followed is not."""

import pytest
from offline import outside


@pytest.mark.parametrize(
    "element",
    [
        '<script src="{}"></script>',
        '<script defer src="{}" async></script>',
        '<link rel="stylesheet" href="{}">',
        '<link rel="preload" as="font" href="{}">',
        '<img alt="" src="{}"/>',
        '<img srcset="a.png 1x, {} 2x">',
        '<iframe src="{}"></iframe>',
        '<object data="{}"></object>',
        "<p style=\"background: url('{}')\">",
        "<style>@import '{}';</style>",
    ],
)
@pytest.mark.parametrize("address", ["https://example.org/a.js", "http://example.org/a.js", "//example.org/a.js"])
def test_an_asset_from_elsewhere_is_found(element, address):
    assert address in outside(f"<html>{element.format(address)}</html>", ".html")
    assert outside(f"<html>{element.format('_static/a.js')}</html>", ".html") == []


def test_links_and_names_are_none():
    page = (
        '<link rel="canonical" href="https://a.org/"><a href="https://a.org/">a</a><math xmlns="http://www.w3.org/1">'
    )
    assert outside(page, ".html") == []


def test_styles_are_read_too():
    assert outside("@font-face { src: url(https://a.org/f.woff2) }", ".css") == ["https://a.org/f.woff2"]
    assert outside("a { src: url(../f.woff2); b: url(\"data:image/svg+xml;x='http://www.w3.org'\") }", ".css") == []
