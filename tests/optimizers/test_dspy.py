"""DSPyOptimizer drives DSPy through its current API: here a stand-in with the same names, DSPy itself where it is installed."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import pytest

from ragas.exceptions import ConfigurationError, MissingDependencyError
from ragas.optimizers import DSPyOptimizer, optimize_prompts
from ragas.testing import ScriptedJudge
from tests.optimizers import planted

BUDGETS: list[dict[str, Any]] = [
    {"method": "miprov2", "num_threads": 2},
    {"method": "gepa", "num_threads": 2, "max_metric_calls": 150},
]


class _Record(SimpleNamespace):
    """A bag of fields."""

    def with_inputs(self, *names: str) -> _Record:
        self.inputs = names
        return self


class _Module:
    def __call__(self, **inputs: Any) -> Any:
        return self.forward(**inputs)  # type: ignore[attr-defined]  # as in DSPy

    def __init__(self) -> None:
        pass


class _Search:
    """Tries what the language model proposes, as both optimizers do, and gives the better program."""

    used: ClassVar[Any] = {}

    def __init__(self, **settings: Any) -> None:
        type(self).used = settings

    def compile(self, program: Any, *, trainset: list[Any], valset: list[Any], **more: Any) -> Any:
        fake = sys.modules["dspy"]
        metric, model = self.used["metric"], self.used.get("prompt_model") or self.used["reflection_lm"]
        fake.settings.trace = []
        scores = [self._number(metric(one, program(place=one.place))) for one in valset]
        assert fake.settings.trace, "the program leaves a trace to reflect on"
        new = model("Write a better instruction; these are the mistakes.")
        old, program.prompt.signature = program.prompt.signature, _Record(instructions=new)
        better = [self._number(metric(one, program(place=one.place))) for one in valset]
        if sum(better) <= sum(scores):
            program.prompt.signature = old
        return program

    def _number(self, given: Any) -> float:
        return float(getattr(given, "score", given))


class MIPROv2(_Search):
    pass


class GEPA(_Search):
    pass


class _LM:
    def __init__(self, model: str, *, engine: Any, async_engine: Any, cache: bool, num_retries: int) -> None:
        self.engine, self.model = engine, model

    def __call__(self, text: str) -> Any:
        message = _Record(parts=(_Record(text=text),))
        return self.engine.complete(
            _Record(model=self.model, system="Be brief.", messages=(message,))
        ).message


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A module with the names of DSPy that are used."""
    dspy: Any = ModuleType("dspy")

    @contextmanager
    def context(**settings: Any) -> Any:
        yield

    dspy.Module, dspy.Example, dspy.Prediction, dspy.LM = _Module, _Record, _Record, _LM
    dspy.Signature = lambda fields, instructions: _Record(fields=fields, instructions=instructions)
    dspy.Predict = lambda signature: _Record(signature=signature)
    dspy.settings, dspy.context = SimpleNamespace(trace=None), context
    dspy.MIPROv2, dspy.GEPA = MIPROv2, GEPA
    message = SimpleNamespace(assistant=lambda text: text)
    dspy.lm15 = SimpleNamespace(Response=_Record, Message=message, Usage=_Record)
    monkeypatch.setitem(sys.modules, "dspy", dspy)
    return dspy  # type: ignore[no-any-return]  # a module


def reply(prompt: str, model: Any) -> Any:
    """The judge grades, and writes the rule in whichever form DSPy asks for it."""
    if "verdict" in model.model_fields:
        return planted.reply(prompt, model)
    if "Respond with a JSON object" in prompt:
        return {"text": json.dumps({"new_instruction": planted.RULE})}
    wanted = re.findall(
        r"\[\[ ## (\w+) ## \]\]", prompt.rpartition("Respond with the corresponding output")[2]
    )
    parts = [f"[[ ## {name} ## ]]\n{planted.RULE if 'instruction' in name else 'text'}\n" for name in wanted]
    return {"text": "\n".join(parts) or planted.RULE}


@pytest.mark.usefixtures("fake")
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda one: one["method"])
def test_an_instruction_found_by_dspy_raises_held_out_agreement(budget: dict[str, Any]) -> None:
    """The metric is what is measured, the judge proposes, and what was found is used."""
    metric = planted.metric()
    report = optimize_prompts(
        metric, planted.annotations(), DSPyOptimizer(**budget), llm=ScriptedJudge(reply)
    )
    assert report.verdict == "better"
    assert report.after.share - report.before.share >= 0.4
    assert metric.prompt.instruction == planted.RULE
    used = {"miprov2": MIPROv2, "gepa": GEPA}[budget["method"]].used
    assert used["seed"] == 9
    assert used["num_threads"] == 2
    assert used.get("max_metric_calls") == budget.get("max_metric_calls")


@pytest.mark.usefixtures("fake")
def test_budgets_do_not_contradict_each_other() -> None:
    """DSPy takes an automatic budget or numbers, never both; GEPA without any is refused."""
    data, judge = planted.annotations(), ScriptedJudge(reply)
    DSPyOptimizer(metric=planted.metric(), llm=judge).optimize(data)
    assert MIPROv2.used["auto"] == "light"
    assert "num_candidates" not in MIPROv2.used
    DSPyOptimizer(metric=planted.metric(), llm=judge, auto=None, num_candidates=4).optimize(data)
    assert MIPROv2.used["num_candidates"] == 4
    with pytest.raises(ConfigurationError, match="GEPA needs a budget"):
        DSPyOptimizer(metric=planted.metric(), llm=judge, auto=None, method="gepa").optimize(data)


def test_without_dspy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The class can be made without DSPy; using it says what to install."""
    monkeypatch.setitem(sys.modules, "dspy", None)
    optimizer = DSPyOptimizer(metric=planted.metric(), llm=planted.judge())
    with pytest.raises((MissingDependencyError, ImportError), match="dspy"):
        optimizer.optimize(planted.annotations())
    with pytest.raises(ConfigurationError, match="No llm provided"):
        DSPyOptimizer(metric=planted.metric()).optimize(planted.annotations())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_candidates": 0}, "num_candidates must be positive"),
        ({"max_bootstrapped_demos": -1}, "max_bootstrapped_demos must be non-negative"),
        ({"max_labeled_demos": -1}, "max_labeled_demos must be non-negative"),
        ({"init_temperature": 0}, "init_temperature must be positive"),
        ({"num_threads": 0}, "num_threads must be positive"),
        ({"max_errors": 0}, "max_errors must be positive"),
        ({"auto": "huge"}, "auto must be"),
        ({"method": "copro"}, "method must be"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], message: str) -> None:
    """Each setting says what it must be."""
    with pytest.raises(ValueError, match=message):
        DSPyOptimizer(**settings)


@pytest.mark.skipif(importlib.util.find_spec("dspy") is None, reason="DSPy is not installed")
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("budget", BUDGETS, ids=lambda one: one["method"])
def test_dspy_itself(budget: dict[str, Any]) -> None:
    """MIPROv2 and GEPA of the installed DSPy find the planted rule."""
    metric = planted.metric()
    report = optimize_prompts(
        metric, planted.annotations(), DSPyOptimizer(**budget), llm=ScriptedJudge(reply)
    )
    assert report.after.share - report.before.share >= 0.4
    assert metric.prompt.instruction == planted.RULE
