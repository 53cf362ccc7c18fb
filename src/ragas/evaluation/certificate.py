"""The certificate of a judge: what it was measured to be worth, and for which scores that holds."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, FiniteFloat, TypeAdapter, ValidationError

from ragas._version import version
from ragas.evaluation.alignment import LEAST_LEVEL, Alignment
from ragas.evaluation.alignment_figures import SHARES
from ragas.exceptions import InputError
from ragas.schema.cells import MetricInfo
from ragas.schema.comparison import differences
from ragas.schema.paths import expanded
from ragas.schema.saved import plain
from ragas.schema.writing import encodable_json, replacing

FORMAT = "ragas judge certificate 1"
FILE = "judge.cert.json"
CHANCE = {
    "kappa": 0.0,
    "weighted_kappa": 0.0,
    "alpha": 0.0,
    "spearman": 0.0,
    "auroc": 0.5,
    "balanced_accuracy": 0.5,
}
"""The figures that tell agreement from chance, those told first before the others, and what they are at chance level."""
REPEATS = "repeats"
"""The part of a signature in which a run may differ upwards: judged more often, a judge does not become worse."""


class _Figure(BaseModel):
    value: FiniteFloat | None
    low: FiniteFloat | None
    high: FiniteFloat | None
    n: int = Field(ge=1)


class _Labels(BaseModel):
    hash: str
    labelled: int
    scored: int


class _Measured(BaseModel):
    """What must be in the alignment of a certificate to rely on it."""

    metric: str
    judge: str | None
    level: float = Field(ge=LEAST_LEVEL, lt=1.0)
    labels: _Labels
    figures: dict[str, _Figure]


@dataclass(frozen=True)
class Certificate:
    """How far the scores of one metric, made in one way by one judge, agree with labels of people.

    `signature` is what the scores depend on, `prompt_hash` the hash of what the judge was told, `labels_hash` that of
    the labels. `required` are the figures that were asked for, `passed` says whether all were reached. `file` is where
    it was read from.
    """

    metric: str
    judge: str | None
    embeddings: str | None
    signature: dict[str, Any]
    prompt_hash: str
    labels_hash: str
    ragas_version: str
    made: str
    alignment: dict[str, Any]
    required: dict[str, float] = field(default_factory=dict)
    passed: bool = True
    allowed_values: list[Any] | None = None
    higher_is_better: bool = True
    file: str = field(default="", compare=False)

    @property
    def agreement(self) -> list[str]:
        """The figures that tell agreement from chance, of those that could be computed."""
        figures = self.alignment.get("figures") or {}
        return [name for name in CHANCE if figures.get(name, {}).get("value") is not None]

    @property
    def worth(self) -> str:
        """How far the judge agrees with people: "kappa 0.612 (95 % 0.480 to 0.744) on 120 labels, 0.5 required"."""
        figures = self.alignment.get("figures") or {}
        name = next(iter([*self.required, *self.agreement]), None)
        if name is None or (figure := figures.get(name) or {}).get("value") is None:
            return "nothing is said of its agreement"
        between = ""
        if figure.get("low") is not None:
            level = 100 * self.alignment["level"]
            between = f" ({level:g} % {figure['low']:.3f} to {figure['high']:.3f})"
        wanted = f"{self.required[name]:g} required" if name in self.required else "nothing required"
        said = f"{name} {figure['value']:.3f}{between} on {figure['n']} labels, {wanted}"
        low = figure.get("low")
        by_chance = name in CHANCE and (low is None or low <= CHANCE[name])
        return f"{said}, agreement is not shown to be better than chance" if by_chance else said

    @property
    def told(self) -> str:
        """What it is worth, with the file that says so."""
        return f"{self.worth} ({self.file})" if self.file else self.worth

    def misfits(self, info: MetricInfo) -> list[str]:
        """Why this certificate does not speak for the scores of a metric of a run; empty if it does."""
        if info.name != self.metric:
            return [f"it is of {self.metric}"]
        measured = MetricInfo(
            self.metric,
            tuple(self.allowed_values) if self.allowed_values else None,
            self.higher_is_better,
            judge=self.judge,
            embeddings=self.embeddings,
            signature=self.signature,
        )
        found = [
            f"{one.part} was {one.before!r} when the judge was measured and is {one.after!r}"
            for one in differences(measured, info)
            if not (one.part == REPEATS and (one.after or 1) >= (one.before or 1))
        ]
        if not (self.passed and reached(self.alignment.get("figures") or {}, self.required)):
            wanted = ", ".join(f"{name} {value:g}" for name, value in self.required.items())
            found.append(f"the judge did not reach what was required of it ({wanted})")
        if not self.agreement:
            found.append("no figure of its agreement can be computed, as where all labels are the same")
        return found

    def to_dict(self) -> dict[str, Any]:
        """What is written, by name."""
        return {name: one for name, one in self.__dict__.items() if name != "file"}


def certify(alignment: Alignment, required: Mapping[str, float] | None = None) -> Certificate:
    """The certificate of what was measured.

    Args:
        alignment: what `align` found.
        required: the least that figures must be: `{"kappa": 0.6}`. The lower end of the interval must reach it; a
            figure without an interval reaches nothing.

    Raises:
        InputError: there is no such figure.
    """
    required = dict(required or {})
    if unknown := [name for name in required if name not in alignment.figures]:
        raise InputError(f"There is no figure {unknown[0]!r}; there are {', '.join(alignment.figures)}.")
    info = alignment.info
    signature: dict[str, Any] = json.loads(json.dumps(plain(info.signature)))
    # without rows: a certificate is kept with the code, where the data may not belong
    measured = {name: one for name, one in alignment.to_dict().items() if name != "disagreements"}
    return Certificate(
        metric=info.name,
        judge=info.judge,
        embeddings=info.embeddings,
        signature=signature,
        prompt_hash=prompt_hash(signature),
        labels_hash=alignment.labels.hash,
        ragas_version=version,
        made=datetime.now(UTC).isoformat(timespec="seconds"),
        alignment=measured,
        required=required,
        passed=reached(measured["figures"], required),
        allowed_values=list(info.allowed_values) if info.allowed_values else None,
        higher_is_better=info.higher_is_better,
    )


def reached(figures: Mapping[str, Mapping[str, Any]], required: Mapping[str, float]) -> bool:
    """Whether figures surely are what is required: the low ends of their intervals are. Without one nothing is sure."""
    lows = {name: figures.get(name, {}).get("low") for name in required}
    return all((low := lows[name]) is not None and low >= least for name, least in required.items())


def prompt_hash(signature: Mapping[str, Any]) -> str:
    """The first 12 hex digits of the hash of what the judge is told and how it is set, the models and version apart."""
    parts = {
        name: one
        for name, one in signature.items()
        if name not in ("judge", "embeddings", "version", REPEATS)
    }
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:12]


def write_certificate(certificate: Certificate, path: str | Path = FILE) -> Path:
    """Write a certificate as JSON."""
    path = expanded(path)
    content = {"format": FORMAT, **certificate.to_dict()}
    content["content_hash"] = _content_hash(json.loads(encodable_json(content)))
    with replacing(path) as file:
        file.write(encodable_json(content, indent=2) + "\n")
    return path


def read_certificate(path: str | Path = FILE) -> Certificate:
    """Read what `write_certificate` wrote.

    Raises:
        InputError: there is no such file, it is no certificate, or what it says does not fit together.
    """
    path = expanded(path)
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(f"There is no certificate {str(path)!r}; `ragas align` writes one.") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{str(path)!r} cannot be read as a certificate: {error}") from None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise InputError(f"{str(path)!r} is no certificate of a judge; `ragas align` writes one.")
    seal, whole = content.pop("content_hash", None), _content_hash(content)
    del content["format"]
    try:
        TypeAdapter(Certificate).validate_json(json.dumps(content), strict=True)
        _Measured.model_validate_json(json.dumps(content["alignment"]), strict=True)
        certificate = Certificate(**{**content, "file": str(path)})
        if damage := _contradiction(certificate):
            raise TypeError(damage)
        if seal != whole:
            raise TypeError("it is not as `ragas align` wrote it; write it anew instead of changing it")
    except (ValidationError, TypeError) as error:
        said = str(error)
        if isinstance(error, ValidationError):
            first = error.errors()[0]
            said = f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
        raise InputError(f"{str(path)!r} is a damaged certificate: {said}") from None
    return certificate


def _contradiction(certificate: Certificate) -> str:
    """What in a certificate cannot be true of one that was measured; empty if all can."""
    measured = certificate.alignment
    for name, ours, theirs in (
        ("prompt_hash", certificate.prompt_hash, prompt_hash(certificate.signature)),
        ("metric", certificate.metric, measured["metric"]),
        ("judge", certificate.judge, measured["judge"]),
        ("labels_hash", certificate.labels_hash, measured["labels"]["hash"]),
        ("passed", certificate.passed, reached(measured["figures"], certificate.required)),
    ):
        if ours != theirs:
            return f"{name} is {ours!r}, and by the rest of the file {theirs!r}"
    if not isinstance(certificate.signature.get(REPEATS) or 1, int):
        return f"{REPEATS} is no number in the signature"
    labelled, scored = measured["labels"]["labelled"], measured["labels"]["scored"]
    if scored > labelled:
        return f"{scored} rows are scored, and only {labelled} are labelled"
    for name, figure in measured["figures"].items():
        low, value, high = figure["low"], figure["value"], figure["high"]
        least = 0.0 if name in SHARES else -1.0
        if any(one is not None and not least <= one <= 1.0 for one in (low, value, high)):
            return f"the figure {name} is not between {least:g} and 1"
        if figure["n"] > scored:
            return f"the figure {name} is of {figure['n']} rows, and only {scored} are scored"
        if (low is None) != (high is None) or (low is not None and value is None):
            return f"the figure {name} is not whole"
        if low is not None and not low - 1e-9 <= value <= high + 1e-9:
            return f"the figure {name} is {value}, outside its interval of {low} to {high}"
    return ""


def _content_hash(content: Mapping[str, Any]) -> str:
    """The first 12 hex digits of the hash of what a file says. It shows changes by hand, not forgery."""
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:12]


def fitting(info: MetricInfo, certificates: Sequence[Certificate]) -> list[Certificate]:
    """The certificates that speak for the scores of a metric, that on most labels first, of as many the latest."""
    found = [one for one in certificates if not one.misfits(info)]
    return sorted(found, key=lambda one: (one.alignment["labels"]["scored"], one.made), reverse=True)


def standing(info: MetricInfo, certificates: Sequence[Certificate]) -> str:
    """What the judge of a metric is certified for, by the best of the certificates that fit; empty if none does."""
    if not (found := fitting(info, certificates)):
        return ""
    others = ", ".join(one.file for one in found[1:] if one.file)
    return f"{found[0].told}; {others} fit{'s' if len(found) == 2 else ''} too" if others else found[0].told


def uncertified(infos: Sequence[MetricInfo], certificates: Sequence[Certificate]) -> dict[str, str]:
    """The judged metrics that no certificate speaks for, with the reason of the nearest one."""
    found: dict[str, str] = {}
    for info in infos:
        if not info.judge:
            continue
        misfits = [(one.misfits(info), one.file) for one in certificates if one.metric == info.name]
        if not misfits:
            found[info.name] = "no certificate is of this metric"
        elif all(reasons for reasons, _ in misfits):
            reasons, file = min(misfits, key=lambda one: len(one[0]))
            found[info.name] = "; ".join(reasons) + (f" ({file})" if file else "")
    return found
