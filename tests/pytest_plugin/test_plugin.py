"""The pytest plugin, in suites of its own."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

pytest_plugins = ["pytester"]

SUITE = """
import pytest
from ragas import EvaluationDataset, EvaluationResult
from ragas.metrics import MetricResult
from ragas.metrics.collections import ExactMatch

def rows(good, bad=0):
    right = [{{"user_input": f"Pier {{n}}?", "response": "yes", "reference": "yes"}} for n in range(good)]
    wrong = [{{"user_input": f"Quay {{n}}?", "response": "no", "reference": "yes"}} for n in range(bad)]
    return right + wrong

{tests}
"""


@pytest.fixture
def suite(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder for a suite that loads our plugin and no other."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    pytester.makeini("[pytest]\naddopts = -p ragas.pytest_plugin -W error --strict-markers\n")
    return pytester


def run(suite: pytest.Pytester, tests: str, *arguments: str) -> pytest.RunResult:
    suite.makepyfile(test_answers=SUITE.format(tests=tests))
    return suite.runpytest_inprocess(*arguments)


def test_scores_that_meet_pass_and_are_shown(suite: pytest.Pytester) -> None:
    """evaluate gives the result, the test passes, and the section at the end has its figures."""
    done = run(
        suite,
        """
@pytest.mark.ragas(min={"exact_match": 0.8})
def test_good(ragas):
    result = ragas.evaluate(rows(30), [ExactMatch()])
    assert result["exact_match"] == [1.0] * 30
""",
    )
    done.assert_outcomes(passed=1)
    done.stdout.fnmatch_lines(
        [
            "*= ragas =*",
            "test_answers.py::test_good",
            "  exact_match meets: mean at least 0.8; it is 1.000 (0.88? to 1.000) on 30 of 30 samples",
        ]
    )


def test_scores_that_miss_fail_with_the_worst_rows(suite: pytest.Pytester) -> None:
    """The failure shows condition, interval, counts and worst rows with their reasons, and no traceback."""
    done = run(
        suite,
        """
@pytest.mark.ragas(min=0.9)
def test_bad(ragas):
    ragas.evaluate(rows(10, 20), [ExactMatch()])
""",
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "exact_match misses: mean at least 0.9; it is 0.333 (* to *) on 30 of 30 samples",
            "*misses *exact_match*mean at least 0.9*0.333*30 of 30",
            "Worst rows for exact_match, mean at least 0.9",
            "  row 10 *0.000  Quay 0?",
            "FAILED test_answers.py::test_bad - *exact_match misses: mean at least 0.9*",
        ]
    )
    done.stdout.no_fnmatch_line("*def test_bad*")
    done.stdout.no_fnmatch_line("*Traceback*")


def test_what_cannot_be_told(suite: pytest.Pytester) -> None:
    """Too few samples fail the test, or pass or skip it, as the marker says; how many would do is shown."""
    tests = "\n".join(
        f"""
@pytest.mark.ragas(min=0.8{also})
def test_{name}(ragas):
    ragas.evaluate(rows(9, 1), [ExactMatch()])
"""
        for name, also in (("plain", ""), ("pass", ", unclear='pass'"), ("skip", ", unclear='skip'"))
    )
    done = run(suite, tests)
    done.assert_outcomes(failed=1, passed=1, skipped=1)
    told = "  exact_match not enough samples to tell: *; about * samples like these would settle it"
    done.stdout.fnmatch_lines(["*= ragas =*", *[told] * 3])


def test_an_ordinary_suite_is_left_alone(suite: pytest.Pytester) -> None:
    """Marks named ragas without conditions are labels, fixtures named ragas go before ours, and nothing is printed."""
    done = run(
        suite,
        """
@pytest.fixture
def ragas():
    return 3

@pytest.mark.ragas
@pytest.mark.ragas("slow", tier=1)
def test_own(ragas):
    assert ragas == 3

def test_nothing():
    pass
""",
    )
    done.assert_outcomes(passed=2)
    done.stdout.no_fnmatch_line("*= ragas =*")


def test_conditions_that_were_never_checked_fail(suite: pytest.Pytester) -> None:
    """A mark on a test that evaluates nothing with the fixture does not pass by accident."""
    done = run(suite, "@pytest.mark.ragas(min=0.9)\ndef test_idle():\n    pass\n")
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(["*nothing was checked: call ragas.evaluate(...)*"])


def test_wrong_conditions_are_told(suite: pytest.Pytester) -> None:
    """What is misspelt or cannot be met fails, once, with a sentence that says so."""
    wrong = {
        "minimum=0.9": "There is no condition minimum; there are min, max",
        "0.9": "There is no condition 0.9;",
        "min={'exakt_match': 0.9}": "has no metric 'exakt_match'; it has exact_match. Did you mean exact_match?",
        "min=90": "outside the range of its scores, 0 to 1. Did you mean 0.9?",
        "min=0.5, unclear='no'": "unclear is 'fail', 'pass' or 'skip', not 'no'",
        "baseline='main', max_drop=0.1": "There is no baseline 'main'. Make one with",
        "max_drop=0.1": "go together: give both",
    }
    tests = "\n".join(
        f"@pytest.mark.ragas({mark})\ndef test_{number}(ragas):\n    ragas.evaluate(rows(3), [ExactMatch()])\n"
        for number, mark in enumerate(wrong)
    )
    done = run(suite, tests)
    done.assert_outcomes(failed=len(wrong))
    for said in wrong.values():
        assert said in done.stdout.str()
    done.stdout.no_fnmatch_line("*During handling*")


def test_marks_of_class_and_test_add_up(suite: pytest.Pytester) -> None:
    """The test's own conditions go before those of its class; `check` may bring others."""
    done = run(
        suite,
        """
@pytest.mark.ragas(min=0.9, confidence=None)
class TestAll:
    def test_class(self, ragas):
        ragas.evaluate(rows(8, 2), [ExactMatch()])

    @pytest.mark.ragas(min=0.8)
    def test_own(self, ragas):
        result = ragas.evaluate(rows(8, 2), [ExactMatch()])
        assert ragas.check(result, min=0.7).outcome == "meets"
""",
    )
    done.assert_outcomes(failed=1, passed=1)
    done.stdout.fnmatch_lines(["  exact_match misses: mean at least 0.9; it is 0.800 on 10 of 10 samples"])


def test_failed_cells_fail_the_test_and_not_the_suite(suite: pytest.Pytester) -> None:
    """Cells that failed are told as such, without a warning that -W error would turn into a traceback."""
    done = run(
        suite,
        """
class Broken(ExactMatch):
    async def ascore(self, reference, response):
        if response == "no":
            raise RuntimeError("no credit left")
        return MetricResult(1.0)

@pytest.mark.ragas(min=0.8)
def test_broken(ragas):
    ragas.evaluate(rows(8, 2), [Broken()])
""",
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "exact_match could not be measured: mean at least 0.8; of 10 cells 2 failed; the first cause: no credit left"
        ]
    )


def test_async_tests_and_kept_runs(suite: pytest.Pytester) -> None:
    """evaluate works inside a running loop, aevaluate is awaited, and each run is kept in a folder of its own."""
    tests = """
import asyncio

@pytest.mark.ragas(min=0.8)
def test_loop(ragas):
    async def inside():
        ragas.evaluate(rows(30), [ExactMatch()])
        await ragas.aevaluate(rows(30), [ExactMatch()])
    asyncio.run(inside())
"""
    done = run(suite, tests, "--ragas-runs", "kept")
    done.assert_outcomes(passed=1)
    names = ["test_answers.py-test_loop", "test_answers.py-test_loop-2"]
    assert sorted(path.name for path in (suite.path / "kept").iterdir()) == names
    done = run(
        suite,
        """
@pytest.mark.ragas(baseline="kept/test_answers.py-test_loop", max_drop=0.1)
def test_worse(ragas, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    worse = rows(30)
    for row in worse[:20]:
        row["response"] = "no"
    ragas.evaluate(worse, [ExactMatch()])
""",
    )
    done.assert_outcomes(failed=1)
    done.stdout.fnmatch_lines(
        [
            "exact_match misses: drop at most 0.1; the difference is -0.667 (*) on 30 of 30 samples",
            "*from 1.000 to 0.000*",
        ]
    )


def test_figures_come_back_from_workers(suite: pytest.Pytester) -> None:
    """Under xdist the section at the end has the figures of all workers, and JUnit files hold them."""
    done = run(
        suite,
        """
@pytest.mark.ragas(min=0.8)
@pytest.mark.parametrize("n", [30, 40])
def test_good(ragas, n):
    ragas.evaluate(rows(n), [ExactMatch()])
""",
        *("-p", "xdist", "-n", "1", "--junitxml", "j.xml", "-o", "junit_family=xunit1"),
    )
    done.assert_outcomes(passed=2)
    done.stdout.fnmatch_lines_random(
        ["  exact_match meets: *on 30 of 30*", "  exact_match meets: *on 40 of 40*"]
    )
    assert 'property name="ragas" value="exact_match meets' in (suite.path / "j.xml").read_text()


def test_loading_the_plugin_is_light() -> None:
    """What every suite pays is a few modules of ours, and none of other packages."""
    code = (
        "import pytest, sys, json; before = set(sys.modules); import ragas.pytest_plugin; "
        "print(json.dumps(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {name.split(".")[0] for name in json.loads(done.stdout)} == {"ragas"}
    assert len(json.loads(done.stdout)) <= 5


def test_a_name_that_steers_the_terminal_is_written_out(suite: pytest.Pytester) -> None:
    """Control characters in the name of a metric reach neither the summary nor a failure."""
    done = run(
        suite,
        r"""
@pytest.mark.ragas(min=0.5)
@pytest.mark.parametrize("value", [1.0, 0.0])
def test_named(ragas, value):
    from ragas.schema import Cell, MetricInfo
    info = MetricInfo("tone\x00\x1b[31m", (0.0, 1.0))
    data = EvaluationDataset.from_list([{"user_input": f"q{row}"} for row in range(30)])
    ragas.check(EvaluationResult(data, [{info.name: Cell(value, "scored")}] * 30, [info]))
""",
    )
    done.assert_outcomes(passed=1, failed=1)
    text = "\n".join(done.outlines)
    assert "\x00" not in text
    assert "\x1b" not in text
    assert r"tone\x00\x1b[31m meets: mean at least 0.5" in text
    assert r"tone\x00\x1b[31m misses: mean at least 0.5" in text


def test_the_caution_of_a_judge_stands_beside_the_figures(suite: pytest.Pytester) -> None:
    """What must be said of a judge is said where its figures are."""
    done = run(
        suite,
        """
@pytest.mark.ragas(min=0.5)
def test_judged(ragas):
    from ragas.schema import Cell, MetricInfo
    info = MetricInfo("faithfulness", (0.0, 1.0), judge="local", caution="compares words")
    data = EvaluationDataset.from_list([{"user_input": f"q{row}"} for row in range(30)])
    ragas.check(EvaluationResult(data, [{"faithfulness": Cell(1.0, "scored")}] * 30, [info]))
""",
    )
    done.stdout.fnmatch_lines(["  Caution, faithfulness: compares words"])
