"""Find names, places, dates and figures in a text by plain rules: capitals, digits, quotation marks, endings of names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ragas.llms.local.sentences import sentence_spans
from ragas.llms.local.tokens import UNSPACED, fold
from ragas.llms.local.vocabulary import ALL_FUNCTION_WORDS, FUNCTION_WORDS, NEGATIONS, words

_MONTH = (
    r"(?:Jan(?:uary|uar|vier)?|Feb(?:ruary|ruar)?|Mar(?:ch|zo|s)?|März|Apr(?:il)?|May|Mai|Jun[ei]?|Jul[yi]?|Aug(?:ust)?|"
    r"Sept?(?:ember)?|O[ck]t(?:ober|obre)?|Nov(?:ember)?|De[cz](?:ember)?|février|avril|juin|juillet|août|septembre|"
    r"novembre|décembre|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)\.?"
)
_UNIT = (
    r"(?:\s?(?:%|percent|per cent|Prozent|°[CF]|(?:million|billion|thousand|hundred|Millionen|Milliarden)\b|"
    r"(?:kg|mg|g|km|cm|mm|m|ml|l|kW|kWh|W|V|MB|GB|TB|EUR|USD|GBP|euros?|dollars?|pounds?|years?|months?|weeks?|days?|hours?|"
    r"minutes?|seconds?|miles?|Jahren?|Monaten?|Wochen?|Tagen?|Stunden?|ans|jours|años|días|am|pm)\b|"
    r"[年月日时時分秒个個人元円歳岁]))?"
)
_RULES = re.compile(
    r"(?P<link>https?://[^\s<>\"')\]]+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]+)"
    r"|(?P<date>\d{4}年(?:\d{1,2}月)?(?:\d{1,2}日)?|\d{1,2}月\d{1,2}日|\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of |de )?{_MONTH}(?:,? (?:de )?\d{{4}})?\b"
    rf"|\b{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?(?:,? \d{{4}})?\b|\b{_MONTH} \d{{4}}\b)"
    rf"|(?P<figure>(?:[$€£¥₹]\s?)?(?:(?<!\w)|(?<=[{UNSPACED}]))\d+(?:[.,:'٫٬\u00a0\u202f]\d+)*(?:st|nd|rd|th)?{_UNIT})"
    r"|(?P<quoted>[《〈『「“«„]([^《》〈〉『』「」“”«»„\n]{1,60})[》〉』」”»])"
    r"|(?P<katakana>[\u30a1-\u30fa\u30fc・]{2,})"
    r"|(?P<place>[\u4e00-\u9fff]{2,6}?(?:省|市|县|縣|州|区|區|国|國|大学|大學|公司|银行|銀行|大街|路|河|山|湖|都|府|県|町|村|駅)[市省县區区]?)"
    rf"|(?P<word>(?:(?![{UNSPACED}])[^\W\d_])+(?:[-'’.&](?:(?![{UNSPACED}])[^\W\d_])+)*)"
)
_PARTICLES = words("of the de del der den von van da di du la le les el al bin ibn zu zur")
_GERMAN = FUNCTION_WORDS["de"] - FUNCTION_WORDS["en"]
_LEADING_GRAMMAR = re.compile(r"^[达到于来去的是了在和与及也都就而之其这那有为以于从到他她它我们你]+")
_NEXT_WORD = re.compile(r" ([^\W\d_]+)")
_NO_NAMES = ALL_FUNCTION_WORDS | NEGATIONS


def entities(text: str) -> list[str]:
    """Names, places, dates and figures in `text`, each once, in order of appearance.

    Names are runs of capitalised words, words with digits or inner capitals, quoted titles, katakana words, and Chinese
    or Japanese words with an ending of places and institutions. Scripts without capitals give figures, dates and quoted
    titles only. A capital at the start of a sentence counts when more of the name follows or the text writes the word
    with a capital elsewhere; in German, where every noun has one, only runs of two and abbreviations count.
    """
    german = _is_german(text)
    inner = {word for start, end in sentence_spans(text) for word in _capitals(text[start:end])[1:]}
    first: dict[str, str] = {}
    for start, end in sentence_spans(text):
        for found in _in_sentence(text[start:end], inner, german):
            first.setdefault(fold(found), found)
    return list(first.values())


def _is_german(text: str) -> bool:
    words = [word.casefold() for word in re.findall(r"[^\W\d_]+", text)]
    return sum(word in _GERMAN for word in words) > max(1, 0.12 * len(words))


def _capitals(sentence: str) -> list[str]:
    """The first word of a sentence, then the capitalised ones after it."""
    words = re.findall(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*", sentence)
    return words[:1] + [word for word in words[1:] if word[0].isupper()]


def _in_sentence(sentence: str, inner: set[str], german: bool) -> Iterator[str]:
    run: list[re.Match[str]] = []
    opening = next((at for at, c in enumerate(sentence) if c.isalnum()), 0)
    for match in _RULES.finditer(sentence):
        if match.lastgroup == "word" and _continues(match, run, sentence):
            run.append(match)
            continue
        yield from _name(sentence, run, inner, german, opening)
        run = [match] if match.lastgroup == "word" and _is_capital(match.group()) else []
        if match.group("quoted"):
            yield match.group("quoted")[1:-1].strip()
        elif match.group("place"):
            yield _LEADING_GRAMMAR.sub("", match.group())
        elif match.lastgroup != "word":
            yield match.group().strip()
    yield from _name(sentence, run, inner, german, opening)


def _is_capital(word: str) -> bool:
    return word[0].isupper() or any(c.isupper() for c in word[1:])


def _continues(match: re.Match[str], run: list[re.Match[str]], sentence: str) -> bool:
    """Whether the word goes on with the name before it: beside it, and a capital or a particle inside the name."""
    if not run or sentence[run[-1].end() : match.start()] not in (" ", " & ", ". "):
        return False
    if _is_capital(match.group()):
        return True
    after = _NEXT_WORD.match(sentence, match.end()) if match.group() in _PARTICLES else None
    return after is not None and (after[1][0].isupper() or after[1] in _PARTICLES)


def _name(
    sentence: str, run: list[re.Match[str]], inner: set[str], german: bool, opening: int
) -> Iterator[str]:
    """The name a run of words makes, if it makes one."""
    first, last = 0, len(run)
    while first < last and _is_grammar(run[first].group()):
        first += 1
    while first < last and run[last - 1].group() in _PARTICLES:
        last -= 1
    run = run[first:last]
    if not run:
        return
    opens = not first and run[0].start() <= opening
    word = run[0].group()
    if len(run) == 1 and not _is_acronym(word):
        if german or (opens and word not in inner and not _looks_like_name(sentence, run[0])):
            return
        if len(word) == 1:
            return
    yield re.sub(r"['’]s$", "", sentence[run[0].start() : run[-1].end()])


def _is_grammar(word: str) -> bool:
    return (fold(word) in _NO_NAMES or word in _PARTICLES) and not _is_acronym(word)


def _is_acronym(word: str) -> bool:
    return len(word) > 1 and any(c.isupper() for c in word[1:])


def _looks_like_name(sentence: str, match: re.Match[str]) -> bool:
    """Whether the first word of a sentence is the name of somebody or something: it is alone, or a singular verb follows."""
    rest = sentence[match.end() :]
    if not any(c.isalnum() for c in rest):
        return True
    singular = re.match(
        r"(?:['’]s)? (?:is|was|has|had|will|lies|became|won|founded|est|était|es|fue|è|была?)\b", rest
    )
    return singular is not None and not match.group().endswith(("ing", "ly"))
