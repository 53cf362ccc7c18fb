"""Recognise sentences that say they cannot answer: "I don't know" and its relatives."""

from __future__ import annotations

import re

_SOURCES = (
    r"(?:(?:provided |given |available |supplied |retrieved |above |following )*"
    r"(?:documents?|contexts?|texts?|passages?|sources?|excerpts?|search results?|results?|information|materials?|"
    r"knowledge base|snippets?|paragraphs?|chunks?))"
)
_CANNOT = (
    r"(?:do not|don't|did not|didn't|cannot|can't|can not|could not|couldn't|am (?:not able|unable) to|"
    r"(?:was|were) (?:not able|unable) to)"
)
_REFUSALS = re.compile(
    "|".join(
        (
            # English
            r"\b(?:i|we)(?: am|'m| are|'re)? (?:sorry|afraid)\b(?!.{0,120}\b(?:is|was|are|were)\b [a-z]+ed\b)",
            r"^(?:sorry|apologies|unfortunately)\W*$",
            rf"\bi (?:\w+ )?{_CANNOT} (?:\w+ )?(?:know|find|answer|determine|tell|provide|say|help|access|locate|identify|confirm|"
            r"recall|see|have (?:\w+ ){0,4}(?:information|answer|access|data|details|context|idea))\b(?! a doubt)",
            rf"\bwe (?:\w+ )?{_CANNOT} (?:\w+ )?(?:know|find|answer|determine|tell)\b",
            r"\bi(?:'m| am) (?:unable|not able) to\b",
            r"^(?:\W*(?:well|sorry|no|oh)\W+)?(?:i(?:'m| am) )?not (?:\w+ )?(?:sure|certain|aware)\b",
            r"^(?:\W*(?:well|sorry|no|oh)\W+)?i (?:do not|don't) think so\W*$",
            r"^(?:sorry,? )?(?:the |these |those |your |my |this )?"
            + _SOURCES
            + r"(?: \w+)? (?:do not|don't|does not|doesn't|did not) "
            r"(?:\w+ )?(?:mention|contain|provide|specify|say|tell|include|state|give|have|answer|reveal|indicate|cover|address)",
            r"^(?:sorry\W+|unfortunately\W+)?(?:there is|there's|there was) (?:no|not enough|insufficient) (?:\w+ )?(?:information|mention|data|answer)\b",
            r"\bno (?:relevant )?(?:information|answer) (?:is |was |has been )?(?:provided|given|available|found)\b",
            r"\b(?:is|are|was|were) not (?:\w+ )?(?:mentioned|specified|provided|stated|available|given|included) (?:in|by) (?:the|this|these|my) "
            + _SOURCES,
            r"\b(?:cannot|can't|can not) be (?:answered|determined|found)\b.{0,120}" + _SOURCES,
            r"^(?:unknown|no idea|not (?:known|mentioned|specified|available|stated|provided)|n/a|none given)\W*$",
            r"\bas an? (?:ai|large) (?:language )?(?:model|assistant)\b",
            r"^(?:please|could you|can you)\b.{0,120}\b(?:provide|clarify|rephrase|give|specify)\b",
            # German, French, Spanish, Italian, Portuguese, Dutch
            r"\b(?:ich|wir) (?:weiß|weiss|wissen) (?:es |das |das leider )?(?:leider )?nicht\b|\bich kann (?:\w+ ){0,4}nicht (?:\w+ )?(?:beantworten|sagen|finden)",
            r"\b(?:dokumente?n?|kontext|texte?|quellen?|unterlagen)\b.{0,120}\b(?:enthält|enthalten|nennen|nennt|erwähnt|erwähnen|sagen|sagt)\b.{0,120}\b(?:keine?|nicht)\b",
            r"\bdazu (?:\w+ ){0,4}keine (?:angaben?|informationen?)\b",
            r"\bje ne (?:sais|peux|trouve|dispose)\b|\b(?:documents?|contexte|textes?) (?:\w+ ){0,4}ne (?:\w+ ){0,4}(?:mentionnent|mentionne|précisent|précise|contiennent|contient|disent|dit)\b",
            r"\bno (?:lo )?sé\b|\bno (?:puedo|encuentro|tengo información)\b|\b(?:documentos?|contexto|textos?) (?:\w+ ){0,4}no (?:\w+ )?(?:mencionan?|contienen?|especifican?|indican?|dicen?)\b",
            r"\bnon (?:lo )?so\b|\b(?:documenti|contesto|testo) (?:\w+ ){0,4}non (?:\w+ )?(?:menziona(?:no)?|contiene|contengono|specifica(?:no)?)\b",
            r"\b(?:eu )?não sei\b|\b(?:documentos?|contexto|texto) (?:\w+ ){0,4}não (?:\w+ )?(?:mencionam?|cont[êé]m|especificam?|informam?)\b",
            r"\bik weet het niet\b|\bdocumenten (?:\w+ ){0,4}(?:vermelden|bevatten|zeggen) (?:\w+ ){0,4}niet\b",
            # Russian, Chinese, Japanese, Korean, Arabic, Hindi
            r"\bя не (?:знаю|могу|нашел|нашёл)|\bв (?:документах|контексте|тексте) (?:\w+ ){0,4}(?:не указано|не упоминается|нет)",
            r"(?:我|抱歉|对不起|對不起|很遗憾).{0,12}(?:不知道|无法|無法|不能|没有找到|沒有找到|不清楚)|(?:文档|文件|资料|上下文|文中).{0,10}(?:没有|沒有|未|并未)(?:提及|提到|说明|提供|给出|相关)",
            r"(?:わかりません|分かりません|わからない|お答えできません|記載(?:されて|が|は)(?:い|あり)?ま?せん|記載がありません|見つかりません)",
            r"(?:모르겠|알 수 없|찾을 수 없|언급(?:되어|되지|이) (?:있지 )?않|정보가 없)",
            r"لا أعرف|لا أعلم|لا (?:تذكر|تحتوي) (?:الوثائق|المستندات|النصوص)|(?:الوثائق|المستندات|النص|السياق) لا (?:تذكر|يذكر|تحتوي|يحتوي)",
            r"मुझे (?:\S+ )?(?:नहीं पता|पता नहीं|नहीं मालूम)|(?:दस्तावेज़?ों?|संदर्भ|पाठ) में (?:\S+ ){0,4}(?:नहीं (?:है|दी|दिया|बताया))",
        )
    ),
    re.IGNORECASE,
)

_READ = 300
"""How many characters of a sentence are looked at; refusals are short, and a whole page in one sentence is none."""


_SPACED_CONTRACTION = re.compile(r" (?='(?:m|s|re|ve|ll|d|t)\b|n't\b)", re.IGNORECASE)


def is_refusal(sentence: str) -> bool:
    """Whether the sentence says that it cannot answer."""
    return _REFUSALS.search(closed_up(sentence[:_READ])) is not None


def closed_up(sentence: str) -> str:
    """The sentence with plain apostrophes and without spaces before 'm, 's and n't, which tokenised text has."""
    return _SPACED_CONTRACTION.sub("", sentence.strip().replace("’", "'"))
