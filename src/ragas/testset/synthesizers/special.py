"""Questions that an application must not answer as they are asked: left open by the documents, or on a false premise."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from ragas.testset.synthesizers.input_prompt import InputPrompt
from ragas.testset.synthesizers.prompts import AdversarialPrompt, UnanswerablePrompt
from ragas.testset.synthesizers.single_hop.specific import SingleHopSpecificQuerySynthesizer


@dataclass
class UnanswerableQuerySynthesizer(SingleHopSpecificQuerySynthesizer):
    """Asks for something the documents do not tell; the reference says so. Marked `kind="unanswerable"`."""

    name: str = "unanswerable_query_synthesizer"
    generate_query_reference_prompt: InputPrompt = field(default_factory=UnanswerablePrompt)

    kind: ClassVar[str] = "unanswerable"


@dataclass
class AdversarialQuerySynthesizer(SingleHopSpecificQuerySynthesizer):
    """Takes something false for granted; the reference corrects it. Marked `kind="adversarial"`."""

    name: str = "adversarial_query_synthesizer"
    generate_query_reference_prompt: InputPrompt = field(default_factory=AdversarialPrompt)

    kind: ClassVar[str] = "adversarial"
