"""Recognise what is said out of politeness and states nothing: greetings, thanks, "Here is the answer:", closing phrases."""

from __future__ import annotations

import re

from ragas.llms.local.refusals import closed_up

_GREETINGS = (
    r"(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|everyone|all|again))?",
    r"sure(?: thing)?|certainly|of course|absolutely|great|great question|good question",
    r"thanks?(?: you)?(?: (?:so much|very much))?"
    r"(?: for (?:asking|waiting|contacting (?:us|me)|reaching out(?: to us)?|getting in touch"
    r"|your (?:question|message|patience|interest|inquiry|enquiry|feedback)))?",
    r"(?:yes|yeah|oh|well|no)?[,. ]*(?:that|this|it)(?: is|'s| was)? (?:so |very |really |absolutely )?"
    r"(?:true|right|correct|interesting|great|cool|nice|awesome)",
    r"(?:i )?(?:can |totally |completely |fully )*agree(?: with (?:that|you|this))?|definitely|exactly|indeed"
    r"|(?:oh |yes |yeah )?i see|(?:that )?makes sense",
    r"you(?:'re| are) (?:very |most )?welcome|no problem|ok(?:ay)?|wow|haha+|lol",
    r"(?:sure|certainly|of course|absolutely)?[,!. ]*here (?:is|are|'s) (?:the|your|a|an|some) (?:\w+ ){0,3}"
    r"(?:answer|list|summary|information|overview|details)",
    r"hallo|guten (?:tag|morgen|abend)|gerne?|natürlich|danke|bonjour|bonsoir|salut|bien sûr|merci|hola|buenos días"
    r"|claro|gracias|ciao|certo|grazie|olá|obrigado|hoi|dank u|привет|здравствуйте|конечно|спасибо|你好|您好|当然|谢谢"
    r"|こんにちは|もちろんです?|ありがとうございます|안녕하세요|감사합니다|مرحبا|شكرا|नमस्ते|धन्यवाद",
)
_CLOSINGS = (
    r"(?:i )?hope (?:this|that|it|these)(?: \w+){0,2}? (?:helps?(?: you)?(?: out)?|answers? your questions?"
    r"|(?:is|was|are) (?:helpful|useful)|clarif(?:y|ies) (?:things|it|this|that))",
    r"(?:please |just |and |so )*(?:feel free|do(?: not|n't) hesitate) to .{0,120}",
    r"(?:please |just |and |so )*let me know if .{0,120}",
    r"(?:if|should) you (?:have|need|want|(?:would|'d) like) (?:any(?:thing)?|more|further|other|additional)\b.{0,40}"
    r"\b(?:questions?|help|assistance|clarification|else).{0,120}|is there anything else.{0,120}",
    r"have a (?:great|nice|good|wonderful|lovely|pleasant) (?:day|evening|weekend|week|one|time)|take care|good luck"
    r"|all the best|(?:best|kind|warm) (?:regards|wishes)",
    r"(?:i(?:'m| am|'d be|'ll be| would be| will be) )?(?:always |more than )?(?:happy|glad) to (?:help|assist)\b"
    r"(?: (?:you|with|further|out)\b.{0,60})?",
    # German, French, Spanish, Italian, Portuguese, Dutch
    r"(?:ich )?hoffe,? (?:das|dies|es) (?:hilft|beantwortet)\b.{0,40}|zögern sie nicht\b.{0,120}",
    r"j'espère que (?:cela|ça|ceci)\b.{0,30}\b(?:aide|aidera|utile)|n'hésitez pas à .{0,120}",
    r"espero que (?:esto |eso |isso |isto |te |le |lhe |o )*(?:ayude|sirva|ajude|ajudar|sea útil|seja útil)"
    r"|no dud(?:e|es) en .{0,120}|não hesite em .{0,120}",
    r"spero che (?:questo |ciò |ti |le |vi |sia )+(?:aiuti|d'aiuto|utile)|non esit(?:i|are) a .{0,120}",
    r"(?:ik )?hoop dat (?:dit|het) helpt|aarzel niet om .{0,120}",
    # Russian, Chinese, Japanese, Korean
    r"надеюсь,? (?:это|вам это) (?:поможет|помогло)|(?:我)?希望.{0,8}(?:有帮助|有幫助|帮到|幫到).{0,4}"
    r"|如(?:果)?(?:您|你)?(?:还)?有.{0,10}(?:问题|疑问|問題|疑問).{0,20}|お役に立て(?:れば|たら).{0,8}|도움이 되.{0,12}",
)
_SPACE_AND_MARKS = r"[\s!.,:。！،।🙂😊]*"
_SMALL_TALK = re.compile(rf"(?:{'|'.join((*_GREETINGS, *_CLOSINGS))}){_SPACE_AND_MARKS}", re.IGNORECASE)
_LAST_WORDS = re.compile(rf"(?<=\S)\s+(?=[A-ZÀ-Þ])(?i:{'|'.join(_CLOSINGS)}){_SPACE_AND_MARKS}$")
_OPENING = re.compile(
    r"^(?:(?:yes|yeah|no|well|oh)\W+)?(?:that|this)(?: is| ?['’]s) (?:true|right|correct)\s*[,;]\s*(?:and |but )?"
    r"|^(?:(?:sure|certainly|of course|absolutely|great question)[,!. ]+)?here(?: is|'s| are) (?:the|your|an?|some) "
    r"(?:\w+ ){0,3}(?:answer|list|summary|overview|details)\s*:\s*",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"\d|@|://|\bwww\.")

_READ = 300
"""How many characters of a sentence are looked at; small talk is short."""


def is_small_talk(sentence: str) -> bool:
    """Whether the sentence is only a greeting, a thank-you or a closing phrase; one with a number or address is not."""
    if len(sentence) > _READ or _FIGURE.search(sentence):
        return False
    return _SMALL_TALK.fullmatch(closed_up(sentence)) is not None


def without_small_talk(sentence: str) -> str:
    """The sentence without "Sure, here is the answer:" before it and "I hope this helps!" behind it."""
    opening = _OPENING.match(sentence)
    rest = sentence[opening.end() :] if opening and opening.end() < len(sentence) else sentence
    closing = _LAST_WORDS.search(rest, max(0, len(rest) - _READ))
    return rest[: closing.start()] if closing and not _FIGURE.search(closing.group()) else rest
