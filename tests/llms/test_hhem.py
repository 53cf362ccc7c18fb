"""The HHEM classifier as a judge for one step, tried with objects in place of the model."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel

from ragas.exceptions import JudgeError, MissingDependencyError, UnsupportedStepError
from ragas.llms import hhem
from ragas.llms.hhem import HHEM, HHEMJudge
from ragas.llms.judge import StepJudge


class Classifier:
    """Gives the length of a statement as hundredths; remembers what it was asked and where."""

    def __init__(self) -> None:
        self.batches: list[list[tuple[str, str]]] = []
        self.threads: list[threading.Thread] = []
        self.device = ""
        self.evaluating = False

    def predict(self, pairs: list[tuple[str, str]]) -> list[float]:
        self.batches.append(pairs)
        self.threads.append(threading.current_thread())
        return [len(statement) / 100 for _, statement in pairs]

    def to(self, device: str) -> Classifier:
        self.device = device
        return self

    def eval(self) -> Classifier:
        self.evaluating = True
        return self


@pytest.fixture(autouse=True)
def _nothing_loaded() -> Iterator[None]:
    hhem.load.cache_clear()
    yield
    hhem.load.cache_clear()


def transformers(monkeypatch: pytest.MonkeyPatch, load: Any) -> None:
    """Put a module in the place of transformers whose model class loads with `load`."""
    module = ModuleType("transformers")
    module.AutoModelForSequenceClassification = SimpleNamespace(from_pretrained=load)
    monkeypatch.setitem(sys.modules, "transformers", module)


def test_statements_are_classified_in_batches_against_all_contexts() -> None:
    """Each pair is (contexts, statement); a verdict carries its probability, and the loop is not blocked."""
    model = Classifier()
    judge = HHEMJudge(model, batch_size=2)
    verdicts = asyncio.run(judge.verify(["a" * 49, "b" * 50, "c" * 90], ["one", "two"]))
    assert [len(batch) for batch in model.batches] == [2, 1]
    assert model.batches[0][0] == ("one\ntwo", "a" * 49)
    assert [(one.supported, one.confidence) for one in verdicts] == [(False, 0.49), (True, 0.5), (True, 0.9)]
    assert threading.main_thread() not in model.threads


def test_the_threshold_decides() -> None:
    """A statement counts from the threshold on."""
    judge = HHEMJudge(Classifier(), threshold=0.8)
    assert [one.supported for one in asyncio.run(judge.verify(["a" * 79, "b" * 80], ["c"]))] == [False, True]


def test_the_model_is_loaded_once_where_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """Name, revision and device reach the loader; a second verdict, also of another judge, loads nothing."""
    loaded: list[tuple[Any, ...]] = []
    model = Classifier()

    def load(name: str, **settings: Any) -> Classifier:
        loaded.append((name, settings))
        return model

    transformers(monkeypatch, load)
    for _ in range(2):
        judge = HHEMJudge(device="cuda:1", revision="v2")
        (verdict,) = asyncio.run(judge.verify(["a" * 60], ["c"]))
        assert verdict.supported
    assert loaded == [(HHEM, {"revision": "v2", "trust_remote_code": True})]
    assert (model.device, model.evaluating) == ("cuda:1", True)


def test_nothing_is_loaded_before_the_first_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making the judge needs neither the package nor the model; verifying names what to install."""
    monkeypatch.setitem(sys.modules, "transformers", None)
    judge = HHEMJudge()
    with pytest.raises(MissingDependencyError, match=r'pip install "ragas\[hhem\]"'):
        asyncio.run(judge.verify(["a"], ["c"]))


def test_a_model_that_cannot_be_loaded_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cause is kept, and what to do offline is said."""

    def load(name: str, **settings: Any) -> Any:
        raise OSError("we could not connect to the hub")

    transformers(monkeypatch, load)
    with pytest.raises(JudgeError, match=r"'my/model' could not be loaded.*we could not connect.*folder"):
        asyncio.run(HHEMJudge("my/model").verify(["a"], ["c"]))


def test_code_of_a_model_that_fails_is_told_with_a_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code from before transformers 5 fails in it with an AttributeError; the message says what to install."""

    def load(name: str, **settings: Any) -> Any:
        raise AttributeError("'HHEMv2' object has no attribute 'all_tied_weights_keys'")

    transformers(monkeypatch, load)
    with pytest.raises(JudgeError, match=r'all_tied_weights_keys.*pip install "transformers<5"'):
        asyncio.run(HHEMJudge().verify(["a"], ["c"]))


def test_a_device_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Moving the model fails as loading does, with the name of the device."""

    class Stays(Classifier):
        def to(self, device: str) -> Classifier:
            raise AssertionError("Torch not compiled with CUDA enabled")

    transformers(monkeypatch, lambda name, **settings: Stays())
    with pytest.raises(JudgeError, match=r"device='cuda:0': .*not compiled with CUDA"):
        asyncio.run(HHEMJudge(device="cuda:0").verify(["a"], ["c"]))


def test_a_model_without_predict_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """An ordinary classifier does not say how it takes pairs."""

    class Bert(SimpleNamespace):
        def to(self, device: str) -> Any:
            return self

        def eval(self) -> Any:
            return self

    transformers(monkeypatch, lambda name, **settings: Bert())
    with pytest.raises(JudgeError, match="'my/bert' is a Bert without `predict`"):
        asyncio.run(HHEMJudge("my/bert").verify(["a"], ["c"]))


def test_a_probability_too_few_is_an_error() -> None:
    """The denominator never shrinks."""
    judge = HHEMJudge(SimpleNamespace(predict=lambda pairs: [0.9]))
    with pytest.raises(JudgeError, match="1 probabilities for 2 statements"):
        asyncio.run(judge.verify(["a", "b"], ["c"]))


def test_it_only_verifies() -> None:
    """Its one step is named; every other question is refused, never guessed."""
    judge = HHEMJudge(Classifier())
    assert isinstance(judge, StepJudge)
    assert judge.steps == {"verify"}
    others = (
        judge.agenerate("?", BaseModel),
        judge.split("a"),
        judge.relevant("q", "a", []),
        judge.entities("a"),
    )
    for asked in others:
        with pytest.raises(UnsupportedStepError, match="only verifies"):
            asyncio.run(asked)


@pytest.mark.parametrize("settings", [{"batch_size": 0}, {"threshold": 1.5}])
def test_settings_are_checked(settings: dict[str, Any]) -> None:
    """A batch holds something and a threshold is a probability."""
    with pytest.raises(ValueError, match=next(iter(settings))):
        HHEMJudge(**settings)
