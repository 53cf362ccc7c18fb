"""Which run a command is about: a new one, one that is resumed, or one that is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ragas.evaluation.folder import RUNS, claimed, run_path
from ragas.exceptions import ConfigurationError, InputError
from ragas.schema.comparison import differences
from ragas.schema.result import EvaluationResult
from ragas.schema.stored import is_run, read_manifest

EXPERIMENTS = "experiments"
TABLES = (".csv", ".jsonl", ".parquet")
"""What backends of files keep the results of an experiment in."""


@dataclass(frozen=True)
class RunChoice:
    """The folder of the run, and what its first command said."""

    path: Path
    earlier: Mapping[str, Any] = field(default_factory=dict)

    def said(self, option: str, now: Any) -> Any:
        """What the command line says now, or, where it says nothing, what it said when the run began."""
        return self.earlier.get(option) if now is None else now


@contextmanager
def given_back(path: Path) -> Iterator[None]:
    """Take the new folder away again when the run is refused before it begins; one with files in it stays."""
    try:
        yield
    except BaseException:
        for folder in (path, path.parent):
            with suppress(OSError):
                folder.rmdir()
        raise


def choose(data: Path, name: str | None, *, resume: bool) -> RunChoice:
    """The run to write to.

    Raises:
        InputError: the name is taken and `resume` not said, or there is nothing to resume.
    """
    if not resume:
        if name is None:
            return RunChoice(claimed("stdin" if str(data) == "-" else data.stem))
        path = run_path(name)
        if is_run(path):
            raise InputError(
                f"There is a run {str(path)!r} already. Go on with it with --resume, or give another name with --run."
            )
        return RunChoice(path)
    if name is not None:
        path = run_path(name)
        if not is_run(path):
            raise InputError(f"There is no run {str(path)!r} to resume. {_known()}")
    else:
        path = _latest(data)
    return RunChoice(path, read_manifest(path).get("arguments", {}))


def found(run: str) -> Path:
    """The folder of a run, or the file of a saved result, that a command names.

    Raises:
        InputError: there is none; says which there are.
    """
    for path in (run_path(run), Path(run)):
        if is_run(path) or (path.is_file() and path.suffix == ".json") or (path / "result.json").is_file():
            return path
    if (experiment := _experiment(run)) is not None:
        file = "" if str(experiment) == run else f" ({experiment})"
        raise InputError(
            f"{run!r} is an experiment{file}, and no run of `ragas evaluate`: nothing says which of its columns "
            "are scores, nor of what. `ragas evals FILE --baseline NAME` compares experiments; "
            f"`ragas evaluate {experiment} --metrics NAMES` scores its rows and makes a run of them."
        )
    raise InputError(f"There is no run {run!r}. {_known()}")


def loaded(run: str) -> EvaluationResult:
    """The result of a run that a command names.

    Raises:
        InputError: there is none, or it is damaged.
    """
    return EvaluationResult.load(found(run))


def refuse_differences(before: EvaluationResult, after: EvaluationResult) -> None:
    """Refuse to compare what was not made in the same way, in the words of the command line.

    Raises:
        ConfigurationError: says what is different.
    """
    of_before = {info.name: info for info in before.metrics}
    told = [
        f"- {one}"
        for info in after.metrics
        if info.name in of_before
        for one in differences(of_before[info.name], info)
    ]
    if told:
        raise ConfigurationError(
            "The two runs were not made in the same way, so a change may come from that:\n"
            + "\n".join(told)
            + "\nTo compare them nevertheless, say --allow-different."
        )


def runs() -> Iterator[tuple[Path, dict[str, Any]]]:
    """The runs in the working directory with their manifests, the latest first."""
    folder = Path(RUNS)
    if not folder.is_dir():
        return
    all_of_them = []
    for path in folder.iterdir():
        if is_run(path):
            try:
                manifest = read_manifest(path)
            except InputError:  # a damaged one is told by the command that reads it
                continue
            all_of_them.append((str(manifest.get("started", "")), path.name, path, manifest))
    for *_, path, manifest in sorted(all_of_them, key=lambda one: one[:2], reverse=True):
        yield path, manifest


def where(data: Path) -> str:
    """How a manifest names the data, so that the same file is known again."""
    return str(data) if str(data) == "-" else str(data.expanduser().resolve())


def _experiment(name: str) -> Path | None:
    """The file of an experiment that a name or path means: of this folder, or of a project in it."""
    path = Path(name)
    if path.is_file() and path.suffix in TABLES and path.parent.name == EXPERIMENTS:
        return path
    if path.name != name:
        return None
    for folder in (".", "evals", "*", "*/evals"):
        for file in sorted(Path().glob(f"{folder}/{EXPERIMENTS}/*")):
            if file.stem == name and file.suffix in TABLES:
                return file
    return None


def _latest(data: Path) -> Path:
    for path, manifest in runs():
        if manifest.get("arguments", {}).get("data") == where(data) and not _complete(manifest):
            return path
    raise InputError(f"No run of {str(data)!r} in {RUNS!r} is unfinished. {_known()}")


def _complete(manifest: Mapping[str, Any]) -> bool:
    return manifest.get("state") == "finished" and not manifest.get("failed")


def _known() -> str:
    names = [path.name for path, _ in runs()]
    if not names:
        return f"There are no runs in {RUNS!r} yet: `ragas evaluate DATA` makes one."
    shown = ", ".join(names[:5])
    return f"The runs are: {shown}{' …' if len(names) > 5 else ''}."
