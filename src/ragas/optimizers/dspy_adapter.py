"""A metric as a DSPy program: its instructions are what DSPy changes, its real values are what DSPy sees."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextvars import copy_context
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from ragas.engine.event_loop import run_sync
from ragas.llms.adapt import ask
from ragas.llms.judge import Judge
from ragas.optimizers import wording
from ragas.optimizers.candidates import Prompts, with_instruction
from ragas.optimizers.labels import Label
from ragas.optimizers.task import Task, Value

if TYPE_CHECKING:
    from types import ModuleType

RIGHT = "The value is the one people gave."


class Answer(BaseModel):
    """What a judge writes for DSPy."""

    text: str = Field(description="the whole answer, in the form that was asked for")


def instructions_of(program: Any, prompts: Prompts) -> Prompts:
    """The prompts with the instructions of a program; one that cannot be used leaves the prompt as it was."""
    return {
        name: with_instruction(prompt, getattr(program, name).signature.instructions) or prompt
        for name, prompt in prompts.items()
    }


def program_of(dspy: ModuleType, task: Task) -> Any:
    """A DSPy module with a predictor for each prompt, which scores a training sample by the metric itself."""
    # DSPy calls from threads of its own, which know nothing of the run this belongs to.
    context, lock = copy_context(), threading.Lock()

    class MetricProgram(dspy.Module):  # type: ignore[name-defined,misc]  # an optional package
        def __init__(self) -> None:
            super().__init__()
            for name, prompt in task.original.items():
                signature = dspy.Signature("sample -> value", prompt.instruction)
                setattr(self, name, dspy.Predict(signature))

        def forward(self, place: int) -> Any:
            prompts = instructions_of(self, task.original)
            sample = task.train[place]
            with lock:
                run = context.copy()
            value = run.run(lambda: run_sync(task.score(prompts, [sample])))[0]
            prediction = dspy.Prediction(value=value)
            trace = dspy.settings.trace
            if trace is not None:  # what DSPy reflects on; the metric asks the judge in its own way
                shown = {"sample": wording.sample(sample.inputs)}
                trace.extend((getattr(self, name), shown, prediction) for name in task.original)
            return prediction

    return MetricProgram()


def examples_of(dspy: ModuleType, task: Task) -> list[Any]:
    """The training samples as DSPy's examples: a program is told the place, and looks the sample up."""
    return [dspy.Example(place=place).with_inputs("place") for place in range(len(task.train))]


def goodness(task: Task, place: int, value: Value) -> float:
    """How good a value is, from 0 to 1: one minus its loss, as a share of the loss of having no value."""
    label: Label = task.train[place].label
    worst = task.loss([task.worst(label)], [label])  # type: ignore[list-item]  # words are labels too
    loss = task.loss_of([value], [task.train[place]])
    return 1.0 - min(1.0, loss / worst) if worst else float(value == label)


def scorer(task: Task) -> Any:
    """DSPy's metric for optimizers that take a number; higher is better, as DSPy has it."""

    def score(example: Any, prediction: Any, trace: Any = None) -> float:
        return goodness(task, example.place, prediction.value)

    return score


def critic(dspy: ModuleType, task: Task) -> Any:
    """DSPy's metric for optimizers that take a number and what to learn from it."""

    def criticize(
        gold: Any, pred: Any, trace: Any = None, pred_name: Any = None, pred_trace: Any = None, **more: Any
    ) -> Any:
        sample = task.train[gold.place]
        right = pred.value == sample.label
        feedback = RIGHT if right else wording.mistake(sample.inputs, pred.value, sample.label)
        return dspy.Prediction(score=goodness(task, gold.place, pred.value), feedback=feedback)

    return criticize


def language_model(dspy: ModuleType, judge: Judge) -> Any:
    """A judge as the language model that writes instructions for DSPy."""
    context, lock = copy_context(), threading.Lock()
    lm15 = dspy.lm15

    def text_of(request: Any) -> str:
        system = request.system if isinstance(request.system, str) else _joined(request.system or ())
        return "\n\n".join(
            part for part in (system, *(_joined(one.parts) for one in request.messages)) if part
        )

    def response(request: Any, text: str) -> Any:
        return lm15.Response(
            id=None,
            model=request.model,
            message=lm15.Message.assistant(text or " "),
            finish_reason="stop",
            usage=lm15.Usage(),
        )

    class Engine:
        def complete(self, request: Any) -> Any:
            with lock:
                run = context.copy()
            text = run.run(lambda: run_sync(ask(judge, text_of(request), Answer))).text
            return response(request, text)

    class AsyncEngine:
        async def complete(self, request: Any) -> Any:
            return response(request, (await ask(judge, text_of(request), Answer)).text)

    return dspy.LM(
        f"ragas/{judge.name or 'judge'}",
        engine=Engine(),
        async_engine=AsyncEngine(),
        cache=False,
        num_retries=0,
    )


def _joined(parts: Any) -> str:
    return "\n".join(text for part in parts if isinstance(text := getattr(part, "text", None), str))


def only_given(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are not left to DSPy."""
    return {name: value for name, value in settings.items() if value is not None}
