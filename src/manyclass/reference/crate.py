"""The kept runs as a Workflow Run RO-Crate 0.5: who ran what on which machine, with which files in and out.

``reference/ro-crate-metadata.json`` describes ``reference/``, which holds all that it names: the workflow and its
configuration as they were at the last run kept, and tables and figures of every document. The format:
https://www.researchobject.org/workflow-run-crate/profiles/workflow_run_crate/. Needs rocrate, of the extra ``test``.
"""

import json
from importlib.util import find_spec
from pathlib import Path

import yaml

from manyclass.exhibits import registry

LIBRARY = "rocrate"
METADATA = "ro-crate-metadata.json"
MACHINE = "machine.json"
WORKFLOW, CONFIGURATION, CITATION = PARTS = ("Snakefile", "config.yaml", "CITATION.cff")  # of the project
VERSION = "1.1"  # of RO-Crate, on which version 0.5 of the profiles rests
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.5": ("Process Run Crate", "0.5"),
    "https://w3id.org/ro/wfrun/workflow/0.5": ("Workflow Run Crate", "0.5"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0": ("Workflow RO-Crate", "1.0"),
}
TERMS = {"resourceUsage": "https://w3id.org/ro/terms/workflow-run#resourceUsage"}  # beyond those of RO-Crate
BIOSCHEMAS = "https://bioschemas.org/profiles"
FORMATS = {
    ".csv": "text/csv",
    ".md": "text/markdown",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".yaml": "application/yaml",
    ".cff": "application/yaml",
    "": "text/plain",
}
PARAMETER = "#configuration"
COMPLETED = "http://schema.org/CompletedActionStatus"
PYTHON, INDEX = "https://www.python.org/", "https://pypi.org/project/{}/"
TAKEN = {  # of a machine and a run, and the unit
    "processor": None,
    "cores": None,
    "memory_gib": "GiB",
    "system": None,
    "jobs": None,
    "job_minutes": "minutes",
    "largest_job_mib": "MiB",
}


def installed() -> bool:
    """Whether rocrate can be imported."""
    return find_spec(LIBRARY) is not None


def noted(folder: Path) -> dict:
    """What is noted beside kept runs: what each document's took, by name, and on what; of one elsewhere, on what."""
    return json.loads((folder / MACHINE).read_text(encoding="utf-8"))


def metadata(reference: Path) -> str:
    """The crate's description, JSON-LD: the same text for the same files.

    Parameters
    ----------
    reference : Path
        The kept runs, with `PARTS` in it.
    """
    from rocrate.rocrate import ROCrate  # the one module here that a run does not need

    crate = ROCrate(version=VERSION)
    crate.metadata.extra_terms.update(TERMS)
    cited = yaml.safe_load((reference / CITATION).read_text(encoding="utf-8"))
    runs = noted(reference)
    _describe(crate, cited)
    workflow = _workflow(crate, cited, runs, reference)
    for path in _files(reference):
        if path not in (WORKFLOW, METADATA):
            _add_file(crate, path, reference)
    crate.get(CONFIGURATION)["exampleOfWork"] = parameter = crate.get(PARAMETER)
    parameter["workExample"] = crate.get(CONFIGURATION)
    agent = _software(crate, "manyclass", cited["version"], cited["title"])
    crate.root_dataset["mentions"] = [_run(crate, *each, workflow, agent, reference) for each in runs.items()]
    return json.dumps(crate.metadata.generate(), indent=1, ensure_ascii=False) + "\n"


def _describe(crate, cited) -> None:
    """The root: name, date, licence, authors and profiles."""
    root = crate.root_dataset
    root["name"] = f"Kept runs of {cited['title']}"
    root["description"] = " ".join(cited["abstract"].split())
    root["datePublished"] = cited["date-released"].isoformat()
    licence = f"https://spdx.org/licenses/{cited['license']}"
    root["license"] = _add(crate, licence, "CreativeWork", name=cited["license"], url=licence)
    for author in cited["authors"]:
        root.append_to("author", _author(crate, author), compact=True)
    root["keywords"] = cited["keywords"]
    profiles = {
        url: _add(crate, url, "CreativeWork", name=name, version=number) for url, (name, number) in PROFILES.items()
    }
    root["conformsTo"] = [*profiles.values()]


def _author(crate, author):
    """A person, or an entity, as the citation file names them."""
    name = author.get("name") or f"{author['given-names']} {author['family-names']}"
    kind = "Organization" if "name" in author else "Person"
    return _add(crate, author.get("orcid", f"#{name.replace(' ', '-')}"), kind, name=name)


def _workflow(crate, cited, runs, reference):
    """The Snakefile as the main entity, with its one input."""
    workflow = crate.add_workflow(reference / WORKFLOW, WORKFLOW, main=True, lang="snakemake")
    parameter = _add(
        crate,
        PARAMETER,
        "FormalParameter",
        name=CONFIGURATION,
        description="what to run, at which scale, with how many draws of the data",
        additionalType="File",
        valueRequired=True,
    )
    parameter["conformsTo"] = {"@id": f"{BIOSCHEMAS}/FormalParameter/1.0-RELEASE"}
    used = sorted({each for on in runs.values() for each in on["versions"].items()})
    workflow["input"], workflow["conformsTo"] = parameter, {"@id": f"{BIOSCHEMAS}/ComputationalWorkflow/1.0-RELEASE"}
    workflow["name"], workflow["version"] = cited["title"], cited["version"]
    workflow["encodingFormat"] = FORMATS[""]
    workflow["license"] = crate.root_dataset["license"]
    workflow["author"] = crate.root_dataset["author"]
    workflow["softwareRequirements"] = [_software(crate, *each) for each in used]
    return workflow


def _run(crate, document, on, workflow, agent, reference):
    """The run of one document: what it was started with, what it left, when, and on what."""
    versions = ", ".join(f"{name} {number}" for name, number in on["versions"].items())
    listed, scale = [path for path in _files(reference) if f"/{document}/" in path], on.get("scale", "standard")
    times = {key: on[name] for key, name in (("startTime", "started"), ("endTime", "ended")) if name in on}
    return _add(
        crate,
        f"#run-{document}",
        "CreateAction",
        name=f"Run of {document}",
        description=f"{registry.title(document)}: tables and figures at {scale} scale, with {versions}",
        instrument=workflow,
        agent=agent,
        object=crate.get(CONFIGURATION),
        result=[crate.get(path) for path in listed],
        actionStatus=COMPLETED,
        resourceUsage=[_measured(crate, document, name, unit, on[name]) for name, unit in TAKEN.items()],
        **times,
    )


def _measured(crate, document, name, unit, value):
    units = {"unitText": unit} if unit else {}
    return _add(crate, f"#{document}-{name}", "PropertyValue", name=name, value=value, **units)


def _software(crate, name, number, described=None):
    """One version of a package."""
    home = PYTHON if name == "python" else INDEX.format(name)
    says = {"description": described} if described else {}
    return _add(crate, f"{home}#{number}", "SoftwareApplication", name=name, softwareVersion=number, url=home, **says)


def _add_file(crate, path: str, reference: Path) -> None:
    """A file of the crate; of an exhibit by its title."""
    name = path.partition("/")[2].rpartition(".")[0]
    title = registry.caption(name, {"scale": "standard"}).partition("\n")[0] if name in registry.names() else path
    properties = {"name": title, "encodingFormat": FORMATS[Path(path).suffix]}
    crate.add_file(reference / path, path, properties=properties)


def _files(reference: Path) -> list[str]:
    """Files below a folder, by their paths within it, in order; hidden ones are not of the project."""
    files = (path for path in reference.rglob("*") if path.is_file() and not path.name.startswith("."))
    others = {path.parent for path in reference.glob(f"*/{METADATA}")}  # of another scale, a crate of its own
    return sorted(path.relative_to(reference).as_posix() for path in files if not others & {*path.parents})


def _add(crate, identifier: str, kind: str, **properties):
    """An entity of the crate that is no file; one that is there already is given back as it is."""
    from rocrate.model.contextentity import ContextEntity

    there = crate.get(identifier)
    return there or crate.add(ContextEntity(crate, identifier, properties={"@type": kind, **properties}))
