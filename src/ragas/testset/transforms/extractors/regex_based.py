"""What a pattern finds in the text of a node: links, e-mail addresses, Markdown headings."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ragas.exceptions import InputError
from ragas.testset.graph import Node
from ragas.testset.transforms.base import Extractor


@dataclass
class RegexBasedExtractor(Extractor):
    """Everything `pattern` finds in the node's text, each once: its first group where it has one.

    `^` and `$` match at line breaks. `is_multiline` lets a dot match line breaks, too.
    """

    pattern: str = r"(?!)"
    is_multiline: bool = False
    property_name: str = "regex"

    def __post_init__(self) -> None:
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise InputError(f"{self.pattern!r} is no regular expression: {error}.") from None

    async def extract(self, node: Node) -> tuple[str, list[str]]:
        """What was found, in order.

        Raises:
            ValueError: the node has no text.
        """
        text = node.get_property("page_content")
        if not isinstance(text, str):
            raise InputError(f"{node!r} has no text: its page_content is {text!r:.80}.")
        flags = re.MULTILINE | (re.DOTALL if self.is_multiline else re.NOFLAG)
        found = re.compile(self.pattern, flags).finditer(text)
        return self.property_name, list(
            dict.fromkeys((one[1] if one.re.groups else one[0]) or "" for one in found)
        )


links_extractor_pattern = r"https?://[^\s<>\"'\])}]*[^\s<>\"'\])}.,;:!?]"
emails_extractor_pattern = r"[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,}"
markdown_headings_pattern = r"^ {0,3}#{1,6}[ \t]+([^\n]*?)[ \t]*#*[ \t]*$"

links_extractor = RegexBasedExtractor(pattern=links_extractor_pattern, property_name="links")
emails_extractor = RegexBasedExtractor(pattern=emails_extractor_pattern, property_name="emails")
markdown_headings_extractor = RegexBasedExtractor(pattern=markdown_headings_pattern, property_name="headings")
