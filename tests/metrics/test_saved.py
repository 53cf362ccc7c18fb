"""Metrics of one's own to and from files."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from ragas.metrics.discrete import DiscreteMetric
from ragas.metrics.llm_metric import LLMMetric
from ragas.metrics.numeric import NumericMetric
from ragas.metrics.ranking import RankingMetric
from ragas.prompt.few_shot import DynamicFewShotPrompt
from ragas.prompt.simple import Prompt
from ragas.testing import HashEmbeddings, ScriptedJudge

METRICS = [
    DiscreteMetric("tone", ["good", "bad"], 'Like {"a": 1}: {x} 你好'),
    NumericMetric("clarity", (0, 10), Prompt("Rate {x}", [({"x": "é"}, {"clarity": 1})])),
    NumericMetric("stars", range(1, 6), "Rate {x}"),
    RankingMetric("best", 3, "Rank {x}"),
]


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.name)
@pytest.mark.parametrize("name", ["m.json", "m.json.gz"])
def test_a_metric_comes_back_from_its_file(tmp_path: Path, metric: LLMMetric, name: str) -> None:
    """Name, allowed values, prompt and examples; what was saved scores the same."""
    metric.save(tmp_path / name)
    again = type(metric).load(tmp_path / name)
    assert again.signature() == metric.signature()
    assert again.allowed_values == metric.allowed_values
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_file_has_the_known_format(tmp_path: Path) -> None:
    """The keys of version 0.4.3; a tuple is a list."""
    METRICS[1].save(tmp_path / "m.json")
    content = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    assert content["format_version"] == "1.0"
    assert content["metric_type"] == "NumericMetric"
    assert content["name"] == "clarity"
    assert content["config"] == {"allowed_values": [0, 10]}
    assert content["prompt"] == {
        "type": "Prompt",
        "instruction": "Rate {x}",
        "examples": [{"input": {"x": "é"}, "output": {"clarity": 1}}],
    }
    assert content["response_model_info"].keys() == {"class_name", "module", "schema", "note"}


def test_a_file_of_the_earlier_version_is_read(tmp_path: Path) -> None:
    """As 0.4.3 writes it, a prompt that is a bare text included."""
    content: dict[str, Any] = {
        "format_version": "1.0",
        "metric_type": "DiscreteMetric",
        "name": "tone",
        "prompt": {"type": "string", "instruction": "Check {x}", "examples": []},
        "config": {"allowed_values": ["good", "bad"]},
        "response_model_info": None,
    }
    (tmp_path / "m.json.gz").write_bytes(gzip.compress(json.dumps(content).encode()))
    metric = DiscreteMetric.load(tmp_path / "m.json.gz")
    judge = ScriptedJudge([{"reason": "r", "value": "good"}])
    assert metric.score(llm=judge, x="t").value == "good"
    assert judge.calls[0].prompt == "Check t"


def test_where_a_metric_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the working folder, in a folder, under a name without ending: always a .json file."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    for path in (None, "folder", "other"):
        METRICS[0].save(path)
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.json")}
    assert found == {"tone.json", "folder/tone.json", "other.json"}


def test_a_metric_that_chooses_its_examples(tmp_path: Path) -> None:
    """It keeps its settings; the embeddings are passed when it is loaded."""
    prompt = DynamicFewShotPrompt(
        "Check {x}", [({"x": "a"}, {"tone": "good"})], None, HashEmbeddings(), 2, 0.5
    )
    with pytest.warns(UserWarning, match="embedding_model cannot be saved"):
        DiscreteMetric("tone", ["good", "bad"], prompt).save(tmp_path)
    again = DiscreteMetric.load(tmp_path / "tone.json", HashEmbeddings()).prompt
    assert (again.max_similar_examples, again.similarity_threshold) == (2, 0.5)
    with pytest.warns(UserWarning, match="without one the examples added last"):
        DiscreteMetric.load(tmp_path / "tone.json")


def test_what_cannot_be_saved_or_loaded_says_so(tmp_path: Path) -> None:
    """No prompt, a folder that is not there, another kind of metric, a broken file, another format."""
    with pytest.raises(ValueError, match="no prompt"):
        DiscreteMetric("q").save(tmp_path)
    with pytest.raises(ValueError, match="Cannot save metric"):
        METRICS[0].save(tmp_path / "nowhere" / "m.json")
    METRICS[0].save(tmp_path / "m.json")
    with pytest.raises(ValueError, match="holds a DiscreteMetric, not a NumericMetric"):
        NumericMetric.load(tmp_path / "m.json")
    content = json.loads((tmp_path / "m.json").read_text(encoding="utf-8"))
    (tmp_path / "new.json").write_text(json.dumps(content | {"format_version": "9"}), encoding="utf-8")
    with pytest.warns(UserWarning, match="format '9'"):
        DiscreteMetric.load(tmp_path / "new.json")
    (tmp_path / "half.json").write_text(
        json.dumps({"metric_type": "DiscreteMetric", "format_version": "1.0"})
    )
    with pytest.raises(ValueError, match="Cannot load metric"):
        DiscreteMetric.load(tmp_path / "half.json")
    (tmp_path / "broken.json.gz").write_bytes(b"no gzip")
    with pytest.raises(ValueError, match="Cannot load metric"):
        DiscreteMetric.load(tmp_path / "broken.json.gz")


def test_a_failed_save_leaves_the_old_file(tmp_path: Path) -> None:
    """What cannot be written does not destroy what was there."""
    path = tmp_path / "tone.json"
    METRICS[0].save(path)
    before = path.read_bytes()
    with pytest.raises(ValueError, match="Cannot save metric"):
        DiscreteMetric("tone", ["a"], Prompt("{x}", [({"x": object()}, {})])).save(path)
    assert path.read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1
