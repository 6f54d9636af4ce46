"""The page of a run that never was, and its elements."""

import json
from html.parser import HTMLParser

import pandas as pd
from made_up_run import run

from manyclass.report import tables
from manyclass.workflow.page.__main__ import page

EXHIBIT = "lecture/ova_failure"  # has a table and a figure
FRAME = pd.DataFrame({"row": ["a < b", "c"], "accuracy, %": [tables.Interval(50.0, 1.5, 3, 3, "†"), None]})
CARD = {
    "name": "blobs",
    "classes": 1200,
    "features": 3,
    "train": 9,
    "valid": 9,
    "test": 9,
    "classes_per_feature": 400,
    "labels_per_sample": 1.0,
    "size_skew": 2.0,
    "controls": {"class_prior": {"accuracy": 0.1}, "bayes_optimal": None},
}


class Elements(HTMLParser):
    """Tags with their attributes, and the text below each."""

    VOID = {"meta", "img", "input", "link", "br", "rect", "line", "circle", "path"}

    def __init__(self, text):
        super().__init__()
        self.found, self.open = [], []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs), []))
        if tag not in self.VOID:
            self.open.append((tag, self.found[-1]))

    def handle_startendtag(self, tag, attrs):
        self.found.append((tag, dict(attrs), []))

    def handle_endtag(self, tag):
        assert self.open.pop()[0] == tag

    def handle_data(self, data):
        for _, (*_, texts) in self.open:
            texts.append(data)

    def tags(self, name, **attributes):
        return [
            (attrs, "".join(texts))
            for tag, attrs, texts in self.found
            if tag == name and attributes.items() <= attrs.items()
        ]


def make(folder):
    """Write tables of a run, and the files of an exhibit and a data set; give the folder and both tables back."""
    both = run(folder)
    for kind, ending, text in (
        ("captions", "rst", "A <b>title</b>.\n\nWhat it shows."),
        ("tables", "html", tables.html(FRAME, "A title\n")),
        ("tables", "csv", tables.csv(FRAME)),
        ("figures", "svg", "<svg/>"),
    ):
        path = folder / kind / f"{EXHIBIT}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "data" / "blobs" / "0").mkdir(parents=True)
    (folder / "data" / "blobs" / "0" / "card.json").write_text(json.dumps(CARD))
    return folder, *both


def shown(folder, exhibits=(EXHIBIT,), sets=("blobs",)):
    return page(exhibits, sets, folder, folder / "figures")
