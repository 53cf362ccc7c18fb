"""The pytest plugin: evaluate in a test, and let the test fail when scores are not what they have to be.

pytest loads this module in every suite, so it imports nothing that is not needed to start. It holds no assertions:
PYTEST_DONT_REWRITE.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ragas.evaluation.gate_checks import Gate
    from ragas.schema.result import EvaluationResult

NAME = "ragas"
CONDITIONS = ("min", "max", "baseline", "max_drop")
SETTINGS = ("confidence", "by", "on", "max_failed", "allow_different", "unclear")
MARKER = (
    "ragas(min={'faithfulness': 0.8}, max=..., baseline=path, max_drop=..., confidence=0.95, unclear='fail'|'pass'|'skip'): "
    "what `ragas.evaluate(...)` in this test must come to; a number for min is for every metric."
)
FAILURES = "Some cells could not be scored"
"""How the warning begins that is left out where a condition says how many cells may fail."""
LONGEST_NAME = 120
NARROWEST, WIDEST = 50, 120

_checked = pytest.StashKey[bool]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --ragas-runs."""
    parser.getgroup(NAME).addoption(
        "--ragas-runs",
        metavar="DIR",
        default=None,
        help="Keep what the ragas fixture evaluates: a run for each test, in folders of DIR.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the marker known."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture(name=NAME)
def ragas_fixture(request: pytest.FixtureRequest) -> Ragas:
    """Evaluate a dataset and check the scores against the marker `ragas` of the test."""
    return Ragas(request.node, request.config)


@pytest.hookimpl(trylast=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Fail a test that passed without anything having been held against its conditions."""
    given = _given(item)
    if any(name in given for name in CONDITIONS) and not item.stash.get(_checked, False):
        pytest.fail(
            "The test has conditions in @pytest.mark.ragas(...), but nothing was checked: call "
            "ragas.evaluate(...) or ragas.check(result) with the fixture `ragas`.",
            pytrace=False,
        )


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Show the figures of each test that checked some."""
    shown = []
    for reports in terminalreporter.stats.values():
        for report in reports:
            if getattr(report, "when", None) == "call":
                lines = [f"  {text}" for name, text in report.user_properties if name == NAME]
                shown += [report.nodeid, *lines] if lines else []
    if shown:
        terminalreporter.section(NAME)
        for line in shown:
            terminalreporter.write_line(line)


class Ragas:
    """The fixture `ragas`: `evaluate` and `aevaluate` as in the package, with a check of what comes out.

    Conditions are those of the marker; `check` takes others too, which go before them.
    """

    def __init__(self, item: pytest.Item, config: pytest.Config) -> None:
        self._item = item
        self._config = config

    def evaluate(
        self, dataset: Any, metrics: Sequence[Any] | None = None, **arguments: Any
    ) -> EvaluationResult:
        """Evaluate as `ragas.evaluate` does, check the result if the test has conditions, and give it."""
        __tracebackhide__ = True
        from ragas.evaluation import evaluate

        with self._evaluating():
            result: Any = evaluate(dataset, metrics, **self._arguments(arguments))
        return self._checked(result)

    async def aevaluate(
        self, dataset: Any, metrics: Sequence[Any] | None = None, **arguments: Any
    ) -> EvaluationResult:
        """The same for tests that are async, leaving the loop free."""
        __tracebackhide__ = True
        from ragas.evaluation import aevaluate

        with self._evaluating():
            result: Any = await aevaluate(dataset, metrics, **self._arguments(arguments))
        return self._checked(result)

    def check(self, result: EvaluationResult, **conditions: Any) -> Gate:
        """Fail the test unless the result is what the conditions want; gives what was found."""
        __tracebackhide__ = True
        from ragas.evaluation.gate import gate
        from ragas.exceptions import RagasError
        from ragas.schema.complaints import printable

        self._item.stash[_checked] = True
        wanted = {**_given(self._item), **conditions}
        problem = None
        try:
            found = gate(result, **self._gate_arguments(wanted))
        except RagasError as error:
            problem = printable(f"The conditions of the test cannot be checked. {error}")
        if problem is not None:  # outside of the handler, so that pytest shows one error and not two
            pytest.fail(problem, pytrace=False)
        for check in found.checks:
            self._note(str(check))
        for caution, names in found.cautions.items():
            self._note(f"Caution, {names}: {caution}")
        self._outcome(found, wanted.get("unclear", "fail"))
        return found

    def _outcome(self, found: Gate, unclear: str) -> None:
        __tracebackhide__ = True
        if found.outcome == "meets" or (found.outcome == "unclear" and unclear == "pass"):
            return
        from ragas.report.gate import gate_text
        from ragas.schema.complaints import printable

        first = next(check for check in found.checks if check.outcome == found.outcome)
        width = min(max(get_terminal_size().columns, NARROWEST), WIDEST)
        text = f"{printable(str(first))}\n\n{gate_text(found, width=width)}"
        if found.outcome == "unclear" and unclear == "skip":
            pytest.skip(text)
        pytest.fail(text, pytrace=False)

    def _checked(self, result: EvaluationResult) -> EvaluationResult:
        __tracebackhide__ = True
        if _given(self._item):
            self.check(result)
        return result

    @contextmanager
    def _evaluating(self) -> Iterator[None]:
        """Leave out our own frames of an error, and the warning of what the conditions look at."""
        __tracebackhide__ = True
        from ragas.exceptions import RagasError

        with warnings.catch_warnings():
            if _given(self._item):
                warnings.filterwarnings("ignore", message=FAILURES, category=UserWarning)
            try:
                yield
            except RagasError as error:
                raise error.with_traceback(None) from None

    def _arguments(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        taken = {"show_progress": False, **arguments}
        folder = self._config.getoption("--ragas-runs")
        if folder is not None and taken.get("run") is None:
            taken["run"] = self._new_run(self._config.invocation_params.dir / folder)
            self._note(f"kept in {taken['run']}")
        return taken

    def _new_run(self, folder: Path) -> Path:
        """A folder that no run has yet, named after the test."""
        name = re.sub(r"[^\w.-]+", "-", self._item.nodeid).strip("-.")[-LONGEST_NAME:]
        number = 1
        while True:
            path = folder / (name if number == 1 else f"{name}-{number}")
            try:
                path.mkdir(parents=True)
            except FileExistsError:
                number += 1
            else:
                return path

    def _gate_arguments(self, wanted: Mapping[str, Any]) -> dict[str, Any]:
        """The conditions in the words of `gate`.

        Raises:
            ConfigurationError: one is unknown.
        """
        from ragas.exceptions import ConfigurationError

        unknown = [name for name in wanted if name not in (*CONDITIONS, *SETTINGS)]
        if unknown:
            raise ConfigurationError(
                f"There is no condition {', '.join(unknown)}; there are {', '.join((*CONDITIONS, *SETTINGS))}."
            )
        if wanted.get("unclear", "fail") not in ("fail", "pass", "skip"):
            raise ConfigurationError(f"unclear is 'fail', 'pass' or 'skip', not {wanted['unclear']!r}.")
        names = {"min": "minimum", "max": "maximum"}
        made = {names.get(name, name): value for name, value in wanted.items() if name != "unclear"}
        if isinstance(made.get("baseline"), (str, Path)):
            made["baseline"] = self._baseline(made["baseline"])
        return made

    def _baseline(self, given: str | Path) -> EvaluationResult:
        """A result by its path, seen from where pytest was started or from its root, or by its name in runs/.

        Raises:
            InputError: there is none.
        """
        from ragas.evaluation.folder import RUNS
        from ragas.exceptions import InputError
        from ragas.schema.result import EvaluationResult
        from ragas.schema.stored import is_run

        starts = dict.fromkeys((self._config.invocation_params.dir, self._config.rootpath))
        for path in (start / inside / given for start in starts for inside in ("", RUNS)):
            if (
                is_run(path)
                or (path.is_file() and path.suffix == ".json")
                or (path / "result.json").is_file()
            ):
                return EvaluationResult.load(path)
        raise InputError(
            f"There is no baseline {str(given)!r}. Make one with evaluate(..., run={str(given)!r}) or "
            "result.save(...), and keep it with the tests."
        )

    def _note(self, text: str) -> None:
        from ragas.schema.complaints import printable

        self._item.user_properties.append((NAME, printable(text)))


def _given(item: pytest.Item) -> dict[str, Any]:
    """The arguments of the markers of a test, those nearer to the test before those of its class and module."""
    given: dict[str, Any] = {}
    for mark in item.iter_markers(NAME):
        unnamed = {repr(one): one for one in mark.args}  # no condition has such a name, so the check says so
        given = {**unnamed, **mark.kwargs, **given}
    return given
