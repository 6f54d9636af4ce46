"""Exhibits and statements agree, or one line says where they do not, before any job starts."""

import pytest
from made_up_document import Document, statement

from manyclass.exhibits import registry, statements
from manyclass.protocol.claims import claim
from manyclass.protocol.errors import ConfigError
from manyclass.workflow.plan import Plan


@pytest.fixture
def document(tmp_path, monkeypatch):
    """A made-up document, and there is no other."""
    return Document(tmp_path, monkeypatch)


def refused(exhibits):
    with pytest.raises(ConfigError) as caught:
        statements.check(exhibits)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_document_whose_statements_are_all_tested_or_explained_passes(document):
    exhibits = [document.exhibit("table1", 'STATEMENTS = ("a", "b")'), document.exhibit("fig1", 'STATEMENTS = ("b",)')]
    document.says(statement("a"), statement("b"), statement("c", untested="no data"))
    statements.check(exhibits)


def test_a_claim_that_names_no_statement(document):
    name = document.exhibit("table1")
    document.says(statement("a"))
    assert f"exhibit {name} has claims: name in STATEMENTS" in refused([name])


def test_an_id_that_is_none(document):
    name = document.exhibit("table1", 'STATEMENTS = ("table8-oder",)')
    document.says(statement("table8-order"))
    said = refused([name])
    assert f"exhibit {name}: STATEMENTS: 'table8-oder' is no statement of {document.name}" in said
    assert "(did you mean 'table8-order'?)" in said


def test_one_id_instead_of_a_tuple(document):
    name = document.exhibit("table1", 'STATEMENTS = ("a")')
    document.says(statement("a"))
    assert "a tuple of ids" in refused([name])


def test_a_statement_without_claim_or_reason(document):
    name = document.exhibit("table1", 'STATEMENTS = ("a",)')
    document.says(statement("a"), statement("b"))
    assert refused([name]) == f"statement {document.name}/b: no exhibit tests it; say in untested why"


def test_a_statement_both_tested_and_not(document):
    name = document.exhibit("table1", 'STATEMENTS = ("a",)')
    document.says(statement("a", untested="no data"))
    assert refused([name]) == f"statement {document.name}/a is given as untested, but {name} tests it"


def test_statements_without_claims(document):
    name = document.exhibit("table1", 'STATEMENTS = ("a",)')
    document.exhibit("fig1", source='"""T."""\nSTATEMENTS = ("a",)\n\n\ndef figure(results):\n    """F."""\n')
    document.says(statement("a"))
    assert f"exhibit {document.name}/fig1 has STATEMENTS but no claims" in refused([name])


def test_a_document_without_a_file_of_statements(document):
    name = document.exhibit("table1", 'STATEMENTS = ("a",)')
    assert f"{document.name}/statements.yaml: there is no such file" in refused([name])


def test_a_document_of_which_nothing_is_claimed_needs_none(document):
    name = document.exhibit("fig1", source='"""T."""\n\n\ndef figure(results):\n    """F."""\n')
    statements.check([name])


def test_a_statement_calibrated_on_what_is_no_data_set(document):
    name = document.exhibit("table1", 'STATEMENTS = ("a",)')
    document.says(statement("a", calibrated_on=["web21k"]))
    statements.check([name])
    document.says(statement("a", calibrated_on=["web21"]))
    said = refused([name])
    assert f"statement {document.name}/a: calibrated_on: unknown data set 'web21' (did you mean 'web21k'?)" in said


def test_a_plan_checks_them(document):
    name = document.exhibit("table1")
    document.says(statement("a"))
    with pytest.raises(ConfigError, match="name in STATEMENTS"):
        Plan({"exhibits": [name]})


def test_claims_wait_for_the_exhibits_they_are_read_from(document):
    """Who asks for a summary gets what it sums up, and the files of their claims are its inputs."""
    table = document.exhibit("table1", 'STATEMENTS = ("a",)')
    reads = f'"""T."""\n\n\ndef exhibits(config):\n    return ["{table}"]\n\n\ndef figure(results):\n    """F."""\n'
    summary = document.exhibit("summary", source=reads)
    document.says(statement("a"))
    plan = Plan({"exhibits": [summary]})
    assert plan.exhibits == [summary, table]
    assert plan.exhibit_inputs(summary) == [f"results/standard/claims/{table}.json"]
    assert str(statements.file(document.name)) in plan.exhibit_sources(summary)
    assert str(statements.file(document.name)) not in plan.exhibit_sources(table)
    assert Plan({"exhibits": [table]}).exhibits == [table]


def test_what_other_exhibits_test_too_is_left_out_of_a_run_without_them(document):
    first, second = (
        document.exhibit(name, f"STATEMENTS = {ids}") for name, ids in (("one", ("a", "b")), ("two", ("b",)))
    )
    document.says(*map(statement, "ab"))
    assert statements.left_out([first]) == [f"{document.name}/b:{second}"]
    assert statements.left_out([second]) == [f"{document.name}/b:{first}"]
    assert statements.left_out([first, second]) == statements.left_out([]) == []


READS = 'STATEMENTS = ("a", "b")\n\n\ndef datasets(config):\n    return ["web21k", "web97k"]'


def claims_refused(name, claims, scale="standard"):
    with pytest.raises(ValueError) as caught:
        statements.check_claims(name, claims, {"scale": scale})
    assert str(caught.value).startswith(f"exhibit {name}: ") and "\n" not in str(caught.value)
    return str(caught.value)


def test_made_claims_are_on_the_statements_of_their_exhibit(document):
    name = document.exhibit("table1", READS)
    a, b = (claim.between(each, "t", [1, 2, 3], 0, 9, on="web21k") for each in "ab")
    statements.check_claims(name, [a, b], {"scale": "standard"})
    assert "claim 't' is on 'c', not one of its STATEMENTS" in claims_refused(
        name, [a, b, claim.exact("c", "t", 1, "")]
    )
    assert "none of its claims is on b of its STATEMENTS" in claims_refused(name, [a])
    statements.check_claims(name, [a], {"scale": "smoke"})


def test_made_claims_are_on_data_that_the_exhibit_reads(document):
    name = document.exhibit("table1", READS)
    away = claim.between("a", "t", [1, 2, 3], 0, 9, on="indoor67")
    assert "is on data set 'indoor67', which it does not read" in claims_refused(name, [away], "smoke")


def test_every_document_with_claims_has_its_summary():
    for document in statements.documents(registry.names()):
        assert f"{document}/summary" in registry.names()
        others = [name for name in registry.expand([document]) if registry.offers(name, "claims")]
        summary = f"{document}/summary"
        standard, large = (registry.claimants(summary, {"scale": scale}) for scale in ("standard", registry.LARGE))
        assert {*standard, *large} == {*others}
