"""The labelled rows of one metric: verdicts, figures for each kind of label, and the rows that judge and people part on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import isnan
from typing import Any, NamedTuple

from ragas.evaluation.alignment_figures import (
    Figures,
    choose_threshold,
    score_figures,
    share,
    verdict_figures,
)
from ragas.evaluation.alignment_probes import Probe, consistency, length_probe
from ragas.evaluation.label_scale import Scale, good_word
from ragas.evaluation.labels import HumanLabels, LabelValue
from ragas.exceptions import InputError
from ragas.schema.cells import Cell, MetricInfo, Value
from ragas.schema.pairing import ID
from ragas.schema.result import EvaluationResult
from ragas.stats.agreement import confusion, ranks

MOST_GRADES = 12
"""With more different grades than this, scores are measured, not graded, and are compared by their order only."""
GOOD, BAD = "good", "bad"


class Disagreement(NamedTuple):
    """A row on which judge and people differ. `distance` is how far, of words 1."""

    row: int
    question: str
    human: LabelValue
    human_reason: str | None
    score: Value
    verdict: str | None
    judge_reason: str | None
    distance: float


class Compared:
    """The labelled and scored rows of one metric."""

    def __init__(
        self,
        result: EvaluationResult,
        info: MetricInfo,
        scale: Scale,
        labels: HumanLabels,
        rows: list[int],
        seed: int,
        level: float,
    ) -> None:
        self.result, self.info, self.scale, self.labels = result, info, scale, labels
        self.rows, self.seed, self.level = rows, seed, level
        self.cells: list[Cell] = [result.cells[row][info.name] for row in rows]
        self.values: list[Any] = [cell.value for cell in self.cells]
        first = [labels.values[0][row] for row in rows]
        self.human: list[LabelValue] = [one for one in first if one is not None]
        as_written = (labels.as_written or labels.values)[0]
        self.written: list[Any] = [as_written[row] for row in rows]
        words = [isinstance(value, str) for value in self.values]
        if (not all(words) and any(words)) or any(isinstance(value, list) for value in self.values):
            raise InputError(f"The scores of {info.name} are neither all numbers nor all words.")
        self.in_words = all(words)
        if (scale.kind == "graded" and self.in_words) or (scale.kind == "words" and not self.in_words):
            kind = "words" if self.in_words else "numbers"
            raise InputError(
                f"The scores of {info.name} are {kind}, such as {self.values[0]!r}, and the labels such as "
                f"{self.human[0]!r}: they cannot be compared."
            )
        if scale.kind == "binary" and self.in_words and info.two_words is None:
            raise InputError(f"{info.name} gives more than two words, and the labels are of two kinds.")

    def parts(self, threshold: float | None, worst: int, notes: list[str]) -> dict[str, Any]:
        """The parts of an alignment that depend on the scores; what must be said besides is added to `notes`."""
        kinds = {"binary": self._binary, "graded": self._graded, "words": self._words}
        return {"ceiling": self._ceiling(), **kinds[self.scale.kind](threshold, worst, notes)}

    # -- labels of two kinds --------------------------------------------------------------------------------------

    def _binary(self, threshold: float | None, worst: int, notes: list[str]) -> dict[str, Any]:
        good = [one == self.scale.positive for one in self.human]
        up = self.info.higher_is_better
        if self.in_words:
            hoped_for = good_word(self.scale, self.info)
            scores = [float(value == hoped_for) for value in self.values]
        else:
            scores = [float(value) if up else -float(value) for value in self.values]
        used, source, chosen, judged = self._threshold(scores, good, threshold, notes)
        said = [score >= used for score in scores]
        named = [GOOD if one else BAD for one in good]
        verdicts = [GOOD if one else BAD for one in said]
        figures = score_figures(scores, [float(one) for one in good], binary=True, level=self.level)
        figures |= verdict_figures(
            [verdicts[one] for one in judged], [named[one] for one in judged], positive=GOOD, level=self.level
        )
        shown = used if up else -used
        return {
            "figures": figures,
            "second": self._second(verdicts, scores, judged),
            "threshold": None if source == "words" else shown,
            "threshold_from": source,
            "n_threshold": len(chosen),
            "base_rate": share([good[one] for one in judged], self.level),
            "judge_rate": share([said[one] for one in judged], self.level),
            "confusion": _confusion(
                [named[one] for one in judged], [verdicts[one] for one in judged], [GOOD, BAD]
            ),
            "disagreements": self._worst(
                [
                    abs(float(one) - _unit(score, self.info, up, self.in_words))
                    for one, score in zip(good, scores, strict=True)
                ],
                [one != other for one, other in zip(said, good, strict=True)],
                verdicts,
                worst,
            ),
            "probes": self._probes(scores, [float(one) for one in good], used if up else -used),
        }

    def _threshold(
        self, scores: list[float], good: list[bool], given: float | None, notes: list[str]
    ) -> tuple[float, str, list[int], list[int]]:
        """The threshold in the direction of the scores, where it is from, and the rows it was chosen and is judged on."""
        everything = list(range(len(scores)))
        sign = 1 if self.info.higher_is_better else -1
        if self.in_words:
            return 0.5, "words", [], everything
        if given is not None:
            return sign * given, "given", [], everything
        low, high = self.info.bounds or (0.0, 1.0)
        middle = sign * (low + high) / 2
        if set(map(abs, scores)) <= {low, high}:
            return middle, "verdicts", [], everything
        found = choose_threshold(scores, good, [self._key(row) for row in self.rows], self.seed)
        if isnan(found.value):
            notes.append("There are too few labels of both kinds to choose a threshold; the middle is taken.")
            return middle, "middle", [], everything
        return found.value, "chosen", found.chosen_on, found.judged_on

    # -- grades and words -----------------------------------------------------------------------------------------

    def _graded(self, threshold: float | None, worst: int, notes: list[str]) -> dict[str, Any]:
        scores, grades = [float(value) for value in self.values], [float(one) for one in self.human]
        figures = score_figures(scores, grades, binary=False, level=self.level)
        parts: dict[str, Any] = {"figures": figures, "probes": self._probes(scores, grades, None)}
        together = sorted({*scores, *grades})
        if len(together) <= MOST_GRADES:
            figures |= verdict_figures(scores, grades, ordered=True, level=self.level)
            parts["confusion"] = _confusion(grades, scores, together)
            distances = [abs(score - grade) for score, grade in zip(scores, grades, strict=True)]
        else:
            notes.append(
                "Scores are not in the grades of the labels, so only the order is compared; "
                "disagreements are those of rank."
            )
            distances = [
                abs(one - other) / len(scores)
                for one, other in zip(ranks(scores), ranks(grades), strict=True)
            ]
        comparable = "confusion" in parts
        parts["second"] = self._second(scores if comparable else [], scores, list(range(len(scores))))
        parts["disagreements"] = self._worst(distances, [one > 0 for one in distances], None, worst)
        return parts

    def _words(self, threshold: float | None, worst: int, notes: list[str]) -> dict[str, Any]:
        words = [str(value) for value in self.values]
        human = [str(one) for one in self.human]
        differ = [one != other for one, other in zip(words, human, strict=True)]
        order = [str(one) for one in self.info.allowed_values or ()]
        return {
            "figures": verdict_figures(words, human, level=self.level),
            "second": self._second(words, [], list(range(len(words)))),
            "confusion": _confusion(human, words, order),
            "disagreements": self._worst([float(one) for one in differ], differ, words, worst),
            "probes": consistency(self.cells, None, up=True),
        }

    # -- a second annotator ---------------------------------------------------------------------------------------

    def _second(
        self, verdicts: Sequence[Hashable], scores: Sequence[float], judged: Sequence[int]
    ) -> Figures:
        """Judge against the second annotator, on the rows on which it is judged against the first."""
        if len(self.labels.values) < 2:
            return {}
        labels = self.labels.values[1]
        both = [one for one in range(len(self.rows)) if labels[self.rows[one]] is not None]
        if not both:
            return {}
        on = set(judged)
        of_verdicts = [one for one in both if one in on]
        figures: Figures = {}
        if scores:
            numbers = [self._number(labels[self.rows[one]]) for one in both]
            figures |= score_figures(
                [scores[one] for one in both], numbers, binary=self.scale.kind == "binary", level=self.level
            )
        if of_verdicts and verdicts:
            figures |= self._verdicts(
                [verdicts[one] for one in of_verdicts],
                [self._named(labels[self.rows[one]]) for one in of_verdicts],
            )
        return figures

    def _ceiling(self) -> Figures:
        """The annotators against each other, on every row both labelled."""
        if len(self.labels.values) < 2:
            return {}
        pairs = [
            (one, other)
            for one, other in zip(*self.labels.values, strict=True)
            if one is not None and other is not None
        ]
        if not pairs:
            return {}
        first, second = [self._named(one) for one, _ in pairs], [self._named(other) for _, other in pairs]
        figures = self._verdicts(second, first)
        if self.scale.kind != "words":
            numbers = [(self._number(one), self._number(other)) for one, other in pairs]
            one, other = [pair[0] for pair in numbers], [pair[1] for pair in numbers]
            figures |= score_figures(other, one, binary=False, level=self.level)
        return figures

    def _verdicts(self, judge: Sequence[Hashable], human: Sequence[Hashable]) -> Figures:
        return verdict_figures(
            judge,
            human,
            ordered=self.scale.kind == "graded",
            positive=GOOD if self.scale.kind == "binary" else None,
            level=self.level,
        )

    def _named(self, label: LabelValue | None) -> Hashable:
        if self.scale.kind == "binary":
            return GOOD if label == self.scale.positive else BAD
        return float(label) if self.scale.kind == "graded" and label is not None else str(label)

    def _number(self, label: LabelValue | None) -> float:
        return 0.0 if label is None else self.scale.number(label)

    # -- rows -----------------------------------------------------------------------------------------------------

    def _probes(self, scores: list[float], human: list[float], threshold: float | None) -> list[Probe]:
        up = self.info.higher_is_better
        found = consistency(self.cells, threshold, up=up)
        lengths = [_length(self.result.dataset[row]) for row in self.rows]
        if probe := length_probe(scores, human, lengths, self.level):
            found.append(probe)
        return found

    def _worst(
        self, distances: Sequence[float], differ: Sequence[bool], verdicts: Sequence[str] | None, most: int
    ) -> list[Disagreement]:
        order = sorted(range(len(self.rows)), key=lambda one: (-round(distances[one], 9), self.rows[one]))
        return [
            Disagreement(
                row=self.rows[one],
                question=question_of(self.result.dataset[self.rows[one]]),
                human=self.written[one],
                human_reason=self.labels.reasons[0][self.rows[one]],
                score=self.values[one],
                verdict=verdicts[one] if verdicts else None,
                judge_reason=self.cells[one].reason,
                distance=distances[one],
            )
            for one in order
            if differ[one]
        ][:most]

    def _key(self, row: int) -> str:
        own = self.result.dataset[row].extra.get(ID)
        return str(row) if own is None else str(own)


def question_of(sample: Any) -> str:
    """What was asked: of a conversation, what was said first."""
    asked = sample.user_input
    if isinstance(asked, list):
        asked = asked[0].content if asked else None
    return " ".join(asked.split()) if isinstance(asked, str) else ""


def _length(sample: Any) -> int | None:
    """The characters of what was answered."""
    if isinstance(sample.user_input, list):
        return sum(len(one.content) for one in sample.user_input if one.type == "ai")
    return None if sample.response is None else len(sample.response)


def _unit(score: float, info: MetricInfo, up: bool, in_words: bool) -> float:
    """A score of any range between 0 and 1, the good end at 1."""
    if in_words:
        return score
    low, high = info.bounds or (0.0, 1.0)
    part = ((score if up else -score) - low) / ((high - low) or 1.0)
    return part if up else 1 - part


def _confusion(
    true: Sequence[Hashable], said: Sequence[Hashable], order: Sequence[Hashable]
) -> dict[Hashable, dict[Hashable, int]]:
    counts = confusion(true, said)
    names = [one for one in order if one in counts] + [one for one in counts if one not in order]
    return {row: {column: counts[row][column] for column in names} for row in names}
