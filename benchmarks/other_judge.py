"""Score the labelled rows by a configured judge, to stand beside the embedded one."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from word_baselines import Row, alternatives


def other_judge(name: str, rows: Sequence[Row]) -> list[float]:
    """Faithfulness of every row by a configured judge; a row it cannot score counts as 0 and is reported."""
    from ragas.llms import llm_factory
    from ragas.metrics.collections import Faithfulness

    metric = Faithfulness(llm=llm_factory(name))
    scores, unscored = [], 0
    for row in rows:
        contexts = [row["context"]] if "context" in row else alternatives(row)
        value = metric.score(
            user_input=row["question"], response=row["answer"], retrieved_contexts=contexts
        ).value
        unscored += value != value
        scores.append(0.0 if value != value else float(value))
    print(f"{name}: {unscored} of {len(rows)} rows not scored", file=sys.stderr)
    return scores
