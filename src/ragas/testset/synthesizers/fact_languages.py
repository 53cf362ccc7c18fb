"""Questions to sentences in other languages than English."""

from __future__ import annotations

import re

from ragas.llms.local.tokens import UNSPACED, tokenize
from ragas.llms.local.vocabulary import FUNCTION_WORDS
from ragas.testset.synthesizers.language_forms import LOOSE, Manner
from ragas.testset.synthesizers.languages_figures import FIGURES
from ragas.testset.synthesizers.languages_spaced import (
    DUTCH,
    FRENCH,
    GERMAN,
    ITALIAN,
    PORTUGUESE,
    RUSSIAN,
    SPANISH,
)
from ragas.testset.synthesizers.languages_unspaced import CHINESE, JAPANESE, KOREAN

_KANA = re.compile(r"[\u3041-\u30ff]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_HANGUL = re.compile(r"[\uac00-\ud7a3]")
_UNSPACED = re.compile(rf"[{UNSPACED}]")

NAMES = {
    "en": ("english",),
    "de": ("german", "deutsch"),
    "fr": ("french", "français", "francais"),
    "es": ("spanish", "español", "espanol", "castellano"),
    "it": ("italian", "italiano"),
    "pt": ("portuguese", "português", "portugues"),
    "nl": ("dutch", "nederlands"),
    "ru": ("russian", "русский"),
    "zh": ("chinese", "中文", "汉语", "simplified chinese", "traditional chinese", "mandarin"),
    "ja": ("japanese", "日本語"),
    "ko": ("korean", "한국어"),
}
"""The languages the rules have forms for, as people call them."""


SHORTEST, SHORTEST_STATEMENT = 4, 6
"""Words of a sentence: with a figure or place, and without."""
MANNERS = {
    "de": GERMAN,
    "fr": FRENCH,
    "es": SPANISH,
    "it": ITALIAN,
    "pt": PORTUGUESE,
    "nl": DUTCH,
    "ru": RUSSIAN,
    "zh": CHINESE,
    "ja": JAPANESE,
    "ko": KOREAN,
}


def code_of(language: str) -> str | None:
    """The code of a language by its name or code ("German", "deutsch", "de-AT"), None if there are no forms for it."""
    given = language.strip().casefold()
    for code, every in NAMES.items():
        if given in every or re.split(r"[-_]", given)[0] == code:
            return code
    return None


def language_of(sentence: str, around: str = "en") -> str:
    """The code of the language most function words of a sentence belong to, or its script.

    Where several have as many, or none has any, it is that of the text around it.
    """
    letters = max(1, len(sentence))
    if len(_UNSPACED.findall(sentence)) / letters > 0.2:
        if len(_HANGUL.findall(sentence)) / letters > 0.2:
            return "ko"
        if _KANA.search(sentence):
            return "ja"
        return "zh" if _HAN.search(sentence) else "?"
    found = re.findall(r"[^\W\d_]+['’]?", sentence.casefold().replace("’", "'"))
    hits = {code: sum(word in known for word in found) for code, known in FUNCTION_WORDS.items()}
    best = max(hits, key=lambda code: (hits[code], code == around, code == "en"))
    return best if hits[best] else around


def asked_in(language: str, sentence: str, text: str = "") -> tuple[str, str, float] | None:
    """The question that a sentence of this language answers, with the answer and the rank; None if it has no form.

    `text` is what the sentence is from: a word with a capital inside its sentences is a name.
    """
    manner = MANNERS.get(language)
    if manner is None:
        return None
    words = _length(sentence)
    without_code = re.sub(r"`[^`]*`", "X", sentence)
    if (
        not SHORTEST <= words <= 45
        or _FURNITURE.search(without_code)
        or manner.leaning.search(without_code)
        or not _is_closed(sentence)
        or not sentence.rstrip('”»」』)"').endswith((".", "。"))
        or (not _UNSPACED.match(sentence) and not sentence[0].isupper() and sentence[0] != "`")
    ):
        return None
    own = FIGURES.get(language, ())
    for form in (*own, *(manner.forms if words >= SHORTEST_STATEMENT else ())):
        found = form.pattern.match(sentence)
        if found is None or not _tells(found, manner):
            continue
        question = form.question(found).replace("`", "")
        if not _UNSPACED.search(question):
            question = question[0].upper() + question[1:]
        if language == "ru":
            question = _with_small_subject(question, found.groupdict().get("s"), text)
        if _is_closed(question) and _length(question) <= 32:
            named = not _UNSPACED.search(question) or _names(" ".join(filter(None, found.groups())))
            return question, sentence.replace("`", ""), form.rank if named else LOOSE
    return None


def _tells(found: re.Match[str], manner: Manner) -> bool:
    parts = found.groupdict()
    subject, condition = parts.get("s"), parts.get("c")
    if subject is not None:
        if manner.not_first.match(subject) or re.search("[,、]", subject) or _NO_PHRASE.search(subject):
            return False
        figure = parts.get("f") is not None
        if _UNSPACED.search(subject):
            return _names(subject) or len(_UNSPACED.findall(subject)) >= 3 - figure
        spaced = len(subject.split())
        if (
            spaced > 7
            or not _content(subject)
            or (not figure and not _names(subject) and _content(subject) < 2 and _is_definite(subject))
        ):
            return False
    least = 5 if condition and _UNSPACED.search(condition) else 3
    return condition is None or _content(condition) >= (least - 1 if _names(condition) else least)


_NO_PHRASE = re.compile(
    r"\s(?:Un|Une|Le|La|Les|Ein|Eine|Der|Die|Das|El|Los|Las|Il|Lo|Uma|Het|Een|Cette|This|The)\s|所|.(?:有|使用|可用)|"
    r"\b(?:qui|que|quel\w*|dont|où|est|sont|ont|si|et|dass|wenn|und|oder|weil|wie|ob|ist|sind|wird|y|pero|es|son|che|ma|è|mas|é|"
    r"[a-zäöü]\w{3,}ste[rnsm]?|weitere\w?|andere\w?|autres?|otr[oa]s?|altr[oaie]|outr[oa]s?|mais|más|più|plus|meisten|agora|ahora|adesso|maintenant|jetzt|nun|dat|en|of|is|zijn|и|или|что)\b|"
    r"\b(?:de|du|des|à|pour|par|sur|von|für|mit|zu|para|por|con|per|di|da|com|van|voor|met)\Z"
)
"""What no simple noun phrase holds: a second article with a capital, a verb, a conjunction."""
_DEFINITE = re.compile(
    r"(?:der|die|das|den|dem|le|la|les|el|los|las|il|lo|gli|o|os|as|de|het)\s|l['’]", re.IGNORECASE
)
_FURNITURE = re.compile(
    r"https?:|www\.|[{}<>|\\=]|\.\.\.|…|copyright|©|licen[cs]|lizenz|licence|许可|版权|著作権|ライセンス|bugzilla|"
    r"(?:voir|siehe|lesen sie|consultez|véase|vedi|ver|zie) |参见|请参|參閱|参阅|参照|ご覧|をご覧|ください$|"
    r"\bTODO\b|(?:第 ?[\d.]+ ?(?:节|章|節)|(?:Abschnitt|Kapitel|Tabelle|section|chapitre|tableau|sección|表 ?)\s?[\d.]+)",
    re.IGNORECASE,
)


def _with_small_subject(question: str, subject: str | None, text: str) -> str:
    """The question with the first word of its subject in small letters, unless the text has it as a name."""
    first = (subject or "").split(" ")[0]
    if not first[1:].islower() or re.search(rf"(?<=[\w,] ){re.escape(first[:-1])}", text):
        return question
    return question.replace(f" {first}", f" {first[0].lower()}{first[1:]}", 1)


def _is_definite(subject: str) -> bool:
    return _DEFINITE.match(subject) is not None


def _names(text: str) -> bool:
    """Whether something in it is a name: code, an abbreviation, a Latin word among other letters, a row of katakana."""
    if re.search(r"`|[a-z][A-Z]|[A-Z]{2}|\d|\w[._]\w", text):
        return True
    return bool(_UNSPACED.search(text)) and re.search(r"[A-Za-z]{2}|[\u30a1-\u30fc]{3}", text) is not None


def _content(text: str) -> int:
    """How many words say something; two characters of a script without spaces count as one."""
    tokens = [token for token in tokenize(text.replace("`", " ")) if token.is_content]
    pairs = sum(token.kind == "pair" for token in tokens)
    return len(tokens) - pairs + (pairs + 1) // 2


def _length(text: str) -> int:
    bare = len(_UNSPACED.findall(text))
    return len(_UNSPACED.sub(" ", text).split()) + bare // 2


def _is_closed(text: str) -> bool:
    pairs = (
        ("(", ")"),
        ("[", "]"),
        ("（", "）"),
        ("「", "」"),
        ("“", "”"),
        ("«", "»"),
        ("《", "》"),
        ("„", "“"),
    )
    return (
        text.count('"') % 2 == 0
        and text.count("`") % 2 == 0
        and all(text.count(a) == text.count(b) for a, b in pairs if not (a == "“" and "„" in text))
    )
