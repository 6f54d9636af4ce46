"""Where the files of a run stand."""

from dataclasses import dataclass

from manyclass.exhibits import registry


@dataclass(frozen=True)
class Paths:
    """Paths of what a run makes, relative to the folder that it is started in.

    Parameters
    ----------
    name : str
        Of the configuration, which by default is that of the scale.
    """

    name: str

    @property
    def results(self) -> str:
        """Folder of the results."""
        return f"results/{self.name}"

    @property
    def figures(self) -> str:
        """Folder of the figures."""
        return f"figures/{self.name}"

    def data(self, name: str, seed) -> str:
        """Folder of one draw of a data set."""
        return f"{self.results}/data/{name}/{seed}"

    def record(self, address: str, seed, ending: str = "json") -> str:
        """Path of a trial's record, or of the predictions beside it (``npz``)."""
        return f"{self.results}/trial/{address}/{seed}.{ending}"

    def pilot(self, address: str, seed, ending: str = "json") -> str:
        """Path of the record of a trial's pilot on a draw, or of the predictions beside it (``npz``)."""
        return f"{self.results}/pilot/{address}/{seed}.{ending}"

    def signature(self, name: str) -> str:
        """Path of the signature of a data set."""
        return f"{self.results}/signature/{name}.json"

    def caption(self, name: str) -> str:
        """Path of an exhibit's caption, for Snakemake's report."""
        return f"{self.results}/captions/{name}.rst"

    def exhibit(self, name: str) -> dict[str, list[str]]:
        """Paths of an exhibit's files, by kind."""
        return registry.outputs(name, self.results, self.figures)

    def claims(self, names: list[str]) -> list[str]:
        """Files of the claims of exhibits."""
        return [path for name in names for path in self.exhibit(name).get("claims", [])]


def address_of(wildcards) -> str:
    """Address of the trial of a job, by its wildcards."""
    return f"{wildcards.dataset}/{wildcards.method}/{wildcards.variant}"
