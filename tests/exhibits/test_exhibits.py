"""Every exhibit of the folder renders, is listed with its files, and says clearly what it lacks."""

import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from drawn_texts import beyond, overlapping, texts
from fake_results import CONFIG, MadeUp, fail, rewrite, with_candidates
from fake_results import path as path_of
from matplotlib.figure import Figure
from threadpoolctl import threadpool_info, threadpool_limits

from manyclass.exhibits import registry
from manyclass.exhibits.__main__ import main, render
from manyclass.protocol.claims.claim import UNDECIDED, loads
from manyclass.protocol.sources import closure
from manyclass.protocol.trial.spec import Trial
from manyclass.report import style

SMOKE = {"scale": "smoke"}
PNG_TWICE = "gupta2014/fig1"  # the exhibit whose figure is drawn twice in both formats


def rendered(store, name):
    """Files that an exhibit writes, by path below the results' parent."""
    store.make(name)
    root = store.folder.parents[1]
    render(name, store.config, store.folder, root / "figures")
    listed = [path for paths in registry.outputs(name, store.folder, root / "figures").values() for path in paths]
    return {path: open(path, "rb").read() for path in listed}


@pytest.fixture
def coarse(monkeypatch):
    """Images of few dots, which take less time and show as well whether an exhibit can be drawn."""
    monkeypatch.setitem(style.STYLE, "savefig.dpi", 30)


@pytest.fixture
def drawn_once(monkeypatch, coarse):
    """Figures drawn in one format, where the point is that there is something to draw."""

    def drawn(figure):
        image = io.BytesIO()
        figure.savefig(image, format="png")
        return 2 * [image.getvalue()]

    monkeypatch.setattr(style, "images", drawn)


def drawn_again(monkeypatch, with_png):
    """The figures that are drawn from now on, by default as SVG only: the PNG is of the same figure, for all alike."""
    drawn, images, save = [], style.images, Figure.savefig

    def saved(figure, file, format, **options):
        if with_png or format == "svg":
            save(figure, file, format=format, **options)

    def noted(figure):
        layout, made = figure.get_layout_engine(), images(figure)
        figure.set_layout_engine(layout)
        drawn.append(figure)
        return made

    monkeypatch.setattr(Figure, "savefig", saved)
    monkeypatch.setattr(style, "images", noted)
    return drawn


@pytest.mark.parametrize("name", registry.names())
def test_renders_what_it_lists_and_the_same_bytes_again(fake, coarse, name, monkeypatch):
    """And at the width they are printed at, no text of a figure is on another, none cut off."""
    first = rendered(fake, name)
    assert all(first.values())
    figures = drawn_again(monkeypatch, with_png=name == PNG_TWICE)
    again = rendered(fake, name)
    compared = [path for path in first if name == PNG_TWICE or not path.endswith(".png")]
    assert {path: again[path] for path in compared} == {path: first[path] for path in compared}
    assert len(figures) == registry.offers(name, "figure")
    with style.context():
        for figure in figures:
            said = texts(figure)
            assert said
            assert overlapping(said) == []
            assert beyond(said, figure) == []
    parts = [path for path in fake.folder.parents[1].rglob("*") if path.name.startswith((".", "~"))]
    assert not parts
    for path, content in first.items():
        if path.endswith(".svg"):
            assert b"<svg" in content
            assert b"<dc:date>" not in content
        if "/claims/" in path:
            assert {claim.statement for claim in loads(content)} <= set(registry.load(name).STATEMENTS)


def test_libraries_have_one_thread_meanwhile(fake, drawn_once, monkeypatch):
    """In others they sum in another order, and the bytes would be those of a number of cores."""
    name, numbers = "gupta2014/fig1", set()
    figure = registry.load(name).figure

    def looked_at(results):
        numbers.update(library["num_threads"] for library in threadpool_info())
        return figure(results)

    monkeypatch.setattr(registry.load(name), "figure", looked_at)
    with threadpool_limits(3):
        rendered(fake, name)
    assert numbers == {1}


@pytest.mark.parametrize("name", registry.names())
def test_caption_is_a_title_and_a_text(name):
    title, blank, text = registry.caption(name, CONFIG).split("\n", 2)
    assert title
    assert blank == ""
    assert len(text) > 80


def test_a_note_ends_the_caption(monkeypatch):
    plain = registry.caption("gupta2014/fig1", CONFIG)
    monkeypatch.setattr(registry.load("gupta2014/fig1"), "note", lambda config: "A peer is missing.", raising=False)
    assert registry.caption("gupta2014/fig1", CONFIG) == f"{plain}\nA peer is missing.\n"
    monkeypatch.setattr(registry.load("gupta2014/fig1"), "note", lambda config: "")
    assert registry.caption("gupta2014/fig1", CONFIG) == plain


@pytest.mark.parametrize("name", [name for name in registry.names() if registry.trials([name], CONFIG)])
def test_survives_when_every_trial_failed(fake, drawn_once, name):
    for trial in registry.trials([name], CONFIG):
        for seed in fake.seeds:
            fail(path_of(fake, trial, seed), "timeout", "over 60 seconds")
    for path, content in rendered(fake, name).items():
        if path.endswith(".md"):
            assert "timeout: over 60 seconds" in content.decode() or "no method succeeded" in content.decode()
        if "/claims/" in path:
            assert {claim.verdict for claim in loads(content)} == {UNDECIDED}


def test_tests_on_a_set_where_a_sweep_stands_at_an_edge_are_marked(fake, drawn_once):
    name, at = "gupta2014/table9", "web21k"
    fake.make(name)
    (trial,) = [each for each in registry.trials([name], CONFIG) if (each.dataset, each.method) == (at, "wsabie_pp")]
    rewrite(fake, trial, lambda record, seed: with_candidates(record, lambda each: replace(each, edges=["step"])))
    (claims,) = [loads(content) for path, content in rendered(fake, name).items() if "/claims/" in path]
    assert {at} <= {dataset for each in claims for dataset in each.on}
    assert all(each.text.startswith("† ") == (at in each.on) for each in claims)


@pytest.mark.parametrize("name", registry.names())
def test_survives_one_seed(fake, drawn_once, name):
    store = MadeUp(fake.folder, fake.shared, CONFIG | {"seeds": 1})
    assert all(rendered(store, name).values())


def test_trials_are_shared_and_include_those_they_start_from():
    found = registry.trials(registry.names(), SMOKE)
    assert len(found) == len(set(found))
    of_table8 = registry.trials(["gupta2014/table8"], SMOKE)
    of_table9 = registry.trials(["gupta2014/table9"], SMOKE)
    assert set(of_table9) < set(of_table8)
    assert registry.trials(["gupta2014/table8", "gupta2014/table9"], SMOKE) == of_table8
    assert all(trial.depends_on in found for trial in found if trial.depends_on)


def test_inputs_name_the_data_sets():
    trials, sets = registry.inputs("gupta2014/table4", SMOKE)
    assert trials == []
    assert sets == ["imagenet16k", "imagenet22k", "web21k", "web97k"]
    assert registry.inputs("gupta2014/table9", SMOKE)[1] == sets
    assert registry.inputs("own/topk", CONFIG)[1] == ["letters", "sentences"]


def test_own_exhibits_need_a_comparison():
    assert not any(name.startswith("own") for name in registry.selected(SMOKE))
    assert {"own/comparison", "own/confused", "own/topk"} <= set(registry.selected(CONFIG))
    assert registry.selected(SMOKE | {"exhibits": ["gupta2014/fig1"]}) == ["gupta2014/fig1"]
    assert registry.trials(["own/comparison"], SMOKE) == []


def test_own_trials_carry_factory_and_search():
    ours = [trial for trial in registry.trials(["own/topk"], CONFIG) if trial.method == "ours"]
    assert [trial.dataset for trial in ours] == ["letters", "sentences"]
    assert ours[0].factory == "sklearn.svm:LinearSVC"
    assert ours[0].search == {"C": [0.1, 1.0]}


def test_unknown_names_are_answered_with_the_choices():
    with pytest.raises(ValueError, match="unknown exhibit 'table8'.*; choose a whole document .*gupta2014/table8"):
        registry.load("table8")
    own = CONFIG["own"] | {"compare": CONFIG["own"]["compare"] | {"methods": ["svm"]}}
    with pytest.raises(ValueError, match="unknown method 'svm'; choose from .*nearest_means.*ours"):
        registry.trials(["own/comparison"], CONFIG | {"own": own})
    with pytest.raises(ValueError, match="unknown scale 'huge'; choose from smoke, standard, large, full"):
        registry.trials(["gupta2014/table8"], {"scale": "huge"})


def test_one_address_is_one_declaration(monkeypatch):
    fig1, table4 = registry.load("gupta2014/fig1"), registry.load("gupta2014/table4")
    for module, passes in ((fig1, 3), (table4, 4)):
        trials = [Trial("a", "b", passes=passes)]
        monkeypatch.setattr(module, "trials", lambda config, trials=trials: trials, raising=False)
    with pytest.raises(ValueError, match="gupta2014/table4: trial a/b/default .* another passes"):
        registry.trials(["gupta2014/fig1", "gupta2014/table4"], SMOKE)


def test_a_file_of_a_document_is_an_exhibit_or_serves_one():
    """One without a table or a figure would be passed over without a word."""
    shared = {path for path in registry.FOLDER.glob("*/*.py") if path.name != "__init__.py"}
    shared -= {registry.FOLDER / f"{name}.py" for name in registry.names()}
    served = {Path(file).resolve() for name in registry.names() for file in closure(registry.module_of(name))}
    assert shared <= served


def test_a_document_means_all_its_exhibits():
    every = registry.names()
    assert registry.expand(["lecture", "gupta2014/table8", "lecture/sgd"]) == [
        *(name for name in every if name.startswith("lecture/")),
        "gupta2014/table8",
    ]
    assert registry.expand(registry.documents()) == every


def test_an_old_name_is_answered_with_the_new_one():
    with pytest.raises(ValueError, match="exhibit 'gupta2014_table8' is now called 'gupta2014/table8'"):
        registry.expand(["gupta2014_table8"])


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
    fake.make("gupta2014/table8")
    main(arguments(fake, "gupta2014/table8", json.dumps(CONFIG)))
    assert "Wsabie++ ensemble" in (fake.folder / "tables" / "gupta2014/table8.md").read_text(encoding="utf-8")


def test_an_exhibit_that_fails_costs_the_others_nothing(fake, monkeypatch, capsys):
    fail_with = {"gupta2014/table6": ValueError("no luck"), "gupta2014/table7": KeyError("no key")}
    for name, error in fail_with.items():
        monkeypatch.setattr(registry.load(name), "table", lambda results, error=error: raising(error))
    names = ["gupta2014/table4", *fail_with, "gupta2014/table8"]
    for name in names:
        fake.make(name)
    with pytest.raises(SystemExit) as caught:
        main([*names, *arguments(fake, "", json.dumps(CONFIG))[1:]])
    assert caught.value.code.splitlines() == [
        "error: exhibit gupta2014/table6: no luck",
        "error: exhibit gupta2014/table7: see the traceback above",
    ]
    assert "KeyError: 'no key'" in capsys.readouterr().err
    made = [name for name in names if (fake.folder / "tables" / f"{name}.md").exists()]
    assert made == ["gupta2014/table4", "gupta2014/table8"]


def raising(error):
    raise error


@pytest.mark.parametrize(
    ("name", "config", "message"),
    [
        ("table8", "{}", "unknown exhibit 'table8' (did you mean"),
        ("gupta2014/table8", '{"seeds": 9}', "has no result yet; run the workflow"),
        ("gupta2014/table8", "seeds: 9", "--config is not JSON text"),
    ],
)
def test_command_ends_in_one_line(fake, name, config, message):
    with pytest.raises(SystemExit) as caught:
        main(arguments(fake, name, config))
    assert message in caught.value.code
    assert "\n" not in caught.value.code
