"""Table 1: what our code does with the eight samples is what the document prints."""

from manyclass.exhibits.gupta2014 import table1


def test_table_1_shows_the_document_cell_by_cell():
    frame = table1.table(None)
    for column in table1.COLUMNS:
        assert frame[f"{column}: printed"].tolist() == frame[f"{column}: ours"].tolist()
    assert (frame["new violator sampled: ours"] == "ignored").sum() == 4
    assert table1.by_rule("dog") == table1.PRINTED
    assert table1.by_rule("pig")[:4] == (
        ("none", "–", "pig"),
        ("pig", "yes", "ignored"),
        ("pig", "no", "dog"),
        ("dog", "yes", "ignored"),
    )
    assert [claim.verdict for claim in table1.claims(None)] == ["reproduced"] * 3


def test_table_1_tells_another_rule(monkeypatch):
    """A skipped sample that takes the new violators over, as the definition of section 6.1 would have it."""
    courses = [(*course[:2], ("pig", "no", "dog"), *course[3:]) for course in table1.courses()]
    monkeypatch.setattr(table1, "courses", lambda: courses)
    verdicts = [claim.verdict for claim in table1.claims(None)]
    assert verdicts[0] == "not reproduced"
