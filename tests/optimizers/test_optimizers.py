"""On a planted task optimizers raise held-out agreement by a stated margin, and what is worse is reported as worse."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from ragas.exceptions import ConfigurationError, InputError, ReplyError
from ragas.legacy.metrics_custom import AspectCritic as OldAspectCritic
from ragas.metrics import DiscreteMetric, NumericMetric
from ragas.metrics.collections import AspectCritic
from ragas.optimizers import (
    BinaryMetricLoss,
    DemonstrationOptimizer,
    GeneticOptimizer,
    MSELoss,
    Optimizer,
    PromptAnnotation,
    SampleAnnotation,
    SimilarDemonstrations,
    SingleMetricAnnotation,
    optimize_prompts,
)
from ragas.optimizers.candidates import Prompts, with_instruction
from ragas.optimizers.demonstrations import candidates
from ragas.optimizers.labelled import labelled
from ragas.optimizers.task import Task
from ragas.optimizers.training import annotated
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.run_config import RunConfig
from ragas.schema.sameness import sameness
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.optimizers import planted

MARGIN = 0.4
"""By how much held-out agreement must rise at least; the judge of the task starts near a half."""
SEARCHES = [GeneticOptimizer, DemonstrationOptimizer]


class Worsener(Optimizer):
    """Makes the judge say the opposite of what is right."""

    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        return {
            name: with_instruction(prompt, planted.WORSE) or prompt for name, prompt in task.original.items()
        }


@pytest.mark.parametrize("seed", [0, 1, 42])
@pytest.mark.parametrize("kind", SEARCHES)
def test_held_out_agreement_rises(kind: type[Optimizer], seed: int) -> None:
    """From about a half to at least the margin above, for several seeds, and the metric uses what was found."""
    metric = planted.metric()
    before = metric.prompt
    report = optimize_prompts(metric, planted.annotations(), kind(seed=seed), llm=planted.judge())
    assert report.verdict == "better"
    assert report.after.share - report.before.share >= MARGIN
    assert report.after.loss < report.before.loss
    assert report.p < 0.05
    assert metric.prompt != before
    assert report.before.n == 18
    assert report.n_train == 42


@pytest.mark.parametrize("kind", SEARCHES)
def test_the_same_seed_finds_the_same(kind: type[Optimizer]) -> None:
    """Splits, choices and results repeat."""
    first, second = (
        optimize_prompts(planted.metric(), planted.annotations(), kind(), llm=planted.judge())
        for _ in range(2)
    )
    assert first == second


def test_what_is_worse_is_reported_as_worse_and_not_used() -> None:
    """Worse prompts are measured, called worse, warned of, and left aside."""
    metric = planted.metric()
    before = metric.prompt
    with pytest.warns(
        UserWarning, match="sourced keeps its prompts: agreement is worse on the held-out samples"
    ):
        report = optimize_prompts(metric, planted.annotations(), Worsener(), llm=planted.judge())
    assert report.verdict == "worse"
    assert not report.kept
    assert report.after.agreeing == 0 < report.before.agreeing
    assert metric.prompt is before
    assert str(report).startswith("sourced, Worsener: worse on 18 held-out samples")


@pytest.mark.parametrize("kind", SEARCHES)
def test_the_number_of_workers_changes_nothing(kind: type[Optimizer]) -> None:
    """One at a time or many at once: the same report."""
    first, *others = (
        optimize_prompts(
            planted.metric(),
            planted.annotations(),
            kind(),
            llm=planted.judge(),
            run_config=RunConfig(max_workers=workers),
        )
        for workers in (1, 3, 16)
    )
    assert all(first == other for other in others)


def repeated(n: int, times: int) -> list[dict[str, Any]]:
    """Rows of which each comes several times, in other case and white space, under other ids and labels."""
    rows: list[dict[str, Any]] = []
    for number, one in enumerate(planted.annotations(n)):
        text = one.metric_input["response"]
        for copy in range(times):
            changed = text.upper() if copy % 2 else f" {text}  "
            rows.append({"id": f"{number}-{copy}", "response": changed, "sourced": (number + copy) % 2})
    return rows


class Still(Optimizer):
    """Changes nothing, and remembers what it was given."""

    async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
        Still.train = [one.inputs for one in task.train]  # type: ignore[attr-defined]  # for the test
        return task.original


def test_equal_rows_are_on_one_side_of_the_split() -> None:
    """A row that reads like a held-out one, whatever its id and label, is not in training; the report counts both."""
    rows = repeated(20, 3)
    with pytest.warns(UserWarning, match="keeps its prompts"):
        report = optimize_prompts(planted.metric(), rows, Still(), llm=planted.judge())
    train = Still.train  # type: ignore[attr-defined]  # set by the search
    trained = {" ".join(one["response"].lower().split()) for one in train}
    ids = {one["id"] for one in train}
    held = {" ".join(one["response"].lower().split()) for one in rows if one["id"] not in ids}
    assert trained
    assert held
    assert not trained & held
    assert (report.before.n, report.different) == (18, 6)
    with pytest.raises(InputError, match="60 of 60 annotations have a label, of 1 different samples"):
        optimize_prompts(planted.metric(), rows[:1] * 60, Still(), llm=planted.judge())


@pytest.mark.parametrize("kind", ["fixed", "similar"])
def test_no_sample_is_its_own_example_while_it_is_measured(kind: str) -> None:
    """Not itself and not one that reads the same, with fixed examples and with those that are looked up."""
    metric = DiscreteMetric("sourced", allowed_values=["pass", "fail"], prompt="Judge: {response}")
    own: list[str] = []

    def reply(prompt: str, model: Any) -> Any:
        shown, _, asked = prompt.rpartition("Judge: ")
        texts = [
            line.removeprefix("response: ") for line in shown.splitlines() if line.startswith("response")
        ]
        own.extend(text for text in texts if sameness(text) == sameness(asked))
        return {"value": "pass" if len(texts) % 2 else "fail", "reason": "so"}

    rows = [
        {"response": text, "sourced": "yes" if number % 3 else "no"}
        for number in range(20)
        for text in (f"text {number}", f"TEXT  {number}")
    ]
    optimizer: Optimizer = DemonstrationOptimizer()
    if kind == "similar":
        optimizer = SimilarDemonstrations(embedding=HashEmbeddings(), top_k=4, threshold=0.0)
    judge = ScriptedJudge(reply)
    metric.llm = judge
    optimizer.metric = metric
    optimizer.optimize(annotated(metric, rows))
    assert any("Examples:" in call.prompt for call in judge.calls)
    assert own == []


def test_labels_of_another_kind_are_refused_before_the_search() -> None:
    """A metric that does not say its values, labelled in words though it gives numbers, can never agree."""
    metric = planted.metric()
    metric.allowed_values = None
    rows = [{**one.metric_input, "sourced": "yes" if one.target else "no"} for one in planted.annotations()]
    with pytest.raises(InputError, match=r"labels are such as '(yes|no)', its values such as"):
        optimize_prompts(metric, rows, Still(), llm=planted.judge())


def test_labels_that_are_all_equal_are_warned_of() -> None:
    """Whatever always says the same agrees with them."""
    rows = [{**one.metric_input, "sourced": 1} for one in planted.annotations()]
    optimizer = Still(planted.metric(), planted.judge())
    with pytest.warns(UserWarning, match=r"All 60 labels are 1\.0"):
        optimizer.optimize(annotated(optimizer.metric, rows))


def test_a_failure_on_a_training_sample_is_raised_too() -> None:
    """With the prompts as they are every sample must be scored, unless `raise_exceptions` is off; the sample is named."""

    def reply(prompt: str, model: Any) -> Any:
        failing = "verdict" in model.model_fields and "ferry 7 " in prompt.lower()
        return ReplyError("cannot tell") if failing else planted.reply(prompt, model)

    for seed in (1, 2, 3, 4):
        with pytest.raises(ReplyError, match="cannot tell") as failed:
            optimize_prompts(
                planted.metric(), planted.annotations(), GeneticOptimizer(seed=seed), llm=ScriptedJudge(reply)
            )
        assert "ferry 7 " in failed.value.__notes__[0].lower()
    report = optimize_prompts(
        planted.metric(), planted.annotations(), llm=ScriptedJudge(reply), raise_exceptions=False
    )
    assert report.verdict == "better"


def test_samples_that_give_no_example_are_counted() -> None:
    """Where the judge fails while examples are looked for, a warning says on how many samples, which and why."""

    def reply(prompt: str, model: Any) -> Any:
        failing = "verdict" in model.model_fields and "ferry 7 " in prompt.lower()
        return ReplyError("cannot tell") if failing else planted.reply(prompt, model)

    metric = planted.metric()
    train = labelled(planted.annotations(12), metric)
    task = Task(metric, train, BinaryMetricLoss(), ScriptedJudge(reply), random.Random(0))
    with pytest.warns(UserWarning, match=r"failed on 1 of 12 training samples.*(F|f)erry 7 .*cannot tell"):
        found = asyncio.run(candidates(task, [0.0] * len(train)))
    assert {one.place for one in found} == set(range(12)) - {
        place for place, one in enumerate(train) if "ferry 7 " in str(one.inputs).lower()
    }


@pytest.mark.skipif(sys.platform == "win32", reason="SIGINT cannot be sent there")
def test_an_interrupted_search_leaves_the_metric_as_it_was() -> None:
    """Ctrl-C in the middle of a search ends it, and the prompts stay."""
    metric, asked = planted.metric(), []
    before = metric.prompt

    def reply(prompt: str, model: Any) -> Any:
        asked.append(prompt)
        if len(asked) == 70:
            os.kill(os.getpid(), signal.SIGINT)
        return planted.reply(prompt, model)

    optimizer = DemonstrationOptimizer()
    with pytest.raises(KeyboardInterrupt):
        optimize_prompts(metric, planted.annotations(), optimizer, llm=ScriptedJudge(reply))
    assert metric.prompt is before
    assert optimizer.report is None


def test_a_search_that_finds_nothing_leaves_the_prompts() -> None:
    """A writer without ideas ends with the prompts as they were; the genetic race never chooses something worse."""

    def reply(prompt: str, model: Any) -> Any:
        if "verdict" in model.model_fields:
            return planted.reply(prompt, model)
        return {"instruction": planted.WORSE, "lessons": []}

    metric = planted.metric()
    with pytest.warns(UserWarning, match="keeps its prompts"):
        report = optimize_prompts(metric, planted.annotations(), llm=ScriptedJudge(reply))
    assert report.verdict == "same"
    assert report.instructions == {}


def test_a_writer_that_fails_does_not_end_the_search() -> None:
    """Unusable replies of the model that writes instructions cost only their versions."""
    asked: list[int] = []

    def reply(prompt: str, model: Any) -> Any:
        if "verdict" not in model.model_fields:
            asked.append(1)
            if len(asked) < 3:
                return ReplyError("no instruction")
        return planted.reply(prompt, model)

    report = optimize_prompts(planted.metric(), planted.annotations(), llm=ScriptedJudge(reply))
    assert report.verdict == "better"


def test_held_out_samples_are_not_seen_by_the_search() -> None:
    """No text of a held-out sample is shown to the model that writes instructions, or stands among demonstrations."""
    judge = planted.judge()
    data = planted.annotations()
    seen: list[int] = []

    class Spy(GeneticOptimizer):
        async def search(self, task: Task, settings: Mapping[str, Any]) -> Prompts:
            seen.append(len(judge.calls))
            self.train = {one.inputs["response"] for one in task.train}
            found = await super().search(task, settings)
            seen.append(len(judge.calls))
            return found

    optimizer = Spy(planted.metric(), judge)
    optimizer.optimize(data)
    held = {one.metric_input["response"] for one in data} - optimizer.train
    during = "\n".join(call.prompt for call in judge.calls[seen[0] : seen[1]])
    assert len(held) == 18
    assert not [text for text in held if f"\n{text}\n" in during]


def test_failures_count_as_wrong_and_never_help() -> None:
    """A version that makes the judge fail has not fewer mistakes; with the original prompts a failure is raised."""

    def reply(prompt: str, model: Any) -> Any:
        if "verdict" not in model.model_fields:
            return {"instruction": "Fail on what is hard.", "lessons": []}
        return ReplyError("cannot tell") if "Fail on" in prompt else planted.reply(prompt, model)

    with pytest.warns(UserWarning, match="keeps its prompts"):
        report = optimize_prompts(planted.metric(), planted.annotations(), llm=ScriptedJudge(reply))
    assert report.verdict == "same"

    def failing(prompt: str, model: Any) -> Any:
        return ReplyError("cannot tell")

    with pytest.raises(ReplyError, match="cannot tell"):
        optimize_prompts(planted.metric(), planted.annotations(), llm=ScriptedJudge(failing))


def test_optimize_returns_instructions_and_changes_nothing() -> None:
    """The call of earlier versions: a dict of instructions, the metric as it was, the report beside it."""
    metric = planted.metric()
    before = metric.prompt
    optimizer = GeneticOptimizer(metric, planted.judge())
    found = optimizer.optimize(planted.annotations(), MSELoss(), {"max_steps": 20, "population_size": 2})
    assert found == {"prompt": planted.RULE}
    assert metric.prompt is before
    assert optimizer.report is not None
    assert optimizer.report.kept


def test_steps_are_limited() -> None:
    """`max_steps` is the number of versions that are scored."""
    with pytest.warns(UserWarning, match="keeps its prompts"):
        report = optimize_prompts(
            planted.metric(), planted.annotations(), llm=planted.judge(), config={"max_steps": 1}
        )
    assert report.scored == 1


def test_a_template_keeps_its_places() -> None:
    """A prompt with places to fill in gets new words; places the writer forgot are added, new ones refused."""
    metric = DiscreteMetric("sourced", allowed_values=["pass", "fail"], prompt="Is this good? {response}")

    def reply(prompt: str, model: Any) -> Any:
        if "instruction" in model.model_fields:
            return {
                "instruction": "Pass what names a source." if "mistake" in prompt else "See {other}.",
                "lessons": [],
            }
        text = prompt.rpartition("response: ")[2]
        good = "source:" in text if "names a source" in prompt else len(text) > 120
        return {"value": "pass" if good else "fail", "reason": "so"}

    rows = [
        {**one.metric_input, "sourced": "pass" if one.target else "fail"} for one in planted.annotations()
    ]
    report = optimize_prompts(metric, rows, llm=ScriptedJudge(reply))
    assert report.verdict == "better"
    assert metric.prompt.instruction == "Pass what names a source.\nresponse: {response}"


def test_similar_samples_are_shown_with_each_sample() -> None:
    """Labelled samples become examples that are looked up; held-out agreement rises where likeness tells."""
    metric = DiscreteMetric("animal", allowed_values=["pass", "fail"], prompt="Judge: {response}")

    def reply(prompt: str, model: Any) -> Any:
        asked = prompt.rpartition("Judge: ")[2]
        shown = dict(zip(prompt.split("\nresponse: ")[1:], prompt.split("\nvalue: ")[1:], strict=False))
        near = [label for text, label in shown.items() if text.split()[0] == asked.split()[0]]
        return {"value": (near or ["fail"])[-1].split()[0], "reason": "as before"}

    rows = [
        {"response": f"{animal} number {number}", "animal": "pass" if animal == "cats" else "fail"}
        for number in range(15)
        for animal in ("cats", "dogs")
    ]
    optimizer = SimilarDemonstrations(embedding=HashEmbeddings(), top_k=2, threshold=0.2)
    report = optimize_prompts(metric, rows, optimizer, llm=ScriptedJudge(reply))
    assert report.after.share - report.before.share >= MARGIN
    assert report.demonstrations == {"prompt": report.n_train}


@pytest.mark.parametrize("name", ["single_turn_aspect_critic_prompt", "multi_turn_aspect_critic_prompt"])
def test_annotated_outputs_become_demonstrations(name: str) -> None:
    """What a person corrected is shown as it was corrected, with the input the prompt is really given."""
    data = planted.annotations()
    for one in data:
        one.prompts[name] = PromptAnnotation(
            prompt_input={"an older name": "of the input", "and": ["a list"]},
            prompt_output={"reason": "wrong", "verdict": not one.target},
            edited_output={"reason": "A person says so.", "verdict": int(bool(one.target))},
        )
    metric = OldAspectCritic("sourced", "Is the response good?", llm=planted.judge())
    report = optimize_prompts(metric, data, DemonstrationOptimizer())
    assert report.verdict == "better"
    shown = metric.get_prompts()["single_turn_aspect_critic_prompt"].examples
    assert {one.reply.reason for one in shown} == {"A person says so."}  # type: ignore[attr-defined]
    assert {key for one in shown for key in one.data} == {"response"}


def test_what_is_missing_is_said_before_anything_is_asked() -> None:
    """No metric, no model, too few labels, unknown settings and metrics without prompts are named."""
    data = planted.annotations()
    with pytest.raises(ConfigurationError, match="needs a metric"):
        DemonstrationOptimizer().optimize(data)
    with pytest.raises(ConfigurationError, match="No llm provided"):
        GeneticOptimizer(planted.metric()).optimize(data)
    with pytest.raises(
        InputError, match="9 of 9 annotations have a label; optimizing needs at least 10 different"
    ):
        GeneticOptimizer(planted.metric(), planted.judge()).optimize(data.select(range(9)))
    with pytest.raises(ConfigurationError, match=r"no setting \['populaton'\]"):
        GeneticOptimizer(planted.metric(), planted.judge()).optimize(data, config={"populaton": 2})
    from ragas.metrics.collections import ExactMatch

    with pytest.raises(ConfigurationError, match="exact_match has no prompt"):
        GeneticOptimizer(ExactMatch(), planted.judge()).optimize(data)


def test_rejections_without_a_target_are_left_out_with_a_word() -> None:
    """Where it is not known what the score should be, a sample says nothing."""
    graded = [
        SampleAnnotation(
            metric_input=one.metric_input, metric_output=number / 20, is_accepted=number > 5, target=None
        )
        for number, one in enumerate(planted.annotations(20))
    ]
    judge = planted.judge()
    optimizer = Worsener(AspectCritic(name="m", definition="Good?"), judge)
    with pytest.warns(UserWarning, match="6 of 20 annotations of 'm'"):
        optimizer.optimize(SingleMetricAnnotation(name="m", samples=graded))


class OwnSample(Task):
    """A task in which an example helps nothing but the sample it was made from."""

    async def values(self, prompts: Prompts, strict: bool = False) -> list[Any]:
        shown = {str(given) for prompt in prompts.values() for given, _ in prompt.examples}  # type: ignore[misc]
        return [
            one.label if str({"response": one.inputs["response"]}) in shown else 1 - float(one.label)
            for one in self.train
        ]


def test_an_example_that_helps_only_its_own_sample_is_not_shown() -> None:
    """A candidate is weighed on the other samples, so repeating a label is no merit."""
    metric = NumericMetric("sourced", (0, 1), "{response}")
    samples = labelled(planted.annotations(12), metric)
    task = OwnSample(metric, samples, BinaryMetricLoss(), None, random.Random(0))
    settings = {"max_demonstrations": 2, "num_candidates": 12}
    assert asyncio.run(DemonstrationOptimizer().search(task, settings)) == task.original


class House(JudgePrompt):
    instruction = "Is the response good, by the rules of the house?"
    examples = ()

    def render(self, data: Any) -> str:
        return f"{super().render(data)}\n\nAnswer in one word."


@pytest.mark.parametrize("kind", SEARCHES)
def test_a_prompt_of_a_class_of_ones_own_is_optimized(kind: type[Optimizer]) -> None:
    """What its class gives is where the search starts, not where it ends, and the judge is asked as the class renders."""
    metric = planted.metric()
    judge = planted.judge()
    metric.set_prompts(prompt=House(metric.prompt.name, reply=metric.prompt.reply))  # type: ignore[call-arg]
    report = optimize_prompts(metric, planted.annotations(), kind(), llm=judge)
    assert (report.verdict, report.kept, type(metric.prompt)) == ("better", True, House)
    graded = [call.prompt for call in judge.calls if "verdict" in call.response_model.model_fields]
    assert all(prompt.endswith("Answer in one word.") for prompt in graded)
