"""The sample rows and their labels agree with each other and with what their README says."""

from __future__ import annotations

import json
import re
import string
from collections import Counter
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "examples"
KINDS = ("invented_claim", "changed_number", "swapped_entity", "negation", "off_question", "missing_part")
UNFAITHFUL = {"invented_claim", "changed_number", "swapped_entity", "negation"}
INCOMPLETE = {"off_question", "missing_part"}


def read(name: str) -> list[dict[str, Any]]:
    lines = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


SAMPLES = read("samples.jsonl")
LABELS = read("labels.jsonl")
PAIRS = [pytest.param(sample, label, id=label["id"]) for sample, label in zip(SAMPLES, LABELS, strict=True)]


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:[.,:]\d+)*", text))


def test_sixty_rows_in_the_same_order() -> None:
    """Samples and labels are 60 rows with the same unique ids, fifteen of each domain."""
    ids = [sample["id"] for sample in SAMPLES]
    assert ids == [label["id"] for label in LABELS]
    assert len(set(ids)) == 60
    assert Counter(label["domain"] for label in LABELS) == dict.fromkeys(
        ("manual", "handbook", "leaflet", "minutes"), 15
    )
    assert all(label["id"].startswith(label["domain"] + "-") for label in LABELS)


def test_five_faults_of_each_kind() -> None:
    """Half of the answers are right; the others spread over six kinds of fault, all domains, and some languages."""
    assert Counter(label["fault"] for label in LABELS) == {"ok": 30, **dict.fromkeys(KINDS, 5)}
    for domain in ("manual", "handbook", "leaflet", "minutes"):
        assert {label["fault"] for label in LABELS if label["domain"] == domain} == {"ok", *KINDS}
    foreign = [label for label in LABELS if label["language"] != "en"]
    assert len({label["language"] for label in foreign}) == len(foreign) == 10
    assert sum(label["fault"] != "ok" for label in foreign) == 3


def test_files_are_readable_text() -> None:
    """Other scripts stand in the files as themselves, not as escapes."""
    for name in ("samples.jsonl", "labels.jsonl"):
        assert "\\u" not in (FOLDER / name).read_text(encoding="utf-8")
    assert any("グラインダー" in sample["reference"] for sample in SAMPLES)


@pytest.mark.parametrize(("sample", "label"), PAIRS)
def test_columns(sample: dict[str, Any], label: dict[str, Any]) -> None:
    """Each row has all columns, and its chunk ids stand beside the chunks they name."""
    assert list(sample) == [
        "id", "user_input", "retrieved_contexts", "response", "reference",
        "reference_contexts", "retrieved_context_ids", "reference_context_ids",
    ]  # fmt: skip
    assert all(sample[column].strip() for column in ("user_input", "response", "reference"))
    chunks, ids = sample["retrieved_contexts"], sample["retrieved_context_ids"]
    assert 3 <= len(chunks) == len(ids) == len(set(ids)) <= 6
    named = dict(zip(ids, chunks, strict=True))
    for chunk_id, chunk in zip(sample["reference_context_ids"], sample["reference_contexts"], strict=True):
        assert named.get(chunk_id, chunk) == chunk
    for chunk in chunks:
        # Chinese and Japanese have no spaces: there, characters are counted.
        size = len(chunk) / 2 if label["language"] in ("zh", "ja") else len(chunk.split())
        assert 30 <= size <= 120


@pytest.mark.parametrize(("sample", "label"), PAIRS)
def test_useful_chunks(sample: dict[str, Any], label: dict[str, Any]) -> None:
    """Useful chunks are positions in the row and include each reference chunk that was retrieved."""
    useful = label["useful_chunks"]
    assert useful == sorted(set(useful))
    assert all(0 <= position < len(sample["retrieved_contexts"]) for position in useful)
    ids = sample["retrieved_context_ids"]
    gold = {ids.index(chunk_id) for chunk_id in sample["reference_context_ids"] if chunk_id in ids}
    assert gold <= set(useful)
    assert bool(useful) == (label["id"] != "manual-15")
    missed = set(sample["reference_context_ids"]) - set(ids)
    assert bool(missed) == (label["id"] in ("handbook-12", "minutes-05"))


@pytest.mark.parametrize(("sample", "label"), PAIRS)
def test_fault_stands_in_the_answer(sample: dict[str, Any], label: dict[str, Any]) -> None:
    """The planted words occur once in the answer and what they replaced does not; the flags follow from the kind."""
    fault, planted, original = label["fault"], label["planted"], label["original"]
    assert label["faithful"] is (fault not in UNFAITHFUL)
    assert label["complete"] is (fault not in INCOMPLETE)
    assert label["on_question"] is (fault != "off_question")
    assert (planted is not None) is (fault in UNFAITHFUL)
    assert (original is not None) is (fault in UNFAITHFUL - {"invented_claim"} | {"missing_part"})
    if planted is not None:
        assert sample["response"].count(planted) == 1
        assert planted not in sample["reference"]
    if original is not None:
        assert original not in sample["response"]
    source = "\n".join(sample["retrieved_contexts"])
    if fault == "changed_number":
        assert original in source
        assert planted not in source
        assert numbers(planted).isdisjoint(numbers(source))
    if fault == "swapped_entity":
        # Both names are in the chunks, so only their places tell right from wrong.
        for name in (original, planted):
            assert name.casefold().split()[-1] in source.casefold()


@pytest.mark.parametrize(("sample", "label"), PAIRS)
def test_figures_of_faithful_answers_have_a_source(sample: dict[str, Any], label: dict[str, Any]) -> None:
    """Each figure in a faithful answer occurs in the chunks or in the question."""
    if label["faithful"]:
        known = numbers("\n".join([*sample["retrieved_contexts"], sample["user_input"]]))
        # The name of the machine, K4, is not a figure.
        assert numbers(sample["response"].replace("K4", "")) <= known


def undone(sample: dict[str, Any], label: dict[str, Any]) -> str:
    """Take the fault out of an answer: what it would have been as a right one."""
    response, planted, original = sample["response"], label["planted"], label["original"]
    if planted is not None:
        return str(response.replace(planted, original or ""))
    return f"{response} {original or ''}"


def content_words(text: str, language: str) -> set[str]:
    """Return the longer words and the figures; in Chinese and Japanese, the pairs of characters."""
    if language in ("zh", "ja"):
        letters = re.sub(r"\W", "", text)
        return {letters[start : start + 2] for start in range(len(letters) - 1)}
    # Not \w+: it would cut words of Hindi at their vowel signs.
    words = (word.strip(string.punctuation + "।،؟«»¿¡") for word in text.lower().split())
    return {word for word in words if len(word) > 3 or numbers(word)}


def closeness(sample: dict[str, Any], label: dict[str, Any]) -> float:
    """Share of the answer's content words, its fault undone, that occur in the row's chunks."""
    words = content_words(undone(sample, label), label["language"])
    source = "\n".join([*sample["retrieved_contexts"], *sample["reference_contexts"]])
    return len(words & content_words(source, label["language"])) / len(words)


def test_right_and_faulty_answers_keep_alike_to_their_sources() -> None:
    """Style does not give a fault away: but for the fault, both groups are equally close to their chunks."""
    close: dict[str, list[float]] = {kind: [] for kind in ("ok", *KINDS)}
    for sample, label in zip(SAMPLES, LABELS, strict=True):
        close[label["fault"]].append(closeness(sample, label))
    right, faulty = close["ok"], [share for kind in KINDS for share in close[kind]]
    assert abs(mean(right) - mean(faulty)) < 0.06
    readme = " ".join((FOLDER / "README.md").read_text(encoding="utf-8").split())
    assert f"{mean(right):.0%} of the longer words and figures".replace("%", " %") in readme
    assert f"{mean(faulty):.0%} of those of faulty ones".replace("%", " %") in readme
    # About three in ten are freely worded, in each group and hence one or two of five in each kind of fault.
    for group in (right, faulty):
        assert 0.25 < sum(share < 0.6 for share in group) / len(group) < 0.35
    for kind in KINDS:
        assert sum(share < 0.6 for share in close[kind]) in (1, 2)


def test_counting_shared_words_is_not_enough() -> None:
    """Word overlap with the chunks tells faithful from unfaithful answers as badly as the README says."""

    def overlap(sample: dict[str, Any]) -> float:
        words = set(re.findall(r"\w+", sample["response"].lower()))
        source = set(re.findall(r"\w+", " ".join(sample["retrieved_contexts"]).lower()))
        return len(words & source) / len(words)

    scores: dict[bool, list[float]] = {True: [], False: []}
    for sample, label in zip(SAMPLES, LABELS, strict=True):
        scores[label["faithful"]].append(overlap(sample))
    auroc = mean((a > b) + (a == b) / 2 for a in scores[True] for b in scores[False])
    assert f"AUROC of {auroc:.2f}" in (FOLDER / "README.md").read_text(encoding="utf-8")


def test_leave_policy_values() -> None:
    """The expected values of the worked sample follow from its verdicts."""
    case = json.loads((FOLDER / "leave_policy.json").read_text(encoding="utf-8"))
    sample, judge, expected = case["sample"], case["judge"], case["expected"]

    def share(items: list[dict[str, Any]]) -> float:
        return len([item for item in items if item["supported"]]) / len(items)

    def average_precision(useful: list[bool]) -> float:
        hits = [sum(useful[: i + 1]) / (i + 1) for i, verdict in enumerate(useful) if verdict]
        return sum(hits) / len(hits) if hits else 0.0

    assert share(judge["response_statements"]) == pytest.approx(expected["faithfulness"])
    assert share(judge["reference_statements"]) == pytest.approx(expected["context_recall"])
    assert average_precision([chunk["useful"] for chunk in judge["chunks"]]) == pytest.approx(
        expected["context_precision"]
    )
    for order in case["context_precision_by_order"]:
        assert average_precision(order["useful"]) == pytest.approx(order["expected"])
    for item in judge["response_statements"] + judge["reference_statements"]:
        assert item["supported"] is (item["quote"] is not None)
        if item["quote"] is not None:
            assert item["quote"] in sample["retrieved_contexts"][item["chunk"]]
    retrieved, wanted = set(sample["retrieved_context_ids"]), set(sample["reference_context_ids"])
    assert len(retrieved & wanted) / len(retrieved) == pytest.approx(expected["id_based_context_precision"])
    assert len(retrieved & wanted) / len(wanted) == pytest.approx(expected["id_based_context_recall"])
