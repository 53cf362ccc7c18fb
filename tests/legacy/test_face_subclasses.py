"""Subclasses of first-generation metrics that users wrote: dataclasses, and methods that score otherwise."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, fields, replace
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest

from ragas import EvaluationDataset, MultiTurnSample, RunConfig, SingleTurnSample, evaluate
from ragas.legacy import metrics as old
from ragas.legacy.face import CoreFace
from ragas.legacy.metric_types import MetricOutputType, MetricType
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.testing import HashEmbeddings, ScriptedJudge

ROWS = EvaluationDataset.from_list([{"response": "a b", "reference": "a b"}])
SAMPLE = SingleTurnSample(response="a b", reference="a b")
CHAT = EvaluationDataset(
    [
        MultiTurnSample(
            user_input=[
                {"content": "When?", "type": "human"},
                {"content": "", "type": "ai", "tool_calls": [{"name": "find", "args": {}}]},
            ],
            reference_tool_calls=[{"name": "find", "args": {}}],
        )
    ]
)
FACES = [
    one
    for one in vars(old).values()
    if isinstance(one, type) and issubclass(one, CoreFace) and getattr(one, "core", None) is not None
]


def scored(metric: Any, data: EvaluationDataset = ROWS, **models: Any) -> dict[str, Any]:
    """The scores of the first row."""
    scores: dict[str, Any] = evaluate(data, [metric], show_progress=False, **models).scores[0]  # type: ignore[union-attr]
    return scores


class Quarter(old.ExactMatch):
    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return 0.25


class Distance(old.NonLLMStringSimilarity):
    async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
        return 1 - await super()._single_turn_ascore(sample, callbacks)


class Public(old.ExactMatch):
    async def single_turn_ascore(self, *args: Any, **settings: Any) -> float:
        return 0.5


@dataclass
class Calls(old.ToolCallF1):
    async def _multi_turn_ascore(self, sample: MultiTurnSample, callbacks: Any) -> float:
        return 0.3


def test_a_method_that_scores_otherwise_counts_in_a_run() -> None:
    """A run gives the number that the metric gives by itself, under the name of the metric."""
    assert Quarter().single_turn_score(SAMPLE) == 0.25
    assert scored(Quarter()) == {"exact_match": 0.25}
    assert scored(Distance()) == {"non_llm_string_similarity": 0.0}
    assert scored(Public()) == {"exact_match": 0.5}
    assert scored(Calls(), CHAT) == {"tool_call_f1": 0.3}


def test_a_judged_metric_that_scores_otherwise_has_the_judge_of_the_run() -> None:
    """What `super()` asks, it asks the judge that the run lends."""

    class Inverted(old.AspectCritic):
        async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
            return 1 - await super()._single_turn_ascore(sample, callbacks)

    judge = ScriptedJudge([{"reason": "r", "verdict": True}])
    metric = Inverted(name="rude", definition="Is it polite?")
    assert scored(metric, llm=judge) == {"rude": 0.0}
    assert metric.llm is None


def test_a_method_replaced_from_outside_counts() -> None:
    """On an object, or on the class as tests do."""
    metric = old.ExactMatch()
    with patch.object(metric, "_single_turn_ascore", AsyncMock(return_value=0.5)):
        assert scored(metric) == {"exact_match": 0.5}
    with patch.object(old.ExactMatch, "_single_turn_ascore", AsyncMock(return_value=0.75)):
        assert scored(metric) == {"exact_match": 0.75}
    assert scored(metric) == {"exact_match": 1.0}


def test_scoring_of_a_dict_may_be_overridden() -> None:
    """`_ascore`, which takes a sample as a dict, is what a metric scores with where a subclass has it."""

    class Halved(old.ExactMatch):
        async def _ascore(self, row: dict[str, Any], callbacks: Any) -> float:
            assert row == {"response": "a b", "reference": "a b"}
            return await super()._ascore(row, callbacks) / 2

    assert Halved().single_turn_score(SAMPLE) == 0.5
    assert scored(Halved()) == {"exact_match": 0.5}


def test_a_step_that_is_never_called_is_told() -> None:
    """A method that took part in scoring in 0.4.3 and is overridden changes nothing, and the class statement says so."""
    with pytest.warns(UserWarning, match=r"Near\.calculate_similarity is never called") as caught:

        class Near(old.ResponseRelevancy):
            def calculate_similarity(self, question: str, generated: list[str]) -> list[float]:
                return [1.0]

    assert caught[0].filename == __file__

    class Mine(old.ResponseRelevancy):  # calls it by itself
        def calculate_similarity(self) -> float:
            return 0.5

        async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
            return self.calculate_similarity()

    assert Mine().single_turn_score(SAMPLE) == 0.5


def test_init_of_a_subclass_is_called() -> None:
    """A run calls it before it scores."""

    class Ready(old.RougeScore):
        def init(self, run_config: RunConfig) -> None:
            self.mode = "recall"

    metric = Ready()
    assert scored(metric) == {"rouge_score(mode=fmeasure)": 1.0}
    assert metric.mode == "recall"


def test_a_subclass_that_changes_no_scoring_keeps_its_reasons() -> None:
    """It is scored as the class behind it."""

    class Named(old.AspectCritic):
        def __init__(self, **settings: Any) -> None:
            super().__init__(name="polite", definition="Is it polite?", **settings)

    judge = ScriptedJudge([{"reason": "It says please.", "verdict": True}])
    result = evaluate(ROWS, [Named(llm=judge)], show_progress=False)
    assert result.cell(0, "polite").reason == "It says please."  # type: ignore[union-attr]


@pytest.mark.parametrize("face", FACES, ids=lambda face: face.__name__)
def test_a_dataclass_of_a_metric_is_that_metric(face: Any) -> None:
    """`@dataclass class Mine(Metric): pass` has its name, columns, settings, and what is scored with."""
    mine = dataclass(type("Mine", (face,), {"__annotations__": {}}))
    plain = face("n", "d") if issubclass(face, (old.AspectCritic, old.SimpleCriteriaScore)) else face()
    settings = {"name": "n", "definition": "d"} if plain.name == "n" else {}
    made = mine(**settings)
    assert made.name == plain.name
    assert made.get_required_columns(with_optional=True) == plain.get_required_columns(with_optional=True)
    assert made.as_metric().signature() == plain.as_metric().signature()
    assert getattr(made, "output_type", None) == getattr(plain, "output_type", None)
    assert not made.scores_otherwise()


def test_settings_of_a_dataclass() -> None:
    """Settings of the metric are taken, and fields of one's own beside them."""

    @dataclass
    class Precise(old.FactualCorrectness):
        pass

    @dataclass
    class Similar(old.NonLLMStringSimilarity):
        threshold: float = 0.5

        async def _single_turn_ascore(self, sample: SingleTurnSample, callbacks: Any) -> float:
            return float(await super()._single_turn_ascore(sample, callbacks) > self.threshold)

    @dataclass
    class Faithful(old.Faithfulness):
        name: str = "mine"

    assert Precise(mode="precision", max_retries=2).as_metric().mode == "precision"  # type: ignore[attr-defined]
    assert Precise().output_type is MetricOutputType.CONTINUOUS
    assert scored(Similar(threshold=0.9)) == {"non_llm_string_similarity": 1.0}
    assert scored(Similar(threshold=1.0)) == {"non_llm_string_similarity": 0.0}
    assert Faithful().name == "mine"
    assert Faithful().required_columns == {"SINGLE_TURN": {"user_input", "response", "retrieved_contexts"}}


def test_what_a_metric_checks_it_checks_in_a_dataclass_too() -> None:
    """Embeddings that come with another metric, and settings that are refused."""

    @dataclass
    class Correct(old.AnswerCorrectness):
        pass

    @dataclass
    class Similar(old.SemanticSimilarity):
        pass

    embeddings = HashEmbeddings()
    similarity = old.AnswerSimilarity(embeddings=embeddings)
    assert Correct(answer_similarity=similarity).embeddings is embeddings
    with pytest.raises(NotImplementedError, match="Cross encoders"):
        Similar(is_cross_encoder=True)
    with pytest.raises(NotImplementedError, match="Cross encoders"):
        old.SemanticSimilarity(is_cross_encoder=True)


def test_post_init_of_a_subclass_is_called() -> None:
    """With the settings there, in a dataclass and without."""

    class Plain(old.RougeScore):
        def __post_init__(self) -> None:
            super().__post_init__()
            self.name = f"{self.name}_{self.rouge_type}"

    assert Plain().name == dataclass(Plain)().name == "rouge_score_rougeL"


def test_fields_are_the_settings() -> None:
    """`dataclasses.fields` and `replace` see them under their earlier names."""
    assert [one.name for one in fields(old.RougeScore)][:4] == [
        "_required_columns",
        "name",
        "rouge_type",
        "mode",
    ]
    assert "nli_statements_prompt" in {one.name for one in fields(old.Faithfulness)}
    assert replace(old.RougeScore(), rouge_type="rouge1").rouge_type == "rouge1"


PROMPTS: list[tuple[Any, str, str]] = [
    (old.Faithfulness, "nli_statements_prompt", "n_l_i_statement_prompt"),
    (old.LLMContextPrecisionWithReference, "context_precision_prompt", "context_precision_prompt"),
    (old.ContextRecall, "context_recall_prompt", "context_recall_classification_prompt"),
    (old.ContextEntityRecall, "context_entity_recall_prompt", "extract_entities_prompt"),
    (old.AspectCritic, "single_turn_prompt", "single_turn_aspect_critic_prompt"),
    (old.AspectCritic, "multi_turn_prompt", "multi_turn_aspect_critic_prompt"),
    (old.RubricsScore, "single_turn_scoring_prompt", "single_turn_prompt"),
    (old.InstanceRubrics, "multi_turn_prompt", "multi_turn_prompt"),
    (old.ResponseRelevancy, "question_generation", "response_relevance_prompt"),
    (old.FactualCorrectness, "claim_decomposition_prompt", "claim_decomposition_prompt"),
    (old.AnswerCorrectness, "correctness_prompt", "correctness_classifier"),
    (old.NoiseSensitivity, "nli_statements_prompt", "n_l_i_statement_prompt"),
    (old.SummarizationScore, "answer_generation_prompt", "generate_answers_prompt"),
]


@pytest.mark.parametrize(("face", "attribute", "key"), PROMPTS)
def test_prompts_are_attributes_under_their_earlier_names(face: Any, attribute: str, key: str) -> None:
    """They are read, and an edited one is used; what is no JudgePrompt is refused at once."""
    own = {"name": "n", "definition": "d"} if face is old.AspectCritic else {}
    metric = face(**own)
    prompt = getattr(metric, attribute)
    assert isinstance(prompt, JudgePrompt)
    assert metric.get_prompts()[key] is prompt
    edited = replace(prompt, instruction="Be strict.")
    setattr(metric, attribute, edited)
    assert metric.get_prompts()[key] == getattr(metric, attribute) == edited
    refusal = rf"'{attribute}' of {face.__name__} is a JudgePrompt, not a str: .*replace\(metric\.{attribute}"
    with pytest.raises(TypeError, match=refusal):
        setattr(metric, attribute, "Be strict.")
    if face is not old.RubricsScore:  # its constructor has another name for it
        assert getattr(face(**own, **{attribute: edited}), attribute) == edited
        with pytest.raises(TypeError, match=refusal):
            face(**own, **{attribute: "Be strict."})


def test_a_prompt_of_a_dataclass_is_refused_too() -> None:
    """A subclass that brings a prompt of another kind says so when it is made."""

    @dataclass
    class Mine(old.Faithfulness):
        nli_statements_prompt: Any = field(default_factory=lambda: "Be strict.")

    with pytest.raises(TypeError, match="'nli_statements_prompt' of Mine is a JudgePrompt"):
        Mine()


def test_what_is_no_setting_is_no_attribute() -> None:
    """A name that a metric does not have is an AttributeError."""
    with pytest.raises(AttributeError, match="'Faithfulness' object has no attribute 'nli_prompt'"):
        _ = old.Faithfulness().nli_prompt


def asked(metric: Any) -> str:
    """What the judge was told of a row, by the metric itself and in a run."""
    sample = SingleTurnSample(user_input="A question?", response="An answer.")
    alone, inside = (ScriptedJudge([{"reason": "r", "verdict": True}]) for _ in range(2))
    metric.llm = alone
    asyncio.run(metric.single_turn_ascore(sample))
    metric.llm = inside
    scored(metric, EvaluationDataset([sample]))
    assert alone.calls == inside.calls
    return alone.calls[0].prompt


def test_a_judge_sees_the_declared_columns() -> None:
    """Columns left out of `required_columns` are not told to the judge."""
    every = old.AspectCritic("tone", "Is it polite?")
    assert "A question?" in asked(every)
    only = {MetricType.SINGLE_TURN: {"response"}}
    for metric in (
        old.AspectCritic("tone", "Is it polite?", required_columns=only),
        old.AspectCritic("tone", "Is it polite?"),
    ):
        metric.required_columns = only  # type: ignore[assignment]  # keyed by kind, read by its name
        assert metric.required_columns == {"SINGLE_TURN": {"response"}}
        told = asked(metric)
        assert "A question?" not in told
        assert "An answer." in told


def test_a_declared_column_is_asked_for() -> None:
    """A dataset without a column that was made a required one is refused."""
    metric = old.AspectCritic("tone", "Is it?", required_columns={MetricType.SINGLE_TURN: {"user_input"}})
    with pytest.raises(ValueError, match="tone needs user_input"):
        scored(metric, llm=ScriptedJudge())


def test_columns_left_out_are_settings_of_a_run() -> None:
    """So a run does not go on with scores of other columns, and a comparison names the difference."""
    every = old.AspectCritic("tone", "Is it polite?")
    only = old.AspectCritic("tone", "Is it polite?", required_columns={MetricType.SINGLE_TURN: {"response"}})
    data = EvaluationDataset([SingleTurnSample(user_input="q", response="An answer.")])
    first, second = (
        evaluate(data, [one], llm=ScriptedJudge([{"reason": "r", "verdict": True}]), show_progress=False)
        for one in (every, only)
    )
    assert "columns left out" not in first.metrics[0].signature
    assert "user_input" in second.metrics[0].signature["columns left out"]


def test_arguments_of_tool_calls_are_scored_as_a_subclass_scores() -> None:
    """A metric handed on to another one keeps the scoring it was given."""
    asked = {"name": "find", "args": {"place": "x"}}
    chat = EvaluationDataset(
        [
            MultiTurnSample(
                user_input=[
                    {"content": "When?", "type": "human"},
                    {"content": "", "type": "ai", "tool_calls": [asked]},
                ],
                reference_tool_calls=[asked],
            )
        ]
    )
    metric = old.ToolCallAccuracy()
    metric.arg_comparison_metric = Quarter()
    assert scored(metric, chat) == {"tool_call_accuracy": 0.25}
