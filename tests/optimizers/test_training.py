"""`train` reads annotations, improves the prompts of metrics of both generations, and uses only what is better."""

from __future__ import annotations

import asyncio
import json
import math
from pathlib import Path
from typing import Any

import pytest

import ragas.config
from ragas.exceptions import InputError
from ragas.legacy.metrics_custom import AspectCritic
from ragas.metrics import DiscreteMetric
from ragas.optimizers import (
    DemonstrationConfig,
    DemonstrationOptimizer,
    GeneticOptimizer,
    InstructionConfig,
    MetricAnnotation,
    MSELoss,
    SimilarDemonstrations,
    aoptimize_prompts,
    optimize_prompts,
    train,
)
from ragas.prompt.few_shot import DynamicFewShotPrompt
from ragas.testing import HashEmbeddings, ScriptedJudge
from tests.optimizers import planted


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of annotations of the planted task."""
    file = tmp_path / "annotations.json"
    planted.annotations().to_json(file)
    return file


def test_a_metric_of_the_first_generation_is_trained(path: Path) -> None:
    """The documented call: instructions from a model, both names of the prompt changed, a score that follows."""
    metric = AspectCritic("sourced", "Is the response good?", llm=planted.judge())
    (report,) = train(metric, str(path), instruction_config=InstructionConfig(llm=planted.judge()))
    assert report.kept
    prompts = metric.get_prompts()
    assert {one.instruction for one in prompts.values()} == {planted.RULE}
    assert set(prompts) == {"single_turn_aspect_critic_prompt", "multi_turn_aspect_critic_prompt"}


def test_instruction_and_demonstrations_one_after_the_other(path: Path) -> None:
    """Both configs make two reports; the second one starts where the first ended."""
    metric = planted.metric(planted.judge())
    with pytest.warns(UserWarning, match="keeps its prompts"):  # nothing is left to gain
        first, second = train(
            metric,
            path,
            demonstration_config=DemonstrationConfig(),
            instruction_config=InstructionConfig(llm=planted.judge(), loss=MSELoss()),
        )
    assert (first.optimizer, second.optimizer) == ("GeneticOptimizer", "DemonstrationOptimizer")
    assert second.before == first.after


def test_demonstrations_alone(path: Path) -> None:
    """Without an instruction config the metric's own judge is asked, and `top_k` is the most examples."""
    metric = planted.metric(planted.judge())
    (report,) = train(metric, path, DemonstrationConfig(top_k=1))
    assert report.kept
    assert len(metric.prompt.examples) == 1


def test_similar_examples_where_a_prompt_can_look_them_up(tmp_path: Path) -> None:
    """A prompt with places becomes one that shows similar samples."""
    metric = DiscreteMetric("sourced", allowed_values=["1", "0"], prompt="{response}")
    metric.llm = ScriptedJudge(
        lambda prompt, model: {"value": "1" if "sourced: " in prompt else "0", "reason": "seen"}
    )
    rows = [{"metric_input": {"response": f"text {n}"}, "target": str(n % 2)} for n in range(20)]
    file = tmp_path / "a.json"
    file.write_text(json.dumps({"sourced": rows}), encoding="utf-8")
    config = DemonstrationConfig(embedding=HashEmbeddings(), top_k=2)
    with pytest.warns(UserWarning, match="keeps its prompts"):
        (report,) = train(metric, file, config)
    assert report.optimizer == SimilarDemonstrations.__name__
    config.technique = "random"
    with pytest.warns(UserWarning, match="keeps its prompts"):
        (report,) = train(metric, file, config)
    assert report.optimizer == DemonstrationOptimizer.__name__
    assert not isinstance(metric.prompt, DynamicFewShotPrompt)


def test_nothing_asked_nothing_done(path: Path) -> None:
    """With both configs switched off nothing happens; without any that is said."""
    metric = planted.metric()
    with pytest.warns(UserWarning, match="sourced is not trained: pass an instruction_config"):
        assert train(metric, path) == []
    off = InstructionConfig(llm=None, enabled=False)
    assert train(metric, path, DemonstrationConfig(enabled=False), off) == []


def test_annotations_without_a_word_of_people_are_refused(path: Path) -> None:
    """A file of scores alone does not train a metric on its own scores, whether or not there is something to do."""
    rows = json.loads(path.read_text(encoding="utf-8"))["sourced"]
    plain = [{"metric_input": one["metric_input"], "metric_output": one["target"]} for one in rows]
    path.write_text(json.dumps({"sourced": plain}), encoding="utf-8")
    for config in (None, InstructionConfig(llm=planted.judge())):
        with pytest.raises(
            ValueError, match="looked for target, or metric_output with is_accepted, and found"
        ):
            train(planted.metric(), path, instruction_config=config)


def test_both_searches_hold_the_same_samples_out(path: Path) -> None:
    """What the instruction was searched on is not held out when demonstrations are measured."""
    metric = planted.metric(planted.judge())
    config = InstructionConfig(llm=planted.judge(), optimizer=GeneticOptimizer(seed=3, held_out=0.5))
    with pytest.warns(UserWarning, match="keeps its prompts"):
        first, second = train(metric, path, DemonstrationConfig(), config)
    assert (first.after, first.n_train) == (second.before, second.n_train)
    assert first.n_train == 30


def test_labels_in_words_and_blank_ones() -> None:
    """Rows with yes and no in a column "label" train; a blank label is counted, another word is refused."""
    rows = [
        {**one.metric_input, "label": "yes" if one.target else "no"} for one in planted.annotations().samples
    ]
    report = optimize_prompts(planted.metric(), rows, llm=planted.judge())
    assert report.verdict == "better"
    rows[5]["label"] = math.nan
    with pytest.warns(
        UserWarning, match="1 of 60 rows have no label of 'sourced'. Row 5, column 'label': nan"
    ):
        optimize_prompts(planted.metric(), rows, llm=planted.judge())
    rows[5]["label"] = "perhaps"
    with pytest.raises(InputError, match="Row 5, column 'label': 'perhaps' is no value of 'sourced'"):
        optimize_prompts(planted.metric(), rows, llm=planted.judge())
    with pytest.raises(InputError, match="2 of 2 rows have no label"):
        optimize_prompts(planted.metric(), [{"response": "a", "label": None}] * 2, llm=planted.judge())


def test_what_was_trained_is_kept_in_a_file(path: Path, tmp_path: Path) -> None:
    """The prompts of a trained metric are saved, and loaded into another one that then scores alike."""
    metric = planted.metric(planted.judge())
    train(metric, path, DemonstrationConfig())
    metric.prompt.save(tmp_path / "prompt.json")
    other = planted.metric(planted.judge())
    other.prompt = other.prompt.load(tmp_path / "prompt.json")
    assert other.prompt == metric.prompt
    rows = planted.annotations(20, seed=9)
    scores = [[one.score(**row.metric_input).value for row in rows] for one in (metric, other)]
    assert scores[0] == scores[1] == [row.target for row in rows]


@pytest.mark.parametrize("path", [None, "", "annotations.csv"])
def test_only_json_is_read(path: Any) -> None:
    """Another kind of file, or none, is refused."""
    with pytest.raises(ValueError, match=r"JSON file of annotations \(\.json\)"):
        train(planted.metric(), path)


def test_an_unknown_metric_is_named(path: Path) -> None:
    """A file without the metric says which ones it has."""
    metric = AspectCritic("polite", "Is it polite?")
    with pytest.raises(ValueError, match="no annotations of 'polite'; it has 'sourced'"):
        train(metric, path)


def test_every_form_of_annotations_is_taken(path: Path, tmp_path: Path) -> None:
    """Files, rows and annotations lead to the same report; async code awaits it; what is no table is refused."""
    data = planted.annotations()
    rows = [{**one.metric_input, "sourced": one.target} for one in data]
    table = tmp_path / "rows.jsonl"
    table.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    reports = [
        optimize_prompts(planted.metric(), given, GeneticOptimizer(), planted.judge())
        for given in (path, str(path), rows, table, MetricAnnotation.from_json(path)["sourced"])
    ]
    again = asyncio.run(aoptimize_prompts(planted.metric(), data, llm=planted.judge()))
    assert all(report == again for report in reports)
    for wrong in ([1, 2], None, {"response": "a"}):
        with pytest.raises(InputError, match="is no table: give rows as dicts"):
            optimize_prompts(planted.metric(), wrong, llm=planted.judge())  # type: ignore[arg-type]


def test_configs_stand_under_their_old_path() -> None:
    """`ragas.config` is a door; wrong settings are refused; defaults are not shared."""
    assert ragas.config.InstructionConfig is InstructionConfig
    assert ragas.config.DemonstrationConfig is DemonstrationConfig
    assert ragas.config.DEFAULT_OPTIMIZER_CONFIG == {"max_steps": 100}
    assert DemonstrationConfig("embedder", top_k=2).model_dump()["embedding"] == "embedder"
    assert DemonstrationConfig.model_validate({"top_k": 5}).top_k == 5
    assert dict(InstructionConfig("judge"))["llm"] == "judge"
    assert InstructionConfig.model_validate({"llm": None}).optimizer_config == {"max_steps": 100}
    one, other = InstructionConfig(llm=None), InstructionConfig(llm=None)
    assert one.optimizer is not other.optimizer
    with pytest.raises(ValueError, match="'similar'"):
        DemonstrationConfig(technique="similar")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="top_k"):
        DemonstrationConfig(top_k=0)
