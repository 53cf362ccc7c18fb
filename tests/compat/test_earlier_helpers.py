"""Small functions that code for 0.4.3 imports: they are where they were, and give what they gave."""

from __future__ import annotations

import asyncio
import math
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from ragas import Experiment, utils
from ragas.cli import (
    calculate_aggregated_metrics,
    create_categorical_metrics_table,
    create_numerical_metrics_table,
    extract_metrics_from_experiment,
    load_eval_module,
    run_experiments,
    separate_metrics_by_type,
)
from ragas.prompt.utils import extract_json, get_all_strings, update_strings

PROMPTS = {
    "answer_accuracy": "answer_accuracy_judge1_prompt answer_accuracy_judge2_prompt",
    "answer_correctness": "correctness_classifier_prompt",
    "answer_relevance": "answer_relevancy_prompt",
    "common": "nli_statement_prompt statement_generator_prompt",
    "context_entity_recall": "extract_entities_prompt",
    "context_recall": "context_recall_prompt",
    "context_relevance": "context_relevance_judge1_prompt context_relevance_judge2_prompt",
    "factual_correctness": "claim_decomposition_prompt",
    "noise_sensitivity": "nli_statement_prompt",
    "response_groundedness": "response_groundedness_judge1_prompt response_groundedness_judge2_prompt",
    "summary_score": "extract_keyphrases_prompt generate_answers_prompt generate_questions_prompt",
}


@pytest.mark.parametrize("module", PROMPTS)
def test_prompts_are_texts_of_what_is_asked(module: str) -> None:
    """Each prompt function takes its earlier arguments and gives a text with every one of them in it."""
    found = import_module(f"ragas.prompt.metrics.{module}")
    assert found.__all__ == PROMPTS[module].split()
    for name in found.__all__:
        function = getattr(found, name)
        known = function.__code__.co_varnames[: function.__code__.co_argcount]
        given: dict[str, Any] = {
            one: [f"first {one}", f"second {one}"] if one.endswith(("s", "statements")) else f"a {one}"
            for one in known
        }
        given |= {one: "low" for one in ("atomicity", "coverage") if one in known}
        text = function(**given)
        unread = {"question"} if name in ("correctness_classifier_prompt", "context_recall_prompt") else set()
        for one, value in given.items():
            texts = [value] if isinstance(value, str) else value
            assert one in unread | {"atomicity", "coverage"} or all(part in text for part in texts)


def test_prompt_of_a_metric_is_the_one_it_asks() -> None:
    """A claim prompt follows its levels, as the metric does."""
    prompts = import_module("ragas.prompt.metrics")
    low = prompts.claim_decomposition_prompt("It opens at ten.")
    assert low != prompts.claim_decomposition_prompt("It opens at ten.", atomicity="high")
    assert prompts.BasePrompt.__name__ == "PydanticPrompt"


class Inner(BaseModel):
    text: str
    more: dict[str, list[str]]


def test_texts_of_objects_are_found_and_replaced() -> None:
    """All texts of models, dicts and lists come in order; replacing keeps the rest and goes by place, not by equality."""
    given = {"a": ["x", Inner(text="y", more={"k": ["x"]})], "n": 3}
    assert get_all_strings(given) == ["x", "y", "x"]
    changed = update_strings(given, ["x", "y", "x"], ["1", "2", "3"])
    assert changed == {"a": ["1", Inner(text="2", more={"k": ["3"]})], "n": 3}
    assert get_all_strings(given) == ["x", "y", "x"]
    with pytest.raises(ValueError, match="must be the same"):
        update_strings(["a"], ["a"], [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('say ```json\n{"a": 1}\n``` so', '{"a": 1}'),
        ('a {"b": "}\\"]"} c', '{"b": "}\\"]"}'),
        ("none", "none"),
        ("[1, {2: [3]}] [4]", "[1, {2: [3]}]"),
        ('{"cut": 1', '{"cut": 1'),
    ],
)
def test_json_is_cut_out_of_texts(text: str, found: str) -> None:
    """The first object or list is found whole, whatever its texts hold; where there is none, the text comes back."""
    assert extract_json(text) == found


def test_figures_of_experiments_have_their_earlier_form(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The functions of `ragas.cli` take and give what they did, but a value that is missing is never a zero."""
    rows = Experiment(
        "one", "inmemory", data=[{"a": 1.0, "b": "x"}, {"a": 0.5, "b": "y"}, {"a": None, "b": "x"}]
    )
    values = extract_metrics_from_experiment(rows, ["a", "b"])
    now = calculate_aggregated_metrics(values | {"none": []})
    assert (now["a"], now["b"]) == ({"score": 0.75}, {"score": {"x": 2, "y": 1}})
    assert math.isnan(now.pop("none")["score"])
    numbers, words = separate_metrics_by_type(now, {"a": {"score": 0.35}})
    assert numbers == {"a": {"current": 0.75, "baseline": 0.35}}
    assert words == {"b": {"current": {"x": 2, "y": 1}}}
    assert [one.header for one in create_numerical_metrics_table(numbers, True).columns] == [
        "Metric",
        "Current",
        "Baseline",
        "Delta",
        "Gate",
    ]
    assert create_categorical_metrics_table(words).row_count == 2
    file = tmp_path / "held.py"
    file.write_text("x = 1\n")
    assert load_eval_module(str(file)).x == 1

    class Rows(list[Any]):
        def load(self) -> None: ...

    class Project:
        def get_dataset(self, dataset_name: str, model: type) -> Rows:
            return Rows([1])

    class Runner:
        async def run_async(self, dataset: Rows, name: str | None) -> Experiment:
            return rows

    asyncio.run(run_experiments(Project(), Runner(), "d", dict, metrics="a,b"))
    assert "0.750" in capsys.readouterr().out


def test_small_functions_give_what_they_gave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions of `ragas.utils` give their earlier values."""
    assert utils.camel_to_snake("AnswerRelevancy") == "answer_relevancy"
    assert list(utils.batched([1, 2, 3], 2)) == [(1, 2), (3,)]
    with pytest.raises(ValueError, match="n must be at least one"):
        utils.batched([1], 0)
    assert utils.get_from_dict({"a": {"b": 1}}, "a.b") == 1
    assert utils.get_from_dict({"a": 1}, "a.b", 5) == 5
    assert utils.get_or_init({}, "k", lambda: 3) == 3
    assert utils.safe_nanmean([1.0, math.nan]) == 1.0
    assert math.isnan(utils.safe_nanmean([]))
    assert utils.check_if_sum_is_close([0.3, 0.7], 1, 3)
    assert not utils.is_nan("x")
    assert utils.convert_row_v1_to_v2({"question": "q", "ground_truth": "g", "more": 1}) == {
        "user_input": "q",
        "reference": "g",
    }
    assert len(utils.create_nano_id(7)) == 7
    assert (
        utils.num_tokens_from_string("abc", tokenizer=type("T", (), {"encode": lambda _, text: [*text]})())
        == 3
    )
    assert utils.memorable_names.generate_name()
    assert import_module("ragas.backends.utils").memorable_names is utils.memorable_names
    with pytest.raises(ValueError, match="No git repository found"):
        utils.find_git_root(tmp_path)
    (tmp_path / ".git").mkdir()
    assert utils.find_git_root(tmp_path / ".git") == tmp_path
    monkeypatch.setenv("RAGAS_CACHE_HOME", "here")
    assert utils.get_cache_dir() == "here"
    assert set(utils.__all__) == set(dir(utils))


def test_what_goes_warns() -> None:
    """`deprecated` and `DeprecationHelper` warn at the caller's line and pass everything on."""

    @utils.deprecated("0.1", removal="0.2", alternative="other")
    def old(x: int) -> int:
        return x + 1

    with pytest.warns(
        DeprecationWarning, match="old is deprecated since 0.1 and will be removed in 0.2. Use other"
    ) as told:
        assert old(1) == 2
    assert told[0].filename == __file__
    with pytest.raises(ValueError, match="must have a scheduled removal"):
        utils.deprecated("0.1")
    with pytest.warns(DeprecationWarning, match="use Inner"):
        assert utils.DeprecationHelper(Inner, "use Inner")(text="a", more={}) == Inner(text="a", more={})

    async def later(x: int) -> int:
        return x + 1

    assert utils.async_to_sync(later)(1) == 2


def test_columns_of_metrics_have_their_first_names() -> None:
    """A legacy metric's columns come under the names of the first generation."""
    from ragas.legacy.metrics import faithfulness

    assert set(utils.get_required_columns_v1(faithfulness)) == {"question", "answer", "contexts"}
    assert utils.get_metric_language(faithfulness) == "english"
