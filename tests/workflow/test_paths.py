from types import SimpleNamespace

from manyclass.workflow.paths import Paths, address_of


def test_files_stand_below_the_name_of_the_run():
    paths = Paths("mine")
    assert (paths.results, paths.figures) == ("results/mine", "figures/mine")
    assert paths.data("web21k", 1) == "results/mine/data/web21k/1"
    assert paths.record("web21k/lda/default", 1, "npz") == "results/mine/trial/web21k/lda/default/1.npz"
    assert paths.pilot("web21k/lda/default", 0) == "results/mine/pilot/web21k/lda/default/0.json"
    assert paths.signature("web21k") == "results/mine/signature/web21k.json"
    files = [path for kind in paths.exhibit("gupta2014/table8").values() for path in kind]
    assert paths.caption("gupta2014/table8") in files
    assert paths.claims(["gupta2014/table8"]) and {*paths.claims(["gupta2014/table8"])} < {*files}


def test_an_address_is_what_its_job_is_called():
    assert address_of(SimpleNamespace(dataset="web21k", method="lda", variant="default")) == "web21k/lda/default"
