"""Whether a question points at a text that its reader does not have, told from its words in several languages."""

from __future__ import annotations

import re

_TEXT = (
    "text context passage excerpt section chapter article snippet paragraph",
    r"text(?:es|s)? kontext(?:es|s)? abschnitt(?:s|es)? auszug(?:s|es)? absatz(?:es)? textstelle",
    "texte contexte extrait paragraphe",
    "texto contexto pasaje fragmento párrafo trecho passagem parágrafo",
    "testo contesto brano paragrafo",
    "tekst fragment alinea tekście tekstu kontekście kontekstu fragmentu fragmencie",
    "тексте тексту текста контексте контексту отрывке отрывку отрывка",
)
"""What a text is called that somebody was given to read."""
_SOURCE = (
    "document documents page source sources information content chunk chunks material author",
    "dokument dokuments dokumente dokumenten seite quelle quellen artikel informationen autor",
    "document documents source sources article informations auteur",
    "documento documentos artículo artigo articolo fuente fonte fonti información informações informazioni autor autore",
    "bron artikel informatie dokumentu dokumencie źródła документе документу документа статье источнику автору",
)
"""The same, of words that are also what people ask about: they point only after a word that refers."""
_REFERRING = (
    r"according to|based (?:up)?on|as per|going by|"
    r"(?:described|mentioned|stated|shown|listed|given|provided|explained|outlined|specified|discussed|presented) (?:in|by)",
    "laut|gemäß|zufolge|ausgehend von|basierend auf|(?:beschrieben|genannt|erwähnt|angegeben) (?:in|im)",
    "selon|d'après|d’après|d'apres|(?:décrit|mentionné|indiqué)e?s? dans",
    "según|segun|de acuerdo con|basado en|conforme|segundo|de acordo com|secondo|in base a",
    "volgens|według|zgodnie z|согласно|по словам",
)
_IN = (
    "",
    "im|in (?:dem|diesem)|aus (?:dem|diesem)|nach (?:dem|diesem)",
    "dans|en",
    "en|em|no|na",
    "nel|nella",
    "in|w",
    "в",
)
"""What stands before a text that something is in, a line of `_TEXT` each."""
_DETERMINERS = (
    "the this that these those given provided above following your",
    "der die das dem den des diesem dieser diesen dieses obigen vorliegenden",
    "le la les l' l’ ce cet cette ces",
    "el los las este esta estos o os a as deste desta neste nesta il lo gli i questo questa questi",
    "de het deze dit tym tego этом этому этого данном данному",
)


def _any(*lists: str) -> str:
    words = dict.fromkeys(word for one in lists for word in one.split())
    return "(?:" + "|".join(sorted(words, key=len, reverse=True)) + ")"


_DETERMINED = rf"(?:(?:{_any(*_DETERMINERS)}(?:\b|(?<=['’]))\s*){{1,2}})"
_TOLD = "say|state|mention|tell|describe|explain|list|note|specify|provide|indicate|suggest|claim|discuss"
_PATTERNS = (
    # "the passage", "given context"
    rf"\b(?:the|this|that|these|given|provided) {_any(_TEXT[0])}\b",
    r"\b(?:this|the given|the provided|the above) (?:document|page)\b|\bthe author\b",
    r"\b(?:mentioned|described|shown|listed|stated|given|provided) (?:above|below|here)\b|\baccording to the above\b",
    # "as described in the source", "laut dem Dokument", "selon le texte"
    rf"\b(?:{'|'.join(_REFERRING)}) {_DETERMINED}?{_any(*_TEXT, *_SOURCE)}\b",
    # "im Text", "dans ce texte"
    *(
        rf"\b(?:{before}) {_DETERMINED}?{_any(words)}\b"
        for before, words in zip(_IN[1:], _TEXT[1:], strict=True)
    ),
    # "what does the document say", "the source states"
    rf"\b(?:do|does|did) (?:the|this|these) {_any(_TEXT[0], _SOURCE[0])} (?:{_TOLD})\b",
    rf"\b(?:the|this) {_any(_TEXT[0], _SOURCE[0])} (?:{_TOLD})(?:s|es|d|ed)?\b",
    # "in context 2", "the 1-hop"
    r"\b(?:context|passage|chunk|excerpt|snippet) (?:no\.? ?|number |#)?\d+\b|\b\d-hop\b",
    r"(?:根据|依据|按照|基于)(?:本|这|该|上述|以上|所给|给定)?(?:段|篇|份|个)?(?:文|材料|资料|信息|段落|片段)|上文|文中",
    r"(?:本文|文章|テキスト|文脈|文書|資料|段落)(?:に|で|の中|によ)|上記",
    r"(?:본문|텍스트|문서|지문|문맥|위 글|이 글)(?:에|의)",
)
_POINTING = re.compile("|".join(_PATTERNS), re.IGNORECASE)


def points_at_text(question: str) -> bool:
    """Whether a question speaks of the text it was written from.

    Words that mean nothing else ("passage", "Absatz") are enough with an article; "document", "source" or "information"
    take a word that refers ("according to", "selon"), or a verb of telling.
    """
    return _POINTING.search(question) is not None
