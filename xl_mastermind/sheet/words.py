"""Words and sentences that sheets, command line and pages have in common."""

from typing import TYPE_CHECKING, Final

from xl_mastermind.game.rules import Rules

if TYPE_CHECKING:
    from xl_mastermind.solve.rating import Rating

WASTED: Final = "wasted"
ESTIMATED: Final = "by expected size"
FOR_NOW: Final = f"{ESTIMATED}, for now"
"""Notes on a rated guess."""

_NUMBER_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


def plural(number: int, noun: str) -> str:
    """
    Return a number with its noun.

    Examples
    --------
    >>> plural(1, "code"), plural(1296, "code")
    ('1 code', '1,296 codes')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def number_in_words(number: int) -> str:
    """
    Return a small number as a word.

    Examples
    --------
    >>> number_in_words(4), number_in_words(40)
    ('four', '40')
    """
    return dict(enumerate(_NUMBER_WORDS)).get(number, str(number))


def sentence(text: object) -> str:
    """
    Return the text of an error as a sentence.

    Examples
    --------
    >>> sentence(ValueError("expected 4 pegs, got 3"))
    'Expected 4 pegs, got 3.'
    """
    return f"{str(text)[:1].upper()}{str(text)[1:]}."


def little_pegs(black: int, white: int, pegs: int) -> str:
    """
    Return an answer as it is drawn: black, white, and dots for the other pegs.

    Examples
    --------
    >>> little_pegs(1, 2, 4)
    '● ○ ○ ·'
    """
    return " ".join("●" * black + "○" * white + "·" * (pegs - black - white))


def symbols_in_words(rules: Rules) -> str:
    """
    Return what may be typed for a peg.

    Examples
    --------
    >>> symbols_in_words(Rules(4, 6))
    'a digit from 1 to 6'
    >>> symbols_in_words(Rules(4, 3, symbols="XYW"))
    'one of X, Y, W'
    """
    codes_of_symbols = [ord(symbol) for symbol in rules.symbols]
    in_a_row = range(codes_of_symbols[0], codes_of_symbols[0] + rules.colours)
    if codes_of_symbols != list(in_a_row) or rules.colours < 2:
        return f"one of {', '.join(rules.symbols)}"
    kind = "digit" if rules.symbols.isdigit() else "letter"
    return f"a {kind} from {rules.symbols[0]} to {rules.symbols[-1]}"


def strategy_label(name: str) -> str:
    """
    Return a strategy's name as the board writes it.

    Examples
    --------
    >>> strategy_label("most-parts")
    'Most parts'
    """
    return name.replace("-", " ").capitalize()


def note_on(rating: "Rating") -> str:
    """
    Return what is special about a rated guess, in a word or two, or nothing.

    Examples
    --------
    >>> from xl_mastermind.solve.rating import Rating
    >>> note_on(Rating(0.0, (1, 1, 2, 3), 0.5, exact=True, wasted=False))
    'optimal'
    """
    if rating.for_now:  # its best guess too
        return FOR_NOW
    if rating.wasted:
        return WASTED
    if not rating.exact:
        return ESTIMATED
    return "" if rating.cost else "optimal"
