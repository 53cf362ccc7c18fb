"""The embedded judge: no key, no network, no weights."""

from __future__ import annotations

from ragas.llms.local.agreement import agreement
from ragas.llms.local.judge import LocalJudge
from ragas.llms.local.support import support

__all__ = ["LocalJudge", "agreement", "support"]
