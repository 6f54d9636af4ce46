"""Every exhibit of the folder renders, is listed with its files, and says clearly what it lacks."""

import json
import subprocess
import sys

import pytest
from fake_results import CONFIG, fail

from manyclass import exhibits
from manyclass.exhibits.__main__ import main, render
from manyclass.protocol.claims import VERDICTS
from manyclass.protocol.results import Results
from manyclass.protocol.trials import Trial

SMOKE = {"scale": "smoke"}


def rendered(store, name):
    """Files that an exhibit writes, by path below the results' parent."""
    root = store.folder.parents[1]
    render(name, store.config, store.folder, root / "figures")
    listed = [path for paths in exhibits.outputs(name, store.folder, root / "figures").values() for path in paths]
    return {path: open(path, "rb").read() for path in listed}


@pytest.mark.parametrize("name", exhibits.names())
def test_renders_what_it_lists_and_the_same_bytes_again(fake, name):
    first = rendered(fake, name)
    assert all(first.values())
    assert rendered(fake, name) == first
    parts = [path for path in fake.folder.parents[1].rglob("*") if path.name.startswith((".", "~"))]
    assert not parts
    for path, content in first.items():
        if path.endswith(".svg"):
            assert b"<svg" in content
            assert b"<dc:date>" not in content
        if "/claims/" in path:
            found = json.loads(content)
            assert found
            assert {claim["verdict"] for claim in found} <= set(VERDICTS)
            assert all(claim["why"] for claim in found if claim["verdict"] != "reproduced")


@pytest.mark.parametrize("name", exhibits.names())
def test_caption_is_a_title_and_a_text(name):
    title, blank, text = exhibits.caption(name, CONFIG).split("\n", 2)
    assert title
    assert blank == ""
    assert len(text) > 80


@pytest.mark.parametrize("name", exhibits.names())
def test_survives_when_every_trial_failed(fake, name):
    for path in fake.folder.glob("trial/*/*/*/*.json"):
        fail(path, "timeout", "over 60 seconds")
    for path, content in rendered(fake, name).items():
        if path.endswith(".md") and exhibits.trials([name], CONFIG):
            assert "timeout: over 60 seconds" in content.decode() or "no method succeeded" in content.decode()
        if "/claims/" in path and exhibits.trials([name], CONFIG):
            assert {claim["verdict"] for claim in json.loads(content)} == {"inconclusive"}


@pytest.mark.parametrize("name", exhibits.names())
def test_survives_one_seed(fake, name):
    store = Results(fake.folder, CONFIG | {"seeds": 1})
    assert all(rendered(store, name).values())


def test_trials_are_shared_and_include_those_they_start_from():
    found = exhibits.trials(exhibits.names(), SMOKE)
    assert len(found) == len(set(found))
    of_table8 = exhibits.trials(["gupta2014_table8"], SMOKE)
    assert len(of_table8) == 36
    assert exhibits.trials(["gupta2014_table8", "gupta2014_table9"], SMOKE) == of_table8
    assert all(trial.after in found for trial in found if trial.after)


def test_inputs_name_the_data_sets():
    trials, sets = exhibits.inputs("gupta2014_table4", SMOKE)
    assert trials == []
    assert sets == ["imagenet16k", "imagenet22k", "web21k", "web97k"]
    assert exhibits.inputs("gupta2014_table9", SMOKE)[1] == sets
    assert exhibits.inputs("own_topk", CONFIG)[1] == ["letters", "sentences"]


def test_own_exhibits_need_a_comparison():
    assert not any(name.startswith("own") for name in exhibits.selected(SMOKE))
    assert {"own_comparison", "own_confused", "own_topk"} <= set(exhibits.selected(CONFIG))
    assert exhibits.selected(SMOKE | {"exhibits": ["gupta2014_fig1"]}) == ["gupta2014_fig1"]
    assert exhibits.trials(["own_comparison"], SMOKE) == []


def test_own_trials_carry_factory_and_grid():
    ours = [trial for trial in exhibits.trials(["own_topk"], CONFIG) if trial.method == "ours"]
    assert [trial.dataset for trial in ours] == ["letters", "sentences"]
    assert ours[0].factory == "sklearn.svm:LinearSVC"
    assert ours[0].grid == {"C": [0.1, 1.0]}


def test_unknown_names_are_answered_with_the_choices():
    with pytest.raises(ValueError, match="unknown exhibit 'table8'; choose from .*gupta2014_table8"):
        exhibits.load("table8")
    own = CONFIG["own"] | {"compare": CONFIG["own"]["compare"] | {"methods": ["svm"]}}
    with pytest.raises(ValueError, match="unknown method 'svm'; choose from .*nearest_means.*ours"):
        exhibits.trials(["own_comparison"], CONFIG | {"own": own})
    with pytest.raises(ValueError, match="unknown scale 'huge'; choose from smoke, standard, full"):
        exhibits.trials(["gupta2014_table8"], {"scale": "huge"})


def test_one_address_is_one_declaration(monkeypatch):
    fig1, table4 = exhibits.load("gupta2014_fig1"), exhibits.load("gupta2014_table4")
    for module, passes in ((fig1, 3), (table4, 4)):
        trials = [Trial("a", "b", passes=passes)]
        monkeypatch.setattr(module, "trials", lambda config, trials=trials: trials, raising=False)
    with pytest.raises(ValueError, match="gupta2014_table4: trial a/b/default .* another passes"):
        exhibits.trials(["gupta2014_fig1", "gupta2014_table4"], SMOKE)


@pytest.mark.parametrize("scale", ["smoke", "standard", "full"])
def test_listing_imports_nothing_heavy(scale):
    code = (
        "import sys; from manyclass import exhibits as e\n"
        f"config = {{'scale': {scale!r}}}\n"
        "assert all(map(e.outputs, e.names())) and e.trials(e.selected(config), config)\n"
        "print([m for m in ('matplotlib', 'pandas', 'scipy', 'sklearn', 'numba') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def arguments(store, name, config="{}"):
    figures = store.folder.parents[1] / "figures"
    return [
        name,
        "--scale",
        "smoke",
        "--results",
        str(store.folder),
        "--figures",
        str(figures),
        "--config",
        config,
    ]


def test_command_renders(fake):
    main(arguments(fake, "gupta2014_table8", json.dumps(CONFIG)))
    assert "Wsabie++ ensemble" in (fake.folder / "tables" / "gupta2014_table8.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "config", "message"),
    [
        ("table8", "{}", "unknown exhibit 'table8'; choose from"),
        ("gupta2014_table8", '{"seeds": 9}', "has no result yet; run the workflow"),
        ("gupta2014_table8", "seeds: 9", "--config is not JSON text"),
    ],
)
def test_command_ends_in_one_line(fake, name, config, message):
    with pytest.raises(SystemExit) as caught:
        main(arguments(fake, name, config))
    assert message in caught.value.code
    assert "\n" not in caught.value.code
