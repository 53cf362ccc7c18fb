"""Methods of first-generation metrics that are no more: a subclass that overrides one is told, as it changes nothing."""

from __future__ import annotations

import warnings

STEPS = frozenset(
    {
        "_calculate_average_precision",
        "_calculate_score",
        "_compute_conciseness_score",
        "_compute_qa_score",
        "_compute_score",
        "_compute_statement_presence",
        "_create_batch",
        "_create_pairs",
        "_create_simplified_statements",
        "_create_statements",
        "_create_verdicts",
        "_decompose_answer_into_statements",
        "_evaluate_statement_faithfulness",
        "_extract_keyphrases",
        "_get_answers",
        "_get_arg_score",
        "_get_passthrough_value",
        "_get_questions",
        "_get_row_attributes",
        "_sorted_key_for_tool_call",
        "average_scores",
        "calculate_similarity",
        "decompose_and_verify_claims",
        "decompose_claims",
        "get_entities",
        "is_sequence_aligned",
        "process_score",
        "verify_claims",
    }
)
"""What took part in scoring in 0.4.3."""


def warn_of_steps(face: type) -> None:
    """Warn, where a class is made, of the steps it overrides."""
    for step in sorted(STEPS & vars(face).keys()):
        warnings.warn(
            f"{face.__name__}.{step} is never called, as scoring has other steps here. Override _single_turn_ascore or "
            "_multi_turn_ascore, which gives the score.",
            UserWarning,
            stacklevel=4,  # the class statement, above abc
        )
