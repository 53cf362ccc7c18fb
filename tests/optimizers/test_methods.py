"""Metrics train themselves: `train` and `optimize_prompts` are methods of both generations, and of a user's own metrics."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ragas.dataset_schema
from ragas.legacy.metric_types import MetricType, MetricWithLLM, SingleTurnMetric
from ragas.legacy.metrics_custom import AspectCritic
from ragas.optimizers import (
    DemonstrationConfig,
    GeneticOptimizer,
    InstructionConfig,
    MetricAnnotation,
    PromptAnnotation,
)
from ragas.prompt import BoolIO, FewShotPydanticPrompt, PydanticPrompt, StringIO
from ragas.schema.samples import SingleTurnSample
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.optimizers import planted


class NamesASource(PydanticPrompt[StringIO, BoolIO]):
    """A prompt as users write it."""

    instruction = "Is the text good?"
    input_model, output_model = StringIO, BoolIO


@dataclass(eq=False)
class Sourced(MetricWithLLM, SingleTurnMetric):
    """A metric as users write it."""

    name: str = "sourced"
    _required_columns: Any = field(default_factory=lambda: {MetricType.SINGLE_TURN: {"response"}})
    source_prompt: PydanticPrompt[StringIO, BoolIO] = field(default_factory=NamesASource)

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        answer = await self.source_prompt.generate(self.llm, StringIO(text=str(sample.response)))
        return float(answer.value)


def reply(prompt: str, model: Any) -> Any:
    """The judge of the planted task, for a prompt with other models."""
    if "value" not in model.model_fields:
        return planted.reply(prompt, model)
    texts = (
        prompt.replace("<text ", "<response ")
        .replace("</text ", "</response ")
        .replace('"value"', '"verdict"')
    )
    return {"value": planted.verdict(texts)}


def test_both_generations_have_the_methods(tmp_path: Path) -> None:
    """A face trains on a file, a modern metric on annotations; both then use the rule."""
    planted.annotations().to_json(tmp_path / "a.json")
    face = AspectCritic("sourced", "Is the response good?", llm=planted.judge())
    face.train(str(tmp_path / "a.json"), instruction_config=InstructionConfig(llm=planted.judge()))
    modern = planted.metric()
    report = modern.optimize_prompts(planted.annotations(), GeneticOptimizer(), llm=planted.judge())
    assert report.kept
    assert face.get_prompts()["single_turn_aspect_critic_prompt"] == modern.prompt


def test_a_metric_with_a_prompt_of_the_users_own_is_optimized() -> None:
    """A PydanticPrompt among the attributes is found, revised in a copy and installed."""
    metric, shared = Sourced(llm=ScriptedJudge(reply)), NamesASource()
    assert list(metric.get_prompts()) == ["names_a_source"]
    report = metric.optimize_prompts(planted.annotations(), llm=ScriptedJudge(reply))
    assert report.verdict == "better"
    assert metric.source_prompt.instruction == planted.RULE
    assert shared == NamesASource()


def test_similar_examples_for_a_prompt_of_the_users_own(tmp_path: Path) -> None:
    """Annotated inputs and outputs become examples that are looked up for every sample."""
    data = planted.annotations()
    for one in data:
        one.prompts["names_a_source"] = PromptAnnotation(
            prompt_input={"text": one.metric_input["response"]}, prompt_output={"value": bool(one.target)}
        )
    data.to_json(tmp_path / "a.json")
    metric = Sourced(llm=ScriptedJudge(reply))
    config = DemonstrationConfig(embedding=HashEmbeddings(), top_k=8, threshold=0.0)
    (report,) = metric.train(tmp_path / "a.json", config)
    assert report.kept
    assert isinstance(metric.source_prompt, FewShotPydanticPrompt)


def test_prompts_of_the_users_own_are_kept_in_files(tmp_path: Path) -> None:
    """`save_prompts`, `load_prompts`, `adapt_prompts` and `set_prompts` take them."""
    metric = Sourced(llm=ScriptedJudge(reply))
    metric.save_prompts(tmp_path)
    assert metric.load_prompts(tmp_path) == metric.get_prompts()
    changed = NamesASource()
    changed.instruction = planted.RULE
    metric.set_prompts(names_a_source=changed)
    assert metric.source_prompt is changed
    adapted = asyncio.run(metric.adapt_prompts("german", ScriptedJudge([])))
    assert adapted["names_a_source"].language == "german"


def test_annotations_stand_under_their_old_path() -> None:
    """`ragas.dataset_schema` has them."""
    assert ragas.dataset_schema.MetricAnnotation is MetricAnnotation
