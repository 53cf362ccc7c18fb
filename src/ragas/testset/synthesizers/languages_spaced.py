"""Forms of sentences in European languages, chosen so that no word needs another ending."""

from __future__ import annotations

import re
from collections.abc import Callable

from ragas.testset.synthesizers.language_forms import Manner, article_lowered, form

# -- German -------------------------------------------------------------------------------------------------------

_DE = "der die das ein eine ein"


def _de(template: str) -> Callable[[re.Match[str]], str]:
    return lambda found: template.format(
        s=article_lowered(found["s"], _DE), v=found.groupdict().get("v") or ""
    )


_S = r"(?P<s>[^\s,;:()](?:[^,;:()]{1,60}?)(?: \([^()\s]{1,20}\))?)"
GERMAN = Manner(
    (
        form(
            rf"{_S} (?P<v>ist|sind) (?:ein|eine|der|die|das) (?!wichtig\w*|beste|gute|wichtigste|einzige|häufigste|schlechte)\w(?:(?!, (?:falls|wenn) )[^;]){{20,}}",
            _de("Was {v} {s}?"),
        ),
        form(rf"{_S} dient (?:zum|zur|dazu|als|der|dem) .{{12,}}", _de("Wozu dient {s}?")),
        form(rf"{_S} dienen (?:zum|zur|dazu|als|der|dem) .{{12,}}", _de("Wozu dienen {s}?")),
        form(
            rf"{_S} (?P<v>wird|werden) (?:dazu |dafür |meist |meistens |häufig |oft )?(?:verwendet|benutzt|genutzt|eingesetzt), um .{{12,}}",
            _de("Wozu {v} {s} verwendet?"),
        ),
        form(rf"{_S} ermöglicht (?:es|die|das|den|eine|einen|Ihnen) .{{12,}}", _de("Was ermöglicht {s}?")),
        form(
            r"Um (?P<c>[^,;:]{8,90} (?:zu \w+|\w+zu\w+en)), (?:(?:können|müssen|sollten|sollen|dürfen) Sie|\w+(?:en|n) Sie|kann man|muss man|sollte man|kann|muss|sollte|ist|wird) .{8,}",
            "Was muss man tun, um {c}?",
        ),
        form(
            r"(?P<if>Wenn|Falls|Sobald) (?P<c>[^,;:]{12,100}), (?:(?:können|müssen|sollten|sollen|dürfen) Sie|(?!erhalten|sehen|bekommen|finden|haben|werden|profitieren|gelangen)\w+en Sie|sollte man|muss man|kann man) .{8,}",
            lambda m: f"Was ist zu tun, {m['if'].lower()} {m['c']}?",
        ),
        form(
            r"(?P<if>Wenn|Falls|Sobald) (?P<c>[^,;:]{12,100}), (?:so |dann )?(?:wird|werden|ist|sind|hat|haben|kann|können|muss|müssen|\w+t|\w+en) .{8,}",
            lambda m: f"Was passiert, {m['if'].lower()} {m['c']}?",
        ),
        form(
            r"Mit (?P<c>[^,;:]{3,60}?) (?:können Sie|kann man|lässt sich|lassen sich) .{12,}",
            lambda m: f"Was kann man mit {m['c']} tun?",
        ),
    ),
    re.compile(
        r"\b(?:dies\w*|jen\w{1,2}|solch\w*|folgend\w*|oben|unten|hier|obig\w*|derselbe\w*|letzter\w*|vorige\w*|beispielsweise|"
        r"er|sie|es|ihm|ihn|ihnen|wir|uns|ich|Beispiel|dabei|dadurch|damit|davon|dazu auch|daher|darum|deshalb|jedoch|auch|hiermit|dagegen|hingegen|hierfür|hierbei|angegebene\w*|entsprechende\w*|z\.\s?B|bzw|erste\w?|zweite\w?|dritte\w?|nächste\w?)\b"
    ),
    re.compile(
        r"(?:Deshalb|Daher|Dazu|Dabei|Darum|Daf\w+|Damit|Dan[na]\w*|Allerdings|Jedoch|Ebenso|Außerdem|Zudem|Schließlich|Fuer|Häufig|Meist\w*|Normalerweise|Standardmäßig|Zuerst|Zunächst|Jetzt|Heute|Bisher|Inzwischen|Gleichzeitig|Natürlich|Leider|Grundsätzlich|Es|Er|Sie|Dies\w*|Wenn|Um|Mit|In|Im|Bei|Beim|Für|Auf|Aus|Nach|Von|Vor|Zu|Zum|Zur|Was|Wer|Wie|Wo|Man|Alle|Jede\w*|Viele|Einige|Beide|Da|Als|Seit|Durch|Ob|Dass|Und|Aber|Oder|Nur|Hier|Dort|Dann|So)\b"
    ),
)

# -- French -------------------------------------------------------------------------------------------------------

_FR = "le la les un une des"


def _fr(template: str) -> Callable[[re.Match[str]], str]:
    def ask(found: re.Match[str]) -> str:
        subject = article_lowered(found["s"], _FR)
        subject = re.sub(r"\AL(?=['’])", "l", subject)
        return template.format(s=subject, v=found.groupdict().get("v") or "")

    return ask


def _fr_use(found: re.Match[str]) -> str:
    serves = "servent" if found["v"] == "permettent" else "sert"
    return _fr(f"À quoi {serves} {{s}} ?")(found)


def _fr_what(found: re.Match[str]) -> str:
    subject = re.sub(r"\AL(?=['’])", "l", article_lowered(found["s"], _FR))
    return f"Qu{chr(39) if found['v'][0] in 'aeiouéè' else 'e '}{found['v']} {subject} ?"


def _fr_definition(found: re.Match[str]) -> str:
    subject = re.sub(r"\AL(?=['’])", "l", article_lowered(found["s"], _FR))
    elided = re.match(r"`?[aeiouyhéèêàâîôûAEIOUHÉ]", subject)
    return f"Qu'est-ce qu{chr(39) if elided else 'e '}{subject} ?"


FRENCH = Manner(
    (
        form(
            rf"{_S} est (?:un|une|le|la|l['’]) ?(?!(?:source|aspect|partie|exemple|problème|raison|question|bonne?|mauvaise?|seule?|même)\b)\w[^;]{{20,}}",
            _fr_definition,
        ),
        form(
            rf"{_S} (?P<v>est utilisée?|sert|servent|sont utilisée?s) (?:pour|à|afin de|afin d['’]) ?\w.{{12,}}",
            lambda m: _fr(
                f"À quoi {'servent' if m['v'].startswith(('sont', 'servent')) else 'sert'} {{s}} ?"
            )(m),
        ),
        form(rf"{_S} (?P<v>permet|permettent) (?:de |d['’]|à |aux? )\w.{{15,}}", _fr_use),
        form(
            rf"{_S} (?P<v>définit|spécifie|détermine|contrôle|indique|fournit|propose|contient|active|désactive|affiche|renvoie|implémente|décrit) (?:le|la|les|un|une|des|si|quel\w*|l['’]|si) ?\w[^;]{{15,}}",
            _fr_what,
        ),
        form(
            r"(?:Pour|Afin de) (?P<c>(?:ne pas )?\w+(?:er|ir|re|oir) [^,;:]{6,90}), (?:vous|il|on|utilisez|ajoutez|\w+ez) .{8,}",
            "Comment {c} ?",
        ),
        form(
            r"Si (?P<c>[^,;:]{12,100}), (?:vous (?:pouvez|devez|devriez)|il faut|utilisez|\w+ez) .{8,}",
            "Que faire si {c} ?",
        ),
        form(
            r"Si (?P<c>(?!vous)[^,;:]{12,100}), (?:alors )?(?:le|la|les|l['’]|un|une|aucun\w*|`|[A-Z]).{12,}",
            "Que se passe-t-il si {c} ?",
        ),
        form(
            r"Lorsque (?P<c>[^,;:]{12,100}), (?:le|la|les|l['’]|un|une|aucun\w*|`|[A-Z]).{12,}",
            "Que se passe-t-il lorsque {c} ?",
        ),
    ),
    re.compile(
        r"\b(?:ces?|cet|cette|ceci|cela|celui|celle|ceux|celles|suivante?s?|ci-dess\w+|précédente?s?|il (?!faut|est possible|y a|est nécessaire)|ils|elles?|lui|leurs?|"
        r"nous|notre|nos|je|mon|ici|exemple|également|aussi|donc|ainsi|toutefois|cependant|même|à la place|y|autre|spécifiée?s?|donnée?s?|correspondante?s?|premi[eè]re?s?|second\w*)\b(?!-)",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:Deux|Trois|Quatre|De|Ses|Son|Sa|Leurs?|L[ea]s? princip\w+|Cel\w+|Ceux|Il|Elle|Ils|Elles|On|Ce|C['’]|Cet\w*|Ces|Si|Pour|Dans|En|Avec|Lorsque|Quand|Comme|Où|Qui|Que|Quel\w*|Vous|Nous|Tou\w+|Chaque|Certain\w*|Plusieurs|Par|Sur|Sous|Selon|Afin|Et|Mais|Ou|Une? seule?|L['’]un\w*|Le seul|Le but|Le problème|La raison|À|Au|Aux|Après|Avant|Les deux)\b"
    ),
)

# -- Spanish, Italian, Portuguese, Dutch, Russian --------------------------------------------------------------------


def _plain(template: str, articles: str) -> Callable[[re.Match[str]], str]:
    return lambda found: template.format(
        s=article_lowered(found["s"], articles), v=found.groupdict().get("v") or ""
    )


_ES, _IT, _PT, _NL = "el la los las un una", "il lo la i gli le un una uno", "o a os as um uma", "de het een"
SPANISH = Manner(
    (
        form(
            rf"{_S} (?P<v>es|son) (?:un|una|el|la|los|las) (?!valor|predeterminad)\w[^;]{{20,}}",
            _plain("¿Qué {v} {s}?", _ES),
        ),
        form(rf"{_S} (?:sirve|se (?:usa|utiliza)) para .{{12,}}", _plain("¿Para qué sirve {s}?", _ES)),
        form(
            r"Para (?P<c>\w+(?:ar|er|ir)(?:se|lo|la)? [^,;:]{6,90}), .{12,}", "¿Qué hay que hacer para {c}?"
        ),
        form(r"Si (?P<c>[^,;:]{12,100}), (?:el|la|los|las|un|una|se) .{10,}", "¿Qué ocurre si {c}?"),
    ),
    re.compile(
        r"\b(?:est[eao]s?|ést[eao]s?|es[aeo]s?(?!-)|siguientes?|anteriore?s?|aquí|arriba|abajo|ejemplo|ellos?|ellas?|él|nosotros|nuestr\w+|también|mism[oa]s?)\b",
        re.IGNORECASE,
    ),
    re.compile(r"(?:Es|Si|Para|En|Con|Cuando|Como|Qué|Cada|Tod\w+|Algun\w+|Ambos|Por|Y|Pero|Lo|No|Se)\b"),
)
ITALIAN = Manner(
    (
        form(
            rf"{_S} (?:è|sono) (?:un|una|uno|il|la|lo|i|gli|le|un['’]|l['’]) ?\w[^;]{{20,}}",
            _plain("Che cos'è {s}?", _IT),
        ),
        form(rf"{_S} (?P<v>serve|servono) (?:a|per|ad) .{{12,}}", _plain("A che cosa {v} {s}?", _IT)),
        form(r"Per (?P<c>\w+(?:are|ere|ire) [^,;:]{6,90}), .{12,}", "Che cosa bisogna fare per {c}?"),
        form(r"Se (?P<c>[^,;:]{12,100}), (?:il|la|lo|i|gli|le|un|una|si) .{10,}", "Che cosa succede se {c}?"),
    ),
    re.compile(
        r"\b(?:quest\w+|quell\w+|seguent[ei]|precedent[ei]|qui|sopra|sotto|esempio|ess[oaie]|loro|lui|lei|noi|nostr\w+|anche|stess[oaie])\b",
        re.IGNORECASE,
    ),
    re.compile(r"(?:Se|Per|In|Con|Quando|Come|Ogni|Tutt\w+|Alcun\w+|E|Ma|Non|Si|Nel\w*|Ci)\b"),
)
PORTUGUESE = Manner(
    (
        form(
            rf"{_S} (?P<v>é|são) (?:um|uma|o|a|os|as) (?!padrão|valor)\w[^;]{{20,}}",
            _plain("O que {v} {s}?", _PT),
        ),
        form(rf"{_S} (?P<v>serve|servem) para .{{12,}}", _plain("Para que {v} {s}?", _PT)),
        form(r"Para (?P<c>\w+(?:ar|er|ir) [^,;:]{6,90}), .{12,}", "O que é preciso fazer para {c}?"),
        form(r"Se (?P<c>[^,;:]{12,100}), (?:o|a|os|as|um|uma) .{10,}", "O que acontece se {c}?"),
    ),
    re.compile(
        r"\b(?:est[ea]s?|ess[ea]s?|isto|isso|aquilo|seguintes?|anterior(?:es)?|aqui|acima|abaixo|exemplo|eles?|elas?|nós|nosso\w*|também|mesm[oa]s?)\b",
        re.IGNORECASE,
    ),
    re.compile(r"(?:Se|Para|Em|Com|Quando|Como|Cada|Tod\w+|Algun\w+|E|Mas|Não|No|Na|Ao)\b"),
)
DUTCH = Manner(
    (
        form(rf"{_S} (?P<v>is|zijn) (?:een|de|het) \w[^;]{{20,}}", _plain("Wat {v} {s}?", _NL)),
        form(rf"{_S} (?P<v>dient|dienen) (?:om|voor|als) .{{12,}}", _plain("Waarvoor {v} {s}?", _NL)),
        form(r"Om (?P<c>[^,;:]{8,90} te \w+), .{12,}", "Wat moet je doen om {c}?"),
        form(
            r"(?P<if>Als|Wanneer) (?P<c>[^,;:]{12,100}), (?:wordt|worden|is|zijn|kan|kunnen|moet|moeten) .{10,}",
            lambda m: f"Wat gebeurt er {m['if'].lower()} {m['c']}?",
        ),
    ),
    re.compile(
        r"\b(?:deze|dit|dat is|die is|volgende|bovenstaande|onderstaande|hier|voorbeeld|hij|zij|ze|hem|wij|ons|onze|ook|zelfde)\b",
        re.IGNORECASE,
    ),
    re.compile(r"(?:Als|Om|In|Met|Wanneer|Zoals|Elke|Alle|Sommige|En|Maar|Niet|Het|Er|Bij|Voor|Dit|Dat)\b"),
)
RUSSIAN = Manner(
    (
        form(rf"{_S} — это .{{15,}}", "Что такое {s}?"),
        form(r"Чтобы (?P<c>\w+(?:ть|ти|ться) [^,;:]{6,90}), .{10,}", "Что нужно сделать, чтобы {c}?"),
        form(r"Если (?P<c>[^,;:]{12,100}), (?:то )?.{12,}", "Что происходит, если {c}?"),
    ),
    re.compile(
        r"\b(?:эт\w{1,3}|так\w{2,3}|следующ\w+|выше|ниже|здесь|пример\w*|он|она|оно|они|его|её|ее|их|мы|наш\w*|также|тоже)\b(?<! это)",
        re.IGNORECASE,
    ),
    re.compile(r"(?:Если|Чтобы|В|На|С|Когда|Как|Каждый|Все|И|Но|Не)\b"),
)
