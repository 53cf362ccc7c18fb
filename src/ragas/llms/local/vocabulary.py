"""The few word lists the embedded judge knows by heart: function words, negations, opposites, number words, units."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """A set of words, written as one text."""
    return frozenset(text.split())


def rows(text: str) -> list[list[str]]:
    """Lists of words, written as one text with a semicolon between the lists."""
    return [row.split() for row in text.split(";")]


FUNCTION_WORDS: dict[str, frozenset[str]] = {
    "en": words(
        "a about after all also am an and any are aren't as at be because been before being both but by can "
        "could did didn't do does doesn't doing don't down each even ever every few for from had has hasn't "
        "have haven't having he he's her here hers him his how i i'd i'll i'm i've if in into is isn't it "
        "it's its just me more most much my no not now of off on once one only or other our out over own same "
        "she she's should so some such than that that's the their them then there there's these they they're "
        "they've this those through to too up upon us very was wasn't we we're we've were what when where "
        "which while who whom whose why will with within would yes you you're your"
    ),
    "de": words(
        "aber als am an auch auf aus bei bis da dann das dass dem den denn der des die dies diese dieser "
        "dieses doch du durch ein eine einem einen einer eines er es für hat haben hatte ich ihr im in ins "
        "ist ja kann mit nach noch nur ob oder ohne sehr sein seine seit sich sie sind so über um und uns "
        "unter vom von vor war waren was weil wenn wer werden wie wir wird wo wurde wurden zu zum zur zwischen"
    ),
    "fr": words(
        "à afin ai alors au aux avec avait ayant c'est ce ces cet cette comme dans de depuis des dont du elle "
        "elles en entre est et été être eu fut il ils je l' la le les leur leurs lors mais même nous on ont "
        "ou où par pas plus pour qu' que qui sa sans se ses si son sont sous sur ta tes ton très tu un une "
        "vers vos votre vous y"
    ),
    "es": words(
        "a al aunque como con cual cuando de del desde donde dos e el ella ellas ellos en entre era es esa "
        "ese eso esta está están este esto fue fueron ha han hasta hay la las le les lo los más mi muy nos o "
        "para pero por porque que qué se según ser si sí sin sobre son su sus también tiene todo tu un una "
        "uno unos y ya yo"
    ),
    "it": words(
        "a ai al alla alle anche che chi ci come con cui da dal dalla dei del della delle di dopo dove e è ed "
        "era gli ha hanno i il in io l' la le lo loro ma mi ne nei nel nella o per perché più quando questa "
        "questo se si sono stata stato su sua sulla suo suoi tra un una uno"
    ),
    "pt": words(
        "a ao aos as às com como da das de desde do dos e é ela ele eles em entre era essa esse esta este eu "
        "foi foram há isso já lhe mais mas na nas no nos o os ou para pela pelo por quando que quem são se "
        "sem ser seu seus sua suas também tem um uma você"
    ),
    "nl": words(
        "aan al als bij dan dat de der die dit door een en er had heeft het hij hun ik in is je kan maar met "
        "na naar nog of om ook op over te tot uit van voor was wat we werd wij worden wordt ze zich zij zijn "
        "zo"
    ),
    "ru": words(
        "а без был была были было быть в во все всё для до его ее её если есть же за и из или им их к как ко "
        "когда кто ли мы на над о об он она они оно от по под при с со так также то того тоже только у уже "
        "что чтобы это этот эта я"
    ),
    "ar": words("في من على إلى الى عن مع هو هي هذا هذه التي الذي أن إن ان كان كانت قد و أو ثم كما بين كل"),
    "hi": words("के का की में है हैं को से पर और ने यह वह था थी थे कि जो भी एक इस उस हो कर तो या लिए"),
}
"""Words that carry grammar rather than content."""

ASIDES = words(
    "please instead still though too again either way likely quite just only anyway perhaps maybe yes yeah yep yup oh ah well ok okay actually apparently definitely certainly indeed really basically "
    "generally interestingly essentially surely sure exactly right basically overall therefore thus hence "
    "however moreover furthermore additionally finally also called known ja doch also tatsächlich übrigens "
    "oui effectivement d'ailleurs sí claro además sim certo infatti inoltre да конечно"
)
"""Words of conversation and linking that state nothing by themselves."""

LIGHT_VERBS = words(
    "get gets got getting make makes made making give gives gave given take takes took taken use uses used using go goes "
    "went gone put let lets come comes came become becomes became say says said keep keeps kept receive receives received "
    "need needs needed located situated bekommt bekommen erhält erhalten macht machen gibt geben beträgt fait font donne "
    "prend hace hacen tiene tienen da dan fa fanno"
)
"""Verbs that are easily exchanged for one another."""

ALL_FUNCTION_WORDS = ASIDES.union(LIGHT_VERBS, *FUNCTION_WORDS.values())

NEGATIONS = words(
    "not no never none nobody nothing neither nor cannot without hardly n't ain't nicht kein keine keinen "
    "keinem keiner keines nie niemals ohne pas jamais aucun aucune sans rien nunca ningún ninguna ninguno "
    "nada sin tampoco não nenhum nenhuma nunca sem mai nessun nessuna senza niente niet geen nooit zonder не "
    "нет ни никогда без нельзя لا لم لن ليس ليست غير بدون नहीं न बिना नही"
)
"""Words that turn a sentence round. A word ending in `n't` counts too."""

UNSPACED_NEGATIONS = (
    "不",
    "没",
    "沒",
    "未",
    "無",
    "无",
    "ない",
    "なかった",
    "ません",
    "ไม่",
    "않",
    "없",
    "아니",
)
"""The same in scripts that write no spaces between words, or glue endings on."""

_OPPOSED = (
    "increase/decrease increased/decreased increases/decreases rise/fall rises/falls rose/fell higher/lower high/low "
    "more/less most/least maximum/minimum before/after above/below over/under first/last earlier/later early/late "
    "north/south northern/southern east/west eastern/western left/right inside/outside allowed/forbidden "
    "allowed/prohibited permitted/prohibited required/optional mandatory/optional mandatory/voluntary "
    "possible/impossible safe/unsafe always/never all/none open/closed opens/closes start/end starts/ends begin/end "
    "true/false accept/reject accepted/rejected approved/rejected approved/denied win/lose won/lost buy/sell "
    "bought/sold male/female man/woman mother/father son/daughter brother/sister husband/wife day/night "
    "morning/evening paid/unpaid public/private included/excluded includes/excludes enable/disable enabled/disabled "
    "best/worst largest/smallest oldest/youngest older/younger hot/cold warm/cold fast/slow long/short gain/loss "
    "profit/loss success/failure successful/unsuccessful positive/negative import/export internal/external "
    "oral/written weekly/monthly daily/weekly monthly/yearly monthly/annual"
)
OPPOSITES: dict[str, frozenset[str]] = {
    word: frozenset(
        other
        for pair in _OPPOSED.split()
        if word in (both := pair.split("/"))
        for other in both
        if other != word
    )
    for word in _OPPOSED.replace("/", " ").split()
}
"""English words and what would make a sentence with them say the contrary."""

NUMBER_WORDS: dict[str, int] = {
    word: first + step * position
    for step, first, text in (
        (
            1,
            3,
            "three third;four fourth;five fifth;six sixth;seven seventh;eight eighth;nine ninth;ten tenth;eleven eleventh;"
            "twelve twelfth;thirteen thirteenth;fourteen fourteenth;fifteen fifteenth;sixteen sixteenth;"
            "seventeen seventeenth;eighteen eighteenth;nineteen nineteenth",
        ),
        (
            10,
            20,
            "twenty twentieth;thirty thirtieth;forty fortieth;fifty fiftieth;sixty sixtieth;seventy seventieth;"
            "eighty eightieth;ninety ninetieth",
        ),
        (
            1,
            2,
            "two zwei zwo deux dos dois duas twee два две;drei trois drie три;vier quatre cuatro quattro четыре;"
            "fünf cinq cinco cinque vijf пять;sechs seis zes шесть;sieben siete sette sete zeven семь;huit ocho восемь;"
            "neun nueve nove negen девять;zehn diez dieci tien десять;onze;zwölf doce dodici doze twaalf двенадцать",
        ),
    )
    for position, names in enumerate(rows(text))
    for word in names
}
"""Number words, those of languages other than English up to 12. Words that are mostly something else are left out."""

MULTIPLIERS = {
    "hundred": 100,
    "thousand": 1000,
    "million": 10**6,
    "mio": 10**6,
    "millions": 10**6,
    "millionen": 10**6,
    "millones": 10**6,
    "billion": 10**9,
    "billions": 10**9,
    "trillion": 10**12,
    "k": 1000,
    "bn": 10**9,
}

UNITS: dict[str, str] = {
    alias: names[0]
    for names in rows(
        "% percent prozent porcentaje procent pct;$ usd dollar dollars;€ eur euro euros;£ gbp pound pounds;"
        "¥ yen jpy;₹ inr rupee rupees;kg kilogram kilograms kilogramme;g gram grams;mg milligram milligrams;"
        "t tonne tonnes;km kilometer kilometers kilometre kilometres;m meter meters metre metres;"
        "cm centimeter centimetre;mm millimeter millimetre;mile miles mi;foot feet ft;inch inches;"
        "l liter liters litre litres;ml milliliter millilitre;second seconds sec sekunden;"
        "minute minutes min minuten;hour hours hr hrs stunde stunden heures horas;"
        "day days tag tage tagen jour jours día días;week weeks woche wochen semaine semaines semana semanas;"
        "month months monat monate monaten mois mes meses;year years jahr jahre jahren ans an años;°c celsius;"
        "°f fahrenheit;am a.m;pm p.m;w watt watts;kw;kwh;v volt volts;mb;gb;tb;bar;psi;kpa"
    )
    for alias in names
}
"""Units and currencies by their names; each maps to one spelling."""
