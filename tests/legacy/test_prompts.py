"""First-generation metrics give, take, translate, save and load their prompts under the names users know."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from ragas.engine.run_config import RunConfig
from ragas.legacy import metrics as faces
from ragas.legacy import metrics_custom as custom
from ragas.legacy import metrics_judged as judged
from ragas.legacy.metric_types import MetricWithLLM, SingleTurnMetric
from ragas.legacy.prompts import KEYS
from ragas.metrics.base import BaseMetric
from ragas.metrics.collections.faithfulness import Faithfulness
from ragas.metrics.result import MetricResult
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.steps import SPLIT, VERIFY
from ragas.schema.samples import SingleTurnSample
from ragas.testing import ScriptedJudge
from tests.replies import statements, verdicts

STATEMENTS, NLI = "statement_generator_prompt", "n_l_i_statement_prompt"
TURNS = ("single_turn", "multi_turn")
METRICS: list[tuple[Any, set[str]]] = [
    (faces.Faithfulness(), {STATEMENTS, NLI}),
    (faces.NoiseSensitivity(), {STATEMENTS, NLI}),
    (faces.AnswerRelevancy(), {"response_relevance_prompt"}),
    (faces.ContextPrecision(), {"context_precision_prompt"}),
    (faces.LLMContextPrecisionWithReference(), {"context_precision_prompt"}),
    (faces.LLMContextPrecisionWithoutReference(), {"context_precision_prompt"}),
    (faces.ContextUtilization(), {"context_precision_prompt"}),
    (faces.ContextRecall(), {STATEMENTS, "context_recall_classification_prompt"}),
    (faces.ContextEntityRecall(), {"extract_entities_prompt"}),
    (judged.AnswerCorrectness(), {STATEMENTS, "correctness_classifier"}),
    (judged.FactualCorrectness(), {"claim_decomposition_prompt", NLI}),
    (judged.FaithfulnesswithHHEM(), {STATEMENTS}),
    (
        judged.SummarizationScore(),
        {"generate_questions_prompt", "generate_answers_prompt", "extract_keyphrase_prompt"},
    ),
    (judged.LLMSQLEquivalence(), {"equivalence_prompt"}),
    (
        judged.TopicAdherenceScore(),
        {"topic_extraction_prompt", "topic_classification_prompt", "topic_refused_prompt"},
    ),
    (
        judged.AgentGoalAccuracyWithReference(),
        {"infer_goal_outcome_prompt", "compare_outcome_prompt"},
    ),
    (
        judged.AgentGoalAccuracyWithoutReference(),
        {"infer_goal_outcome_prompt", "compare_outcome_prompt"},
    ),
    (judged.AnswerAccuracy(), {"judge1_prompt", "judge2_prompt"}),
    (custom.AspectCritic("a", "b?"), {f"{turn}_aspect_critic_prompt" for turn in TURNS}),
    (custom.SimpleCriteriaScore("a", "b?"), {f"{turn}_simple_criteria_prompt" for turn in TURNS}),
    (custom.RubricsScore(), {f"{turn}_prompt" for turn in TURNS}),
    (custom.InstanceRubrics(), {f"{turn}_prompt" for turn in TURNS}),
    (custom.MultiModalFaithfulness(), {"multi_modal_faithfulness_prompt"}),
    (custom.MultiModalRelevance(), {"multi_modal_relevance_prompt"}),
]
SAMPLE = SingleTurnSample(user_input="q", response="r", retrieved_contexts=["c"])


def translated(prompt: str, response_model: Any) -> dict[str, Any]:
    """A judge that translates every text with its number."""
    count = prompt.count("\n<text ")
    return {
        "translations": [
            {"number": number, "translation": f"tłumaczenie {number}"} for number in range(1, count + 1)
        ]
    }


@pytest.mark.parametrize(("metric", "keys"), METRICS, ids=lambda one: type(one).__name__)
def test_prompts_have_their_old_names(metric: Any, keys: set[str]) -> None:
    """The names are those of earlier versions, and what is set under one reaches the class that scores."""
    prompts = metric.get_prompts()
    assert set(prompts) == keys
    before = {name: one.instruction for name, one in metric.as_metric().get_prompts().items()}
    edited = {key: replace(one, instruction=f"{one.instruction} Be brief.") for key, one in prompts.items()}
    try:
        metric.set_prompts(**edited)
        assert metric.get_prompts() == edited
        after = metric.as_metric().get_prompts()
        assert {name: one.instruction for name, one in after.items()} == {
            name: f"{instruction} Be brief." for name, instruction in before.items()
        }
    finally:
        metric.set_prompts(**prompts)


def test_every_field_with_another_name_exists() -> None:
    """The table of names holds only fields that the classes behind have."""
    cores = {one.__name__: one for metric, _ in METRICS for one in type(metric).core.__mro__}
    for name, keys in KEYS.items():
        known = cores[name].__dataclass_fields__
        assert all(isinstance(known[one].default, JudgePrompt) for one in keys), name


def test_a_set_prompt_is_what_the_judge_reads() -> None:
    """After `set_prompts` the judge is told the new instruction."""
    judge = ScriptedJudge([statements("a"), verdicts(True)])
    metric = faces.Faithfulness(llm=judge)
    metric.set_prompts(n_l_i_statement_prompt=replace(VERIFY, instruction="Judge strictly."))
    assert metric.single_turn_score(SAMPLE) == 1.0
    assert judge.calls[1].prompt.startswith("Judge strictly.")


def test_wrong_prompts_are_refused() -> None:
    """An unknown name lists the names there are; a text is no prompt; nothing is set halfway."""
    metric = faces.Faithfulness()
    other = replace(SPLIT, instruction="Other.")
    with pytest.raises(ValueError, match=f"Faithfulness has no prompt 'nli'; it has {STATEMENTS}, {NLI}"):
        metric.set_prompts(statement_generator_prompt=other, nli=VERIFY)
    with pytest.raises(ValueError, match="is a JudgePrompt, not 'text'"):
        metric.set_prompts(n_l_i_statement_prompt="text")  # type: ignore[arg-type]
    assert metric.get_prompts()[STATEMENTS] is SPLIT


def test_one_prompt_under_two_names_is_set_once() -> None:
    """Two versions of what is one prompt are refused; one name sets both."""
    critic = custom.AspectCritic("a", "b?")
    one = replace(critic.get_prompts()["single_turn_aspect_critic_prompt"], instruction="One.")
    with pytest.raises(ValueError, match="are one prompt of AspectCritic"):
        critic.set_prompts(
            single_turn_aspect_critic_prompt=one,
            multi_turn_aspect_critic_prompt=replace(one, instruction="Two."),
        )
    critic.set_prompts(single_turn_aspect_critic_prompt=one)
    assert critic.get_prompts()["multi_turn_aspect_critic_prompt"] is one


def test_prompts_are_adapted_saved_loaded_and_used(tmp_path: Path) -> None:
    """Adapting and loading change nothing until the prompts are set; files are named metric, prompt, language."""
    metric = faces.Faithfulness()
    judge = ScriptedJudge(translated)
    polish = asyncio.run(metric.adapt_prompts("polish", judge))
    assert len(judge.calls) == 2
    assert set(polish) == {STATEMENTS, NLI}
    assert metric.get_prompts()[NLI] is VERIFY
    metric.set_prompts(**polish)
    metric.save_prompts(tmp_path)
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        f"faithfulness_{NLI}_polish.json",
        f"faithfulness_{STATEMENTS}_polish.json",
    ]
    fresh = faces.Faithfulness()
    loaded = fresh.load_prompts(str(tmp_path), language="polish")
    assert loaded == polish
    assert fresh.get_prompts()[NLI] is VERIFY
    fresh.set_prompts(**loaded)
    assert "tłumaczenie 1" in fresh.as_metric().get_prompts()["nli_statement_prompt"].render({"text": "t"})


def test_one_prompt_under_two_names_is_translated_once() -> None:
    """A critic's prompt for both kinds of sample costs one call, and both names get the same copy."""
    critic = custom.AspectCritic("a", "b?")
    judge = ScriptedJudge(translated)
    adapted = asyncio.run(critic.adapt_prompts("polish", judge, adapt_instruction=True))
    assert len(judge.calls) == 1
    assert len(adapted) == 2
    critic.set_prompts(**adapted)
    assert {one.language for one in critic.get_prompts().values()} == {"polish"}


def test_files_that_are_missing_or_in_the_way(tmp_path: Path) -> None:
    """No directory is a ValueError, a missing file FileNotFoundError; with one file in the way none is written."""
    metric = faces.Faithfulness()
    for call in (metric.save_prompts, metric.load_prompts):
        with pytest.raises(ValueError, match="There is no directory"):
            call(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match=r"_english\.json"):
        metric.load_prompts(tmp_path)
    (tmp_path / f"faithfulness_{NLI}_english.json").touch()
    with pytest.raises(FileExistsError, match="already exists"):
        metric.save_prompts(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_names_that_are_no_file_names(tmp_path: Path) -> None:
    """A metric called after a path stays inside the directory."""
    metric = faces.ContextEntityRecall(name="../a:b")
    metric.save_prompts(tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == [".._a_b_extract_entities_prompt_english.json"]
    assert metric.load_prompts(tmp_path) == metric.get_prompts()


@dataclass
class Own(MetricWithLLM, SingleTurnMetric):
    """A metric as users write them."""

    name: str = "own"
    split: JudgePrompt = field(default=SPLIT)
    split_again: JudgePrompt = field(default=SPLIT)
    shared = VERIFY

    def init(self, run_config: RunConfig) -> None:
        """Nothing to do."""

    @property
    def costly(self) -> str:
        """Must not be read when prompts are looked for."""
        raise AssertionError("read")

    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return 1.0


def test_a_users_own_metric_has_its_prompts(tmp_path: Path) -> None:
    """JudgePrompts among the attributes are found by their names, a second one of a name by its attribute."""
    metric = Own()
    assert metric.get_prompts() == {
        "split_statements": SPLIT,
        "split_again": SPLIT,
        "verify_statements": VERIFY,
    }
    metric.set_prompts(verify_statements=replace(VERIFY, instruction="Mine."))
    assert metric.shared.instruction == "Mine."
    assert Own.shared is VERIFY
    metric.save_prompts(tmp_path)
    assert Own().load_prompts(tmp_path) == metric.get_prompts()


def test_modern_metrics_give_and_take_prompts() -> None:
    """`get_prompts` and `set_prompts` of a collections metric go by its fields, and its signature follows."""
    metric = Faithfulness()
    assert metric.get_prompts() == {"statement_generator_prompt": SPLIT, "nli_statement_prompt": VERIFY}
    before = metric.signature_hash()
    metric.set_prompts(nli_statement_prompt=replace(VERIFY, instruction="Mine."))
    assert metric.nli_statement_prompt.instruction == "Mine."
    assert metric.signature_hash() != before
    with pytest.raises(ValueError, match="Faithfulness has no prompt 'prompt'"):
        metric.set_prompts(prompt=SPLIT)


def test_a_metric_without_prompts() -> None:
    """A metric that asks nothing has no prompts and says so."""

    class Length(BaseMetric):
        async def ascore(self, response: str) -> MetricResult:
            return MetricResult(float(len(response)))

    assert Length().get_prompts() == {}
    with pytest.raises(ValueError, match="Length has no prompt 'a'; it has none"):
        Length().set_prompts(a=SPLIT)
