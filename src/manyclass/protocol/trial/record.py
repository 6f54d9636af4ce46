"""What a trial is told, and the record it ends with; light, since a process that only watches imports it."""

import json
import platform
from dataclasses import asdict, dataclass, field
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("manyclass", "numpy", "scipy", "scikit-learn", "numba")


@dataclass(frozen=True)
class Spec:
    """One trial with one seed, as its command line says it; see `manyclass.protocol.trial.spec.Trial`."""

    data: Path
    method: str
    variant: str
    seed: int
    out: Path
    passes: int
    seconds: float
    fixed: dict = field(default_factory=dict)
    grid: dict | list | None = None
    after: Path | None = None
    halving: bool = True
    patience: int = 0
    factory: str | None = None

    @property
    def dataset(self) -> str:
        """Name of the data set, which is that of its folder."""
        return self.data.name

    def to_json(self) -> str:
        """One line of JSON."""
        return json.dumps(asdict(self), default=str)

    @classmethod
    def from_json(cls, text: str) -> "Spec":
        """The inverse of `to_json`."""
        fields = json.loads(text)
        for name in ("data", "out", "after"):
            fields[name] = fields[name] and Path(fields[name])
        return cls(**fields)


def empty(spec: Spec, status: str = "failed", error: str | None = None) -> dict:
    """A record without a result."""
    trial = {"dataset": spec.dataset, "method": spec.method, "variant": spec.variant, "seed": spec.seed}
    return {
        "trial": trial,
        "status": status,
        "error": error,
        "candidates": [],
        "winner": None,
        "test": None,
        "valid": None,
        "parameters": None,
        "violators": None,
        "hands_on": {},
        "timing": {},
        "versions": {},
    }


def versions() -> dict[str, str]:
    """Versions of Python and of what the numbers depend on."""
    return {"python": platform.python_version(), **{package: version(package) for package in PACKAGES}}
