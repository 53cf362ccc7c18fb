"""Forms of sentences that say when, how long, for how much or where, in other languages than English.

Their group `f` is the figure or place, which makes a question of it even where the subject is one plain word.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ragas.testset.synthesizers.language_forms import Form, article_lowered, form

_S = r"(?P<s>[^\s,;:()](?:[^,;:()]{1,60}?))"
_YEAR = r"(?P<f>(?:1\d|20)\d\d)\b"
_MONEY = r"(?:€|\$|£|[Ee]uros?|[Dd]ollars?|Dollar|dólares|dollari|dollar|Franken|francs?|franken|pesos?|reais|kronen|Kronen|евро|рубл\w+|доллар\w+)"


def _asks(template: str, articles: str) -> Callable[[re.Match[str]], str]:
    def ask(found: re.Match[str]) -> str:
        parts = found.groupdict()
        subject = re.sub(r"\AL(?=['’])", "l", article_lowered(parts["s"], articles))
        return template.format(s=subject, v=parts.get("v") or "", p=parts.get("p") or "")

    return ask


def _forms(articles: str, rows: tuple[tuple[str, str], ...]) -> tuple[Form, ...]:
    return tuple(form(f"{_S}{pattern}", _asks(template, articles)) for pattern, template in rows)


def _figure(about: str) -> str:
    """A figure, with "about" before it."""
    return rf"(?:(?:{about}) )?(?P<f>\d[\d.,]*)"


_DE, _FR, _ES = (
    "etwa|rund|ungefähr|circa|ca\\.|nur|genau",
    "environ|à peu près|près de",
    "unos|unas|aproximadamente|cerca de",
)
_IT, _PT, _NL = "circa|quasi", "cerca de|aproximadamente|uns|umas", "ongeveer|zo'n|circa"

FIGURES: dict[str, tuple[Form, ...]] = {
    "de": _forms(
        "der die das ein eine",
        (
            (rf" (?P<v>wurde|wurden) (?:im Jahre? |im \w+ )?{_YEAR}(?: [^,;]+)? (?P<p>\w+(?:t|en))\.", "Wann {v} {s} {p}?"),
            (rf" (?P<v>dauert|dauern) {_figure(_DE)} (?:Sekunden|Minuten|Stunden|Tage|Wochen|Monate|Jahre)\b.*", "Wie lange {v} {s}?"),
            (rf" (?P<v>kostet|kosten) {_figure(_DE)} ?{_MONEY}.*", "Wie viel {v} {s}?"),
            (r" (?P<v>befindet|befinden) sich (?P<f>(?:im|in|am|an|auf|unter|neben|hinter|vor) [^,;]{4,})\.", "Wo {v} sich {s}?"),
            (
                r" (?P<v>wird|werden) (?P<f>(?:im|in|am|an|auf|unter) [^,;]{4,}) (?P<p>aufbewahrt|gelagert|gespeichert|abgelegt|verwahrt)\.",
                "Wo {v} {s} {p}?",
            ),
        ),
    ),
    "fr": _forms(
        "le la les un une des",
        (
            (rf" (?P<v>a été|ont été|fut|furent) (?P<p>\w+ées?|\w+és?|\w+ie?s?|\w+te?s?|\w+ue?s?) (?:[^,;]* )?en {_YEAR}.*", "Quand {v} {p} {s} ?"),
            (rf" (?P<v>dure|durent) {_figure(_FR)} (?:secondes|minutes|heures|jours|semaines|mois|ans)\b.*", "Combien de temps {v} {s} ?"),
            (rf" (?P<v>coûte|coûtent) {_figure(_FR)} ?{_MONEY}.*", "Combien {v} {s} ?"),
            (r" (?P<v>se trouve|se trouvent) (?P<f>(?:dans|à|au|aux|en|sur|sous|près) [^,;]{4,})\.", "Où {v} {s} ?"),
            (
                r" (?P<v>est|sont) (?P<p>(?:conservé|stocké|rangé|enregistré|situé|entreposé)e?s?) (?P<f>(?:dans|à|au|aux|en|sur|sous) [^,;]{4,})\.",
                "Où {v} {p} {s} ?",
            ),
        ),
    ),
    "es": _forms(
        "el la los las un una",
        (
            (rf" (?P<v>fue|fueron) (?P<p>\w+[aio]d[oa]s?) (?:[^,;]* )?en (?:el año )?{_YEAR}.*", "¿Cuándo {v} {p} {s}?"),
            (rf" (?P<v>dura|duran|tarda|tardan) {_figure(_ES)} (?:segundos|minutos|horas|días|semanas|meses|años)\b.*", "¿Cuánto {v} {s}?"),
            (rf" (?P<v>cuesta|cuestan) {_figure(_ES)} ?{_MONEY}.*", "¿Cuánto {v} {s}?"),
            (
                r" (?P<v>se encuentra|se encuentran|se guarda|se guardan|se almacena|se almacenan) (?P<f>(?:en|bajo|junto) [^,;]{4,})\.",
                "¿Dónde {v} {s}?",
            ),
        ),
    ),
    "it": _forms(
        "il lo la i gli le un una uno",
        (
            (rf" (?P<v>è stat[oa]|sono stat[ie]|fu|furono) (?P<p>\w+t[oaie]) (?:[^,;]* )?nel {_YEAR}.*", "Quando {v} {p} {s}?"),
            (rf" (?P<v>dura|durano) {_figure(_IT)} (?:secondi|minuti|ore|giorni|settimane|mesi|anni)\b.*", "Quanto {v} {s}?"),
            (rf" (?P<v>costa|costano) {_figure(_IT)} ?{_MONEY}.*", "Quanto {v} {s}?"),
            (r" (?P<v>si trova|si trovano) (?P<f>(?:in|nel\w*|a|al\w*|su\w*|sotto) [^,;]{4,})\.", "Dove {v} {s}?"),
            (
                r" (?P<v>è|sono) (?P<p>(?:conservat|custodit|memorizzat|salvat|archiviat)[oaie]) (?P<f>(?:in|nel\w*|su\w*|sotto) [^,;]{4,})\.",
                "Dove {v} {p} {s}?",
            ),
        ),
    ),
    "pt": _forms(
        "o a os as um uma",
        (
            (rf" (?P<v>foi|foram) (?P<p>\w+[ai]d[oa]s?) (?:[^,;]* )?em {_YEAR}.*", "Quando {v} {p} {s}?"),
            (rf" (?P<v>dura|duram|demora|demoram|leva|levam) {_figure(_PT)} (?:segundos|minutos|horas|dias|semanas|meses|anos)\b.*", "Quanto tempo {v} {s}?"),
            (rf" (?P<v>custa|custam) {_figure(_PT)} ?{_MONEY}.*", "Quanto {v} {s}?"),
            (r" (?P<v>fica|ficam|encontra-se|encontram-se) (?P<f>(?:em|na|no|nas|nos|sob|junto) [^,;]{4,})\.", "Onde {v} {s}?"),
            (
                r" (?P<v>é|são) (?P<p>(?:guardad|armazenad|conservad|salv)[oa]s?) (?P<f>(?:em|na|no|nas|nos|sob) [^,;]{4,})\.",
                "Onde {v} {p} {s}?",
            ),
        ),
    ),
    "nl": _forms(
        "de het een",
        (
            (rf" (?P<v>werd|werden|is|zijn) in {_YEAR}(?: [^,;]+)? (?P<p>(?:ge|op|be|ver|ont|her)\w+(?:d|t|en))\.", "Wanneer {v} {s} {p}?"),
            (rf" (?P<v>werd|werden) (?P<p>(?:ge|op|be|ver|ont|her)\w+(?:d|t|en)) in {_YEAR}.*", "Wanneer {v} {s} {p}?"),
            (rf" (?P<v>duurt|duren) {_figure(_NL)} (?:seconden|minuten|uur|uren|dagen|weken|maanden|jaar)\b.*", "Hoe lang {v} {s}?"),
            (rf" (?P<v>kost|kosten) {_figure(_NL)} ?{_MONEY}.*", "Hoeveel {v} {s}?"),
            (r" (?P<v>bevindt|bevinden) zich (?P<f>(?:in|op|aan|onder|bij|naast) [^,;]{4,})\.", "Waar {v} zich {s}?"),
            (
                r" (?P<v>wordt|worden) (?:(?P<f>(?:in|op|onder) [^,;]{4,}) )(?P<p>bewaard|opgeslagen|opgeborgen)\.",
                "Waar {v} {s} {p}?",
            ),
        ),
    ),
    "ru": _forms(
        "",
        (
            (rf" (?P<v>был[аио]?) (?P<p>\w+[нт][аоы]?) (?:[^,;]* )?в {_YEAR}.*", "Когда {v} {p} {s}?"),
            (r" (?P<v>длится|длятся|занимает|занимают) (?:около |примерно )?(?P<f>\d[\d.,]*) (?:секунд|минут|час|дн|недел|месяц|лет|год)\w*.*", "Сколько времени {v} {s}?"),
            (rf" (?P<v>стоит|стоят) (?:около |примерно )?(?P<f>\d[\d.,]*) ?{_MONEY}.*", "Сколько {v} {s}?"),
            (r" (?P<v>находится|находятся|хранится|хранятся) (?P<f>(?:в|на|под|у) [^,;]{4,})\.", "Где {v} {s}?"),
        ),
    ),
    "zh": (
        form(r"(?P<s>[^，,。；：、（）]{2,24}?) ?(?P<p>成立|创立|创建|建成|开业|开放|建造|发布|出版)于 ?(?P<f>\d{4}) ?年.*", "{s}{p}于哪一年？"),
        form(r"(?P<s>[^，,。；：、（）由]{2,24}?) ?由[^，。；]{2,24}于 ?(?P<f>\d{4}) ?年(?P<p>成立|创立|创建|建成|建造|发布|出版)。", "{s}是哪一年{p}的？"),
        form(
            r"(?P<s>[^，,。；：、（）]{2,24}?) ?(?P<v>需要|需|耗时|历时|持续|要)(?:大约|约)? ?(?P<f>\d[\d.,]*) ?(?:秒|分钟|个?小时|天|周|个月|年)[^，；]*。",
            "{s}需要多长时间？",
        ),
        form(
            r"(?P<s>[^，,。；：、（）]{2,24}?)(?:的?(?:票价|售价|价格|费用)(?:是|为)|售价(?:为)?|要|需)(?:大约|约)? ?(?P<f>\d[\d.,]*) ?(?:元|美元|欧元|英镑|日元)[^，；]*。",
            "{s}多少钱？",
        ),
        form(r"(?P<s>[^，,。；：、（）]{2,24}?) ?(?P<v>位于|存放在|保存在|存储在|坐落于|坐落在) ?(?P<f>[^，。；]{2,})。", "{s}{v}哪里？"),
    ),
    "ja": (
        form(
            r"(?P<s>[^、。；：（）を]{2,40}?)は、?(?:[^、。]{2,20}(?:に|が))??(?P<f>\d{4}) ?年(?:\d+月)?に(?:[^、。]{2,20}(?:によって|により))?(?P<p>[\u4e00-\u9fff]{2,4})(?P<v>され|し)(?:ました|た)。",
            "{s}はいつ{p}{v}ましたか？",
        ),
        form(
            r"(?P<s>[^、。；：（）を]{2,40}?)(?P<v>には|は)、?(?:約|およそ)? ?(?P<f>\d[\d.,]*) ?(?:秒|分|時間|日|週間|か月|ヶ月|年)(?:ほど|くらい|程度)?(?:かかります|かかる)。",
            "{s}{v}どのくらいの時間がかかりますか？",
        ),
        form(
            r"(?P<s>[^、。；：（）を]{2,40}?)は、?(?:約|およそ)? ?(?P<f>\d[\d.,]*) ?(?:円|ユーロ|ドル|ポンド)(?:です|である|だ|かかります)。",
            "{s}はいくらですか？",
        ),
        form(r"(?P<s>[^、。；：（）を]{2,40}?)は、?(?P<f>[^、。]{2,40})に(?P<v>あり|置かれてい|保管されてい|保存されてい|位置してい)(?:ます|る)。", "{s}はどこに{v}ますか？"),
    ),
    "ko": (
        form(r"(?P<s>[^,.;:()]{2,30}?)(?P<v>은|는) (?P<f>\d{4})년에 (?:[^,.;]+ )?(?P<p>\w+)(?:되었다|되었습니다|됐다|됐습니다)\.", "{s}{v} 언제 {p}되었습니까?"),
        form(r"(?P<s>[^,.;:()]{2,30}?)(?P<v>은|는) (?:약 )?(?P<f>\d[\d.,]*) ?(?:초|분|시간|일|주|개월|년)(?:이|정도)? (?:걸린다|걸립니다)\.", "{s}{v} 얼마나 걸립니까?"),
        form(r"(?P<s>[^,.;:()]{2,30}?)(?P<v>은|는) (?:약 )?(?P<f>\d[\d.,]*) ?(?:원|유로|달러)(?:이다|입니다)\.", "{s}{v} 얼마입니까?"),
        form(r"(?P<s>[^,.;:()]{2,30}?)(?P<v>은|는) (?P<f>[^,.;]{2,30})에 (?P<p>있|보관되어 있|위치해 있)(?:다|습니다)\.", "{s}{v} 어디에 {p}습니까?"),
    ),
}  # fmt: skip
"""By the code of the language."""
