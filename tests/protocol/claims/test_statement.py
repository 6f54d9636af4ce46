"""Files of statements: what they hold, and one clear line for what is wrong in them."""

import pytest
from made_up_document import statement, write_yaml

from manyclass.protocol.claims.statement import read
from manyclass.protocol.errors import ConfigError


def test_statements_keep_the_order_of_the_file(tmp_path):
    entries = [statement("b", requires=["a"]), statement("a", kind="ours", size="own size")]
    found = read(write_yaml(tmp_path / "doc" / "statements.yaml", entries))
    assert list(found) == ["b", "a"]
    assert found["b"].requires == ["a"] and found["b"].size == "smaller than the document"
    assert found["a"].kind == "ours" and found["a"].size == "own size"


def test_a_statement_that_is_not_tested_needs_no_rule(tmp_path):
    entry = statement("a", untested="its data cannot be had")
    del entry["rule"]
    assert read(write_yaml(tmp_path / "doc" / "statements.yaml", [entry]))["a"].untested == "its data cannot be had"


def without(entry, key):
    return {name: value for name, value in entry.items() if name != key}


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        ([statement("a", plase="table 2")], "statement 'a': unknown key 'plase' (did you mean 'place'?)"),
        ([without(statement("a"), "says")], "statement 'a': says is missing"),
        ([without(statement("a"), "id")], "statement 1 of the list: id is missing"),
        ([without(statement("a"), "rule")], "statement 'a': rule is missing"),
        ([statement("a", says=" ")], "statement 'a': says: "),
        ([statement("a", printed=3.5)], "statement 'a': printed: 3.5 is not valid"),
        ([statement("a", kind="sure")], "statement 'a': kind: 'sure' is not valid"),
        ([statement("A b")], "statement 'A b': id: 'A b' is not valid"),
        ([statement("a"), statement("b"), statement("a")], "statement 'a' stands there 2 times"),
        ([statement("a", requires=["table8-oder"]), statement("table8-order")],
         "statement 'a' requires 'table8-oder', which is none (did you mean 'table8-order'?)"),
        ([statement("a", requires=["a"])], "statement 'a' requires itself"),
        ([statement("a", requires=["b"]), statement("b", requires=["c"]), statement("c", requires=["a"])],
         "statement 'a' requires itself, directly or through others"),
        ({"a": 1}, "a list of statements is wanted"),
        (["text"], "statement 1 of the list: keys and values are wanted, not 'text'"),
        ("- id: a\n  says: [", "not YAML"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_line(tmp_path, entries, message):
    with pytest.raises(ConfigError) as caught:
        read(write_yaml(tmp_path / "doc" / "statements.yaml", entries))
    assert str(caught.value).startswith("doc/statements.yaml: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match="doc/statements.yaml: there is no such file"):
        read(tmp_path / "doc" / "statements.yaml")
