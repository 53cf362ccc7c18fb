"""What the certificates in the working directory say of the judges of a run, as remarks beside its scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from ragas.exceptions import InputError
from ragas.report.terminal import Folded

if TYPE_CHECKING:  # it takes the arithmetic of alignment along
    from ragas.evaluation.certificate import Certificate
    from ragas.schema.cells import MetricInfo

FILES = "*.cert.json"
"""What `ragas align` calls a certificate, and what its --out mostly does."""


def misfits_told(infos: Sequence[MetricInfo]) -> list[Folded]:
    """A line for each metric of which there is a certificate, none of them of the judge that scored here."""
    certificates = at_hand()
    known = {one.metric for one in certificates}
    return list(_uncertified([info for info in infos if info.name in known], certificates))


def standing_told(infos: Sequence[MetricInfo]) -> list[Folded]:
    """For each judged metric whether its judge is certified, and what for; nothing where there is no certificate at all."""
    certificates = at_hand()
    if not certificates:
        return []
    from ragas.evaluation.certificate import fitting, standing

    certified: list[Folded] = []
    for info in infos:
        best = fitting(info, certificates) if info.judge else []
        if best:
            known = "is certified" if best[0].required else "was measured"
            line = f"- {info.name}: its judge {known}, {standing(info, certificates)}"
            certified.append(Folded(Text(line), rest=2))
    return [*certified, *_uncertified(infos, certificates)]


def _uncertified(infos: Sequence[MetricInfo], certificates: Sequence[Certificate]) -> Iterator[Folded]:
    if not certificates:
        return
    from ragas.evaluation.certificate import uncertified

    by_reason: dict[str, list[str]] = {}
    for metric, reason in uncertified(infos, certificates).items():
        by_reason.setdefault(reason, []).append(metric)
    for reason, metrics in by_reason.items():
        line = f"* {', '.join(metrics)}: scored by a judge that is not certified: {reason}"
        yield Folded(Text(line, style="yellow"), rest=2)


def at_hand() -> list[Certificate]:
    """Those in the working directory that can be read; a damaged one is refused where it is named."""
    files = sorted(Path().glob(FILES))
    if not files:
        return []
    from ragas.evaluation.certificate import read_certificate

    found = []
    for file in files:
        try:
            found.append(read_certificate(file))
        except InputError:
            continue
    return found
