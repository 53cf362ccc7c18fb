"""Filters: they take nodes out of the graph that no good question can be asked about."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from ragas.prompt.fence import Lines
from ragas.prompt.judge_prompt import JudgePrompt
from ragas.prompt.testset_extract import QUESTION_POTENTIAL, QuestionPotentialOutput
from ragas.testset.graph import KnowledgeGraph, Node, NodeType, Relationship
from ragas.testset.graph_queries import CHILD
from ragas.testset.transforms.asking import Asking
from ragas.testset.transforms.base import LLMBasedNodeFilter, Step
from ragas.testset.transforms.extractors import rules
from ragas.testset.transforms.prompts import QuestionPotentialInput, QuestionPotentialPrompt, judge_prompt

__all__ = [
    "DEFAULT_RUBRICS",
    "CustomNodeFilter",
    "QuestionPotentialInput",
    "QuestionPotentialOutput",
    "QuestionPotentialPrompt",
]

logger = logging.getLogger("ragas.testset")

DEFAULT_RUBRICS = {
    "score1_description": "It states nothing: a table of contents, a menu, a licence line, fragments.",
    "score2_description": "It states something, but it is off the subject or too vague to ask about.",
    "score3_description": "It states a fact or two that a question can be asked about.",
    "score4_description": "It states several facts that belong to the subject of the document.",
    "score5_description": "It explains the subject with facts, conditions or reasons that make good questions.",
}


@dataclass
class CustomNodeFilter(Asking, LLMBasedNodeFilter):
    """Removes nodes about which the judge sees no good question: rated `min_score` or lower, of five levels.

    The judge sees the node's text and the summary of it, or of the document it is part of; a node with neither stays.
    When every node would go, none does. By rules: how much the text states, and with how many names and figures.
    """

    scoring_prompt: JudgePrompt = QUESTION_POTENTIAL
    min_score: int = 2
    rubrics: Mapping[str, str] = field(default_factory=lambda: dict(DEFAULT_RUBRICS))

    def __post_init__(self) -> None:
        super().__post_init__()
        self.scoring_prompt = judge_prompt(self.scoring_prompt)
        self._links: list[Relationship] | None = None
        self._wholes: dict[UUID, Node] = {}

    async def custom_filter(self, node: Node, kg: KnowledgeGraph) -> bool:
        """Whether the node is to be removed."""
        text = node.get_property("page_content")
        summary = self._summary(node, kg)
        if not isinstance(text, str) or not text.strip() or not summary:
            logger.warning("%r has no text or no summary; it is not rated and stays.", node)
            return False
        return await self._score(text, summary) <= self.min_score

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """A step a node; what is to go goes with the last one, unless that is everything."""
        chosen = self._chosen(kg)
        verdicts: dict[int, bool] = {}

        async def step(index: int, node: Node) -> None:
            verdicts[index] = await self.custom_filter(node, kg)
            if len(verdicts) < len(chosen):
                return
            if all(verdicts.values()):
                logger.warning(
                    "All %d nodes were rated %d or lower; none was removed.", len(chosen), self.min_score
                )
                return
            gone = [chosen[at] for at in sorted(verdicts) if verdicts[at]]
            for one in gone:
                kg.remove_node(one)
            if gone:
                logger.info("%d of %d nodes hold no good question and were removed.", len(gone), len(chosen))

        return [step(index, node) for index, node in enumerate(chosen)]

    async def _score(self, text: str, summary: str) -> int:
        levels = [str(self.rubrics[key]) for key in sorted(self.rubrics)]
        data = {"rubric": Lines(levels), "document summary": summary, "content": text}
        found = await self._asked(
            self.scoring_prompt,
            data,
            QuestionPotentialOutput,
            lambda: QuestionPotentialOutput(score=rules.potential(text)),
        )
        return found.score

    def _summary(self, node: Node, kg: KnowledgeGraph) -> str | None:
        """The summary of the node, of a chunk without one that of the document it is part of."""
        own = node.get_property("summary")
        if not own and node.type is NodeType.CHUNK and (whole := self._whole(node, kg)) is not None:
            own = whole.get_property("summary")
        return own if isinstance(own, str) and own.strip() else None

    def _whole(self, node: Node, kg: KnowledgeGraph) -> Node | None:
        """What the node is part of; looked up once for all nodes, as a graph can have many thousands."""
        if self._links is not kg.relationships:
            self._links = kg.relationships
            self._wholes = {one.target.id: one.source for one in kg.relationships if one.type == CHILD}
        return self._wholes.get(node.id)
