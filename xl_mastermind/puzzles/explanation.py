"""The solution of a puzzle, step by step, in sentences."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar

from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.puzzles.constraints import (
    ContradictionError,
    Knowledge,
    Rule,
    rules_of_clues,
)

_PLACES: Final = ("first", "second", "third", "fourth")
_NUMBERS: Final = ("no", "one", "two", "three", "four")


class Supposition(NamedTuple):
    """A colour on a place, and the rules that contradict it one after the other."""

    peg: int
    colour: int
    rules: Sequence[Rule]

    def __call__(self, known: Knowledge) -> Knowledge:
        """Return what is known once this is contradicted; the same if it is not."""
        is_wrong = _contradicts(_if(known, self.peg, self.colour), self.rules)
        return known.without(self.peg, self.colour) if is_wrong else known


Step: TypeAlias = Rule | Supposition

_S = TypeVar("_S", bound=Step)


def solution(rules: Rules, clues: Sequence[Turn]) -> list[Step]:
    """Return steps that solve a puzzle, each of them needed; or raise."""
    every, nothing = rules_of_clues(rules, clues), Knowledge.nothing(rules)
    known, steps = nothing, list[Step]()
    while known.code is None:
        step = _next_rule(known, every) or _best_supposition(known, every)
        if step is None:
            raise ValueError("expected a puzzle that single suppositions solve")
        steps.append(step)
        known = _after(known, [step])
    return _needed(steps, lambda some: _after(nothing, some).code is not None)


def _after(known: Knowledge, steps: Sequence[Step]) -> Knowledge:
    """Return what is known after some steps."""
    for step in steps:
        known = _with_what_is_plain(step(known))
    return known


def _with_what_is_plain(known: Knowledge) -> Knowledge:
    """
    Return the knowledge with the counts of colours that follow from their places.

    No step of an explanation shows this. A colour that contradicts itself is left
    to a rule.
    """
    known = known.copy()
    for colour in range(1, len(known.most)):
        can, sure = known.places_of(colour), known.places_taken_by(colour)
        least = max(known.least[colour], len(sure))
        most = min(known.most[colour], len(can))
        if least <= most:
            known.least[colour], known.most[colour] = least, most
        if most == 0 and all(known.may[peg] != 1 << colour for peg in can):
            for peg in can:
                known.may[peg] &= ~(1 << colour)
    return known


def _if(known: Knowledge, peg: int, colour: int) -> Knowledge:
    """Return what would be known if a peg had this colour."""
    return _with_what_is_plain(known.with_peg(peg, colour))


def _contradicts(known: Knowledge, rules: Sequence[Rule]) -> bool:
    """Return whether some rules find that no code fits what is known."""
    try:
        _after(known, rules)
    except ContradictionError:
        return True
    return False


def _needed(steps: Sequence[_S], is_enough: Callable[[list[_S]], bool]) -> list[_S]:
    """Return the steps without those that may be left out, from the last one back."""
    needed = [*steps]
    for place in reversed(range(len(needed))):
        others = needed[:place] + needed[place + 1 :]
        if is_enough(others):
            needed = others
    return needed


def _next_rule(known: Knowledge, rules: Sequence[Rule]) -> Rule | None:
    """Return the first rule that finds something, or finds that no code fits."""
    for rule in rules:
        try:
            if rule(known) != known:
                return rule
        except ContradictionError:
            return rule
    return None


def _best_supposition(known: Knowledge, rules: Sequence[Rule]) -> Supposition | None:
    """Return the supposition that the fewest rules contradict."""
    best = None
    for peg, colour in known.open():
        wrong = _wrong_after(_if(known, peg, colour), rules)
        if wrong and (best is None or len(wrong) < len(best.rules)):
            best = Supposition(peg, colour, wrong)
    return best


def _wrong_after(known: Knowledge, rules: Sequence[Rule]) -> list[Rule]:
    """Return the rules that find that no code fits what is known; none if some may."""
    supposed, used = known, list[Rule]()
    while rule := _next_rule(known, rules):
        used.append(rule)
        try:
            known = _after(known, [rule])
        except ContradictionError:
            return _needed(used, lambda some: _contradicts(supposed, some))
    return []


# In words


def solution_in_words(rules: Rules, clues: Sequence[Turn]) -> list[str]:
    """
    Return the steps that solve a puzzle, a sentence or some for each.

    Examples
    --------
    >>> rules = Rules(3, 4)
    >>> clues = [rules.parse_turn("342:2,0"), rules.parse_turn("441:0,1")]
    >>> for step in solution_in_words(rules, clues):
    ...     print(step)
    Clue 2 has no black: the first is not 4, the second is not 4, the third is not 1.
    Clue 1 has 2 black: the first is 3, the third is 2.
    Clue 2 has 1 peg: exactly one 1.
    1 has no other place: the second is 1.
    """
    known, sentences = Knowledge.nothing(rules), list[str]()
    for step in solution(rules, clues):
        more = step(known)
        if more == known:  # another step, left out since, has needed it
            continue
        if isinstance(step, Rule):
            sentences.append(_sentence(rules, step, known, more))
        else:
            sentences.append(" ".join(_supposed(rules, step, known)))
        known = _with_what_is_plain(more)
    return sentences


def _supposed(rules: Rules, step: Supposition, known: Knowledge) -> Iterator[str]:
    """Yield a supposition, what follows from it, and how that is contradicted."""
    place, symbol = _PLACES[step.peg], rules.symbols[step.colour - 1]
    yield f"Suppose the {place} is {symbol}."
    known = _if(known, step.peg, step.colour)
    for rule in step.rules:
        try:
            more = rule(known)
        except ContradictionError:
            yield f"But then {rule.denied}."
            break
        if more != known:
            yield _sentence(rules, rule, known, more)
        known = _with_what_is_plain(more)
    yield f"So the {place} is not {symbol}."


def _sentence(rules: Rules, rule: Rule, before: Knowledge, after: Knowledge) -> str:
    """Return why more is known than before, and what."""
    found = ", ".join((*_counted(rules, before, after), *_placed(rules, before, after)))
    return f"{rule.because[0].upper()}{rule.because[1:]}: {found}."


def _counted(rules: Rules, before: Knowledge, after: Knowledge) -> Iterator[str]:
    """Yield how often colours stand in the code, where more is known of that."""
    for colour, symbol in enumerate(rules.symbols, 1):
        least, most = after.least[colour], after.most[colour]
        more, fewer = least > before.least[colour], most < before.most[colour]
        if not (more or fewer):
            continue
        if most == 0:
            yield f"no {symbol}"
        elif rules.distinct:
            yield f"{symbol} is in it"
        elif least == most:
            yield f"exactly {_many(least, symbol)}"
        else:
            if more:
                yield f"at least {_many(least, symbol)}"
            if fewer:
                yield f"at most {_many(most, symbol)}"


def _many(number: int, symbol: str) -> str:
    return f"{_NUMBERS[number]} {symbol}{'' if number == 1 else 's'}"


def _placed(rules: Rules, before: Knowledge, after: Knowledge) -> Iterator[str]:
    """Yield what the pegs are, or can no longer be."""
    for peg, place in enumerate(_PLACES[: rules.pegs]):
        was, now = before.may[peg], after.may[peg]
        if was == now:
            continue
        if not now & (now - 1):
            yield f"the {place} is {rules.symbols[now.bit_length() - 2]}"
            continue
        lost = [
            symbol
            for colour, symbol in enumerate(rules.symbols, 1)
            if (was & ~now) >> colour & 1 and after.most[colour]
        ]
        if lost:
            yield f"the {place} is not {' or '.join(lost)}"
