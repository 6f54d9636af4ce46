"""Which sets stand in the table of signatures, and which real one each is nearest to."""

import numpy as np
import pytest
from fake_results import CONFIG

from manyclass.exhibits.data import signatures
from manyclass.protocol.results import Results
from manyclass.protocol.signature.public import PUBLIC


@pytest.fixture
def table(fake):
    return signatures.table(fake).set_index("data set")


def test_every_set_is_there(table):
    assert list(table.index[table["kind"] == "own"]) == ["letters", "sentences"]
    assert list(table.index[table["kind"] == "public"]) == list(PUBLIC)
    assert {"imagenet16k", "web97k", "indoor67", "three_classes"} <= set(table.index[table["kind"] == "synthetic"])


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_of_a_set_that_is_read_there_are_no_variants(scale):
    shown = signatures.signatures({"scale": scale})
    assert "label_noise" in shown and "label_noise-clean" not in shown
    assert {"class_counts-64", "ilsvrc-fv8"} <= set(shown)
    assert len(shown) == len(set(shown))


def test_without_own_data_there_are_public_and_synthetic_sets_only(fake):
    fake.make("data/signatures")
    made = signatures.table(Results(fake.folder, {"scale": "smoke"}))
    assert set(made["kind"]) == {"synthetic", "public"}


def test_numbers_are_those_of_the_signatures(table, fake):
    found = fake.signature("web21k")
    assert table.loc["web21k", "LDA, %"] == 100 * found.lda
    assert table.loc["web21k", "k-NN / LDA"] == found.neighbours / found.lda
    assert table.loc["web21k", "LDA, 8 a class, %"] == 100 * found.few["lda"]["8"]
    assert table.loc["CLINC150", "kurtosis"] == PUBLIC["CLINC150"].kurtosis


def test_a_set_like_letter_is_nearest_to_letter(fake):
    fake.make("data/signatures")
    PUBLIC["letter"].write(fake.folder / "signature" / "web21k.json")
    near = signatures.table(fake).set_index("data set")["nearest real set"]
    assert near["web21k"] == "letter (0.00)"
    assert not near["letter"].startswith("letter ")
    assert near["letters"].partition(" ")[0] in {"sentences", *PUBLIC}


def test_what_is_compared_is_standardised(fake):
    found = signatures._all(fake)
    numbers = signatures._standardised(found)
    assert numbers.shape == (len(found), len(signatures.COMPARED))
    np.testing.assert_allclose(numbers.mean(axis=0), 0, atol=1e-12)
    np.testing.assert_allclose(numbers.std(axis=0), 1)


def test_a_missing_signature_is_named(fake):
    fake.make("data/signatures")
    (fake.folder / "signature" / "web21k.json").unlink()
    with pytest.raises(FileNotFoundError, match="signature of data set web21k has no result yet; run the workflow"):
        signatures.table(Results(fake.folder, CONFIG))
