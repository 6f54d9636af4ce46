"""What one job does at smoke scale: several data sets, trials, exhibits.

A process takes longer to start, and to compile its first kernel, than a data set to make, a trial to run or a figure to
draw. So one job makes all data sets of a document, runs some of its trials, or makes some of its exhibits.
"""

from manyclass.exhibits import registry
from manyclass.protocol.data.make import file_of

TRIALS = 40  # a job runs at least so many of a document's, where there are
# A job makes at most so many. More at once cost Snakemake seconds: for every file written it looks at every file read.
EXHIBITS = 12


def sets(exhibits, signatures, config) -> dict[str, list[str]]:
    """Data sets of the package that exhibits or signatures read, by the first document that reads them.

    Parameters
    ----------
    exhibits : list of str
    signatures : dict of str to list of str
        Data sets whose signatures are measured, by job.
    config : dict
    """
    read = {name: "signatures" for names in signatures.values() for name in names}
    for exhibit in reversed(exhibits):  # the first has the last word
        read |= dict.fromkeys(registry.inputs(exhibit, config)[1], exhibit.partition("/")[0])
    ours = [name for name in sorted(read) if name not in config["own"]["datasets"]]
    return {job: [name for name in ours if read[name] == job] for job in sorted({read[name] for name in ours})}


def trials(listed, sets_of) -> dict[str, list]:
    """Trials on these sets by job; all on the variants of a data set are in one, and none before one it starts from."""
    by_file, known = {}, {name for names in sets_of.values() for name in names}
    for trial in listed:
        if trial.dataset in known:
            by_file.setdefault(file_of(trial.dataset), []).append(trial)
    batches = {}
    for document, names in sets_of.items():
        jobs = [[]]
        theirs = [by_file.pop(file, []) for file in dict.fromkeys(map(file_of, names))]
        for some in sorted(filter(None, theirs), key=len, reverse=True):
            jobs += [[]] if len(jobs[-1]) >= TRIALS else []
            jobs[-1] += some
        ordered = (sorted(some, key=_n_before) for some in jobs if some)
        batches |= {f"{document}_{number}": some for number, some in enumerate(ordered, 1)}
    return batches


def exhibits(names, config) -> dict[str, list[str]]:
    """Exhibits of a document by job; those that read the claims of others, and have to wait for them, by themselves."""
    by_document = {}
    for name in names:
        kind = "_claims" if registry.claimants(name, config) else ""
        by_document.setdefault(name.partition("/")[0] + kind, []).append(name)
    return {
        f"{kind}_{1 + first // EXHIBITS}": every[first : first + EXHIBITS]
        for kind, every in by_document.items()
        for first in range(0, len(every), EXHIBITS)
    }


def _n_before(trial) -> int:
    """How many trials, one before the other, a trial starts from."""
    return 0 if trial.depends_on is None else 1 + _n_before(trial.depends_on)
