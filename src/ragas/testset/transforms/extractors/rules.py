"""What extractors find without a judge: by the rules of the language and the marks of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ragas._extras import optional
from ragas.llms.local.entities import entities
from ragas.llms.local.sentences import is_question, sentences, statements
from ragas.llms.local.tokens import UNSPACED, fold, tokenize
from ragas.llms.local.vocabulary import ALL_FUNCTION_WORDS, FUNCTION_WORDS

LONGEST_HEADING = 12
"""Words. A longer line is a sentence, whatever stands around it."""
LONGEST_NUMBERED = 60
"""Characters. A longer line with a number is the beginning of a paragraph."""
SUMMARY_SENTENCES = 4
_ALL = 100_000
_PHRASE_WORDS = 3
_LINKING = frozenset({"of", "de", "du", "des", "del", "di", "da", "van", "von"})

_FENCED = re.compile(r"^ {0,3}(```+|~~~+).*?(?:^ {0,3}\1`*~*\s*$|\Z)", re.MULTILINE | re.DOTALL)
_MARKUP = re.compile(
    r"!?\[(?P<text>[^\]\n]*)\]\([^)\s]*(?: [^)\n]*)?\)|<!--.*?-->|</?[a-zA-Z][^<>\n]*>|`(?P<code>[^`\n]*)`"
    r"|^ {0,3}\|?[ :|-]{3,}$|https?://\S+",
    re.MULTILINE | re.DOTALL,
)
_HASHED = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<title>[^\n]*?)[ \t]*#*[ \t]*$")
_RULED = re.compile(r"^ {0,3}(?:={3,}|-{3,}|~{3,}|\^{3,})[ \t]*$")
_NUMBERED = re.compile(
    r"^\s*(?:(?:chapter|section|part|kapitel|chapitre|capítulo)\s+)?\d+(?:\.\d+)*[.):]?\s+\S", re.I
)
_WHOLE = re.compile(r"[^\Wa-z_].*[.!。！．।][\"'”’)\]]*$", re.DOTALL)
"""A whole sentence: a capital or a figure first, an end mark last."""
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_BARE_FIGURE = re.compile(r"(?!1\d{3}$|20\d\d$)[\d.,:'\s]+")
"""A number without a unit that is no year."""
_TIME = re.compile(
    r"January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
)
_LEADING_TIME = re.compile(rf"^(?:{_TIME.pattern}) (?=[^\W\d])")
"""As in "In January Ada Wren paints"."""
_RUN = re.compile(rf"[{UNSPACED}]+")


def keyphrases(text: str, most: int) -> list[str]:
    """The phrases the text is about, the most important first.

    Raises:
        MissingDependencyError: yake-rust is not installed.
    """
    return [phrase for phrase, _ in _ranked(prose(text), most)]


def themes(text: str, most: int) -> list[str]:
    """The phrases the text is about that are no names, dates or figures, in lower case where the text has them so."""
    plain = prose(text)
    name_words = {word for one in entities(plain) for word in fold(one).split()}
    found = [
        phrase for phrase, _ in _ranked(plain, most + len(name_words)) if not _is_name(phrase, name_words)
    ]
    return found[:most]


def names(text: str) -> list[str]:
    """Names and dates in the text, then figures with a unit; bare numbers say too little by themselves."""
    return chosen_names(entities(naming(text)))


def chosen_names(found: Iterable[str]) -> list[str]:
    """Of names, dates and figures those that something can be asked about, names first."""
    named = (_LEADING_TIME.sub("", one) for one in found)
    kept = (one for one in named if not _BARE_FIGURE.fullmatch(one) and not _TIME.fullmatch(one))
    return sorted(dict.fromkeys(kept), key=lambda one: one[:1].isdigit())


def naming(text: str) -> str:
    """The text without its headings, whose capitals say nothing; what they name comes again below them."""
    headings = {*headlines(text, _ALL)}
    return "\n".join(line for line in prose(text).splitlines() if line.strip() not in headings)


def summary(text: str, most: int = SUMMARY_SENTENCES) -> str:
    """The sentences that hold most of what the text is about, in their order."""
    plain = prose(text)
    every = statements(plain) or sentences(plain)
    headings = {*headlines(text, _ALL)}
    stated = [one for one in every if "|" not in one and one not in headings] or every  # nor rows of tables
    if len(stated) > most:
        stated = [one for one in stated if _WHOLE.match(one) and len(tokenize(one)) > 3] or stated
    stated = [" ".join(one.split()) for one in stated]
    if len(stated) <= most:
        return " ".join(stated)
    weights = {phrase: 1 / (place + 1) for place, (phrase, _) in enumerate(_ranked(plain, 20))}
    folded = {fold(phrase): weight for phrase, weight in weights.items()}

    def worth(place: int) -> float:
        sentence = fold(stated[place])
        hits = sum(weight for phrase, weight in folded.items() if phrase in sentence)
        return hits / (1 + len(sentence) / 150) + (0.5 if place == 0 else 0.0)

    best = sorted(range(len(stated)), key=lambda place: (-worth(place), place))[:most]
    return " ".join(stated[place] for place in sorted(best))


def title(text: str) -> str:
    """The first heading, else the first short line, else the first phrase the text is about."""
    if found := headlines(text, 1):
        return found[0]
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    opening = (sentences(first) or [first])[0]
    if opening and len(opening.split()) <= LONGEST_HEADING and not is_question(opening):
        return opening.rstrip(" .。:：")
    return (keyphrases(text, 1) or [" ".join(opening.split()[:LONGEST_HEADING])])[0]


def headlines(text: str, most: int) -> list[str]:
    """The headings of the text in their order, each once: marked ones, else short lines that stand alone."""
    lines = _FENCED.sub("", _FRONT_MATTER.sub("", text)).splitlines()
    found = list(dict.fromkeys(_marked(lines))) or list(dict.fromkeys(_standing_alone(lines)))
    return found[:most]


def topic(text: str) -> str:
    """The most telling sentence of the text, after its title where it has one."""
    said = summary(text, 1)
    named = headlines(text, 1)
    return f"{named[0]}: {said}" if named and said and fold(named[0]) not in fold(said) else said


def potential(text: str) -> int:
    """How well questions can be asked about the text, 1 to 5: by what it states, and with how many names and figures."""
    plain = prose(text)
    stated = [one for one in statements(plain) if not _in_contents(one)]
    words = sum(token.is_content for one in stated for token in tokenize(one))
    if not stated or words < 4:
        return 1
    if words < 7:
        return 2
    return 3 + (words >= 18) + (len(entities(plain)) >= 3)


def prose(text: str) -> str:
    """The text without code blocks, links, tags and the like."""
    bare = _MARKUP.sub(
        lambda found: found["text"] or found["code"] or "", _FENCED.sub("\n", _FRONT_MATTER.sub("", text))
    )
    return "\n".join(
        _HASHED.sub(lambda found: f"{_plain(found['title'])}\n", line) for line in bare.splitlines()
    )


def _ranked(plain: str, most: int) -> list[tuple[str, float]]:
    """Phrases and how little they matter, the most important first."""
    yake = optional("yake_rust", extra="testset", purpose="Extracting without a language model")
    language = _language(plain)
    spaced = _RUN.sub(" ", plain)
    found = yake.Yake(language=language, ngrams=_PHRASE_WORDS).get_n_best(spaced, n=4 * most + 8)
    phrases = [*_repeated(plain), *((phrase, rank) for phrase, rank in found if _is_phrase(phrase))]
    return _without_parts(phrases)[:most]


def _language(text: str) -> str:
    """The language most function words belong to."""
    words = Counter(re.findall(r"[^\W\d_]+", text[:20_000].casefold()))
    hits = {code: sum(words[word] for word in known) for code, known in FUNCTION_WORDS.items()}
    return max(hits, key=lambda code: (hits[code], code == "en"))


def _is_phrase(phrase: str) -> bool:
    """Whether it reads as one: words, and inside it nothing but content words and "of"."""
    words = phrase.split()
    return (
        any(c.isalpha() for c in phrase)
        and len(phrase) > 2
        and all(fold(word) not in ALL_FUNCTION_WORDS or fold(word) in _LINKING for word in words[1:-1])
    )


def _repeated(text: str) -> list[tuple[str, float]]:
    """In scripts without spaces: runs of two to six characters that come more than once, the longest that do."""
    counts: Counter[str] = Counter()
    for run in _RUN.findall(text):
        for length in range(2, 7):
            counts.update(run[at : at + length] for at in range(len(run) - length + 1))
    often = {piece: count for piece, count in counts.items() if count > 1}
    whole = [
        piece
        for piece, count in often.items()
        if not any(
            piece in other and often[other] == count for other in often if len(other) == len(piece) + 1
        )
    ]
    ranked = sorted(whole, key=lambda piece: (-often[piece] * len(piece), text.find(piece)))
    return [(piece, 1 / (often[piece] * len(piece))) for piece in ranked[:50]]


def _without_parts(phrases: list[tuple[str, float]]) -> list[tuple[str, float]]:
    """Without what a phrase before it says already; a word gives its place to the first phrase that holds it."""
    kept: list[tuple[str, float]] = []
    said: list[str] = []
    for phrase, rank in phrases:
        folded = fold(phrase)
        if any(folded in one for one in said):
            continue
        inside = [at for at, one in enumerate(said) if one in folded]
        if not inside:
            kept.append((phrase, rank))
            said.append(folded)
        elif len(inside) == 1 and " " not in said[inside[0]] and " " in folded:
            kept[inside[0]] = (phrase, kept[inside[0]][1])
            said[inside[0]] = folded
    return kept


def fenced_spans(text: str) -> list[tuple[int, int]]:
    """Where the blocks of code are."""
    return [found.span() for found in _FENCED.finditer(text)]


def _is_name(phrase: str, name_words: set[str]) -> bool:
    return any(word in name_words for word in fold(phrase).split())


def _marked(lines: list[str]) -> Iterator[str]:
    """Headings with marks: # before them, a rule below them."""
    for place, line in enumerate(lines):
        if hashed := _HASHED.match(line):
            if heading := _plain(hashed["title"]):
                yield heading
        elif _RULED.match(line) and place and _is_short(lines[place - 1]):
            above = lines[place - 2].strip() if place > 1 else ""
            if not above or _RULED.match(above):
                yield _plain(lines[place - 1])


def _standing_alone(lines: list[str]) -> Iterator[str]:
    """Short lines with nothing around them and no end of a sentence, and numbered ones."""
    for place, line in enumerate(lines):
        before = lines[place - 1].strip() if place else ""
        after = lines[place + 1].strip() if place + 1 < len(lines) else ""
        alone = not before and (not after or (_NUMBERED.match(line) and len(line) <= LONGEST_NUMBERED))
        more = any(one.strip() for one in lines[place + 1 :])
        if alone and more and _is_short(line) and not re.search(r"[.!?;,:。！？；，：…]\s*$", line):
            heading = _plain(line)
            if heading[:1].isupper() or heading[:1].isdigit() or _RUN.match(heading):
                yield heading


def _is_short(line: str) -> bool:
    words = line.split()
    return 0 < len(words) <= LONGEST_HEADING and len(line) <= 100 and any(c.isalpha() for c in line)


def _plain(heading: str) -> str:
    return re.sub(
        r"\s*\{[#.:][^}]*\}$", "", _MARKUP.sub(lambda found: found["text"] or found["code"] or "", heading)
    ).strip(" *_\t")


def _in_contents(line: str) -> bool:
    """Whether it is a line of a table of contents."""
    return re.search(r"(?:\.\s?){4,}\d*\s*$|\s{3,}\d+\s*$", line) is not None
