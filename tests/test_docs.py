"""The pages of the manual agree with the program, and their links work."""

import argparse
import io
import itertools
import json
import os
import re
import shlex
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from unittest import mock

import pytest
from boards import fresh
from cases import sheets_with_tree
from command_line import run
from expected_values import DATA
from function_pages import FUNCTIONS_PAGE, page_with_functions
from processes import run_python

from xl_mastermind import cli
from xl_mastermind.board.buttons import BOARD_BUTTONS, PANEL_BUTTONS
from xl_mastermind.excel.macros import ModuleKind, vba_modules
from xl_mastermind.functions import FUNCTIONS
from xl_mastermind.game.rules import GAME_NAMES, Feedback, Rules
from xl_mastermind.install.excel_steps import FORBIDDEN_MACROS
from xl_mastermind.install.function_examples import example_texts
from xl_mastermind.plugins.match.result_lines import RANKING_FIGURES
from xl_mastermind.plugins.puzzles.puzzle import LEVELS, MAX_CLUES
from xl_mastermind.presentation.games import GAMES, GAMES_BY_NOTATION, NamedGame
from xl_mastermind.session import Session
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.sheets.functions_sheet import functions_layout
from xl_mastermind.solve.analysis import partition_sizes
from xl_mastermind.solve.evaluation import Evaluation, evaluate, play
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.terminal import conversation
from xl_mastermind.workbook_files.edition import Edition

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "xl_mastermind"
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")]
LINK = re.compile(r"\[[^\]]*\]\((?!https:)([^)#]+)[^)]*\)")


def read(page: str) -> str:
    return (DOCS / page).read_text("utf-8")


def words(page: str) -> str:
    """Return the text of a page with single blanks."""
    return " ".join(read(page).split())


def table(page: str, header: str) -> list[list[str]]:
    """Return the cells of the table whose header begins with some text."""
    _, header_line, rest = read(page).partition(f"\n| {header} |")
    assert header_line, header
    rows = rest.partition("\n\n")[0].splitlines()[2:]
    return [row.strip("| ").split(" | ") for row in rows]


def line_count(*files: Path) -> int:
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def in_a_list(items: list[str]) -> str:
    return f"{', '.join(items[:-1])}, and {items[-1]}"


def test_functions_page_matches_the_functions() -> None:
    page = FUNCTIONS_PAGE.read_text("utf-8")
    assert page == page_with_functions(page), "run: make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / link).is_file(), link


def test_pages_and_pictures_are_linked() -> None:
    linked = {
        (page.parent / link).resolve()
        for page in PAGES
        for link in LINK.findall(page.read_text("utf-8"))
    }
    assert {path for path in DOCS.iterdir() if path.suffix in (".md", ".png")} <= linked


# Rings


def rings() -> dict[str, list[str]]:
    """Return the folders and files of each ring."""
    return {
        name: re.findall(r"`([\w.]+)`", items)
        for name, items, *_ in table("architecture.md", "Ring")
    }


def is_near(text: str, count: int) -> bool:
    """Return whether a count in a text differs from the actual one by up to 5 %."""
    return abs(count - int(text.replace(",", ""))) <= count / 20


def test_every_folder_and_file_is_in_one_ring() -> None:
    names = {path.relative_to(PACKAGE).parts[0] for path in PACKAGE.rglob("*.py")}
    assert sorted(itertools.chain(*rings().values())) == sorted(names)


def test_rings_have_their_lines() -> None:
    for name, _, lines, _ in table("architecture.md", "Ring"):
        places = [PACKAGE / item for item in rings()[name]]
        files = [f for p in places for f in ([p] if p.suffix else p.rglob("*.py"))]
        assert is_near(lines, line_count(*files)), name


def test_contract_of_layers_names_the_rings() -> None:
    ring_by_item = {
        item.removesuffix(".py"): ring
        for ring, items in rings().items()
        for item in items
    }
    contract = (
        (ROOT / "pyproject.toml").read_text("utf-8").partition("\nlayers = [\n")[2]
    )
    lines = contract.partition("\n]")[0].splitlines()
    pairs = [re.fullmatch(r' +"(.*)", +# (.*)', line) for line in lines]
    for match in pairs:
        assert match
        items, names = (text.split(" | ") for text in match.groups())
        assert [ring_by_item[item] for item in items] == names


TASKS = {
    "build a board": "from xl_mastermind.cli import main;"
    " main(['build', 'x.xlsx', '--game', '2x3'])",
    "run a button": "import xl_mastermind.board.buttons",
    "call a worksheet function": "import xl_mastermind.functions",
    "`evaluate`": "from xl_mastermind.cli import main; main(['evaluate'])",
}

PRINT_FILES = """
import sys
modules = [m for name, m in sys.modules.items() if name.startswith("xl_mastermind")]
print(*(module.__file__ for module in modules), sep="\\n")
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "row", table("architecture.md", "Task"), ids=lambda row: row[0]
)
def test_tasks_load_their_lines(
    row: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = run_python(f"{TASKS[row[0]]}\n{PRINT_FILES}")
    files = [Path(line) for line in done.stdout.splitlines() if line.endswith(".py")]
    core = [file for file in files if "plugins" not in file.parts]
    for stated, actual in zip(row[1:], (files, core), strict=True):
        assert is_near(stated, line_count(*actual))
    assert not [file for file in files if "lab" in file.parts]


# Games and numbers of things


def test_lists_of_games_match_the_named_games() -> None:
    listed = [f"{' or '.join(names)} ({key})" for key, names in GAME_NAMES.items()]
    assert f"or by name: {', '.join(listed)};" in words("strategies.md")
    boards = re.search("can be in progress: (.*?)\\. ", words("playing.md"))
    assert boards
    names = re.sub(r" \([^)]*\)", "", boards[1]).split(", ")
    assert names == [*GAMES]
    code_counts = [[n, f"{Rules.parse(n).code_count:,}"] for n in GAMES_BY_NOTATION]
    rows = [row[:2] for row in table("architecture.md", "Game")]
    assert [row for row in code_counts if row not in rows] == []


def test_list_of_puzzle_games_matches_the_puzzles() -> None:
    names = [f"{GAMES_BY_NOTATION[n].sheet_name} ({n})" for n in MAX_CLUES]
    assert f"Puzzles exist for {in_a_list(names)}." in words("puzzles.md")


def test_list_of_optimal_boards_matches_the_trees() -> None:
    sentence = f"plays the optimal guess in {in_a_list(sheets_with_tree())}, as long as"
    assert sentence in words("playing.md")


@pytest.mark.parametrize("page", ["README.md", "CHANGELOG.md"])
def test_counts_match_strategies_functions_and_boards(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    text = re.sub(r"\s+", " ", text.replace("[", "")).lower()
    count_words = {8: "eight", 11: "eleven", 12: "twelve", 15: "fifteen", 16: "sixteen"}
    assert f"{count_words[len(STRATEGIES)]} strategies" in text
    assert f"{count_words[len(FUNCTIONS)]} worksheet functions" in text
    counts = re.findall(r"(\w+) boards: mastermind", text)
    assert counts == [count_words[len(GAMES)]] * (page == "CHANGELOG.md")


def test_example_of_puzzles_is_what_puzzle_prints() -> None:
    example = read("puzzles.md").partition("puzzle --number 382\n")[2]
    printed = run("puzzle", "--number", "382").out.partition("\n\n")[0]
    assert example.startswith(re.sub("^", "    ", printed, flags=re.MULTILINE))


# Buttons


def test_tables_of_buttons_match_the_buttons() -> None:
    captions = [button.caption for button in BOARD_BUTTONS]
    assert [row[0] for row in table("playing.md", "Button")] == captions


# Figures


def figures(evaluation: Evaluation, between: str = ", ") -> str:
    return f"{evaluation.average:.4f}{between}{evaluation.max}"


def test_correct_figures_of_the_documents_are_computed() -> None:
    rows = r"\n\| (?:Excel article|Brain .*?post) .*\| (.*) \|"
    stated = re.findall(rows, read("strategies.md"))
    mastermind, small = Rules(4, 6), Rules(4, 5)
    minimax = evaluate(mastermind, "minimax")
    posts = [evaluate(rules, "brain-breaker") for rules in (small, mastermind)]
    game = [*play(mastermind, "4563", "minimax")]
    two_black = partition_sizes(mastermind, [], (1, 1, 1, 1))[Feedback(2, 0)]
    beginner, improved = (
        [*play(mastermind, (1, 2, 3, 6), name)]
        for name in ("beginner", "first-consistent")
    )
    counts = (turn.candidate_count for turn in beginner)
    known_colours = next(count for count in counts if count < 48)
    computed = [minimax.average, minimax.max, len(game), two_black, known_colours]
    computed += [len(improved), evaluate(mastermind, "first-consistent").max]
    computed += [figure for post in posts for figure in (post.average, post.max)]
    assert stated == [f"{n:.4f}" if isinstance(n, float) else str(n) for n in computed]


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [g for g in GAMES_BY_NOTATION.values() if g.usual_guesses]
)
def test_usual_guesses_cover_four_fifths_of_codes(game: NamedGame) -> None:
    counts = evaluate(Rules.parse(game.notation), "knuth").histogram
    ranges = [
        (last - first, -sum(counts[first - 1 : last]), first, last)
        for first, last in itertools.combinations(range(1, len(counts) + 1), 2)
        if 5 * sum(counts[first - 1 : last]) >= 4 * sum(counts)
    ]
    *_, first, last = min(ranges)
    between = "or" if last == first + 1 else "to"
    assert game.usual_guesses == f"{first} {between} {last}"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["4x5", "4x6", "bulls-and-cows", "4x10", "5x8"])
def test_figures_of_people_and_knuth_are_computed(game: str) -> None:
    rules, names = Rules.parse(game), ("beginner", "first-consistent", "knuth")
    row = [figures(evaluate(rules, name), ", at most ") for name in names]
    assert [game, *row] in table("strategies.md", "Game")


def test_table_of_strategies_matches_their_evaluations() -> None:
    rows = table("strategies.md", "Strategy")
    assert {name for name, *_ in rows} == {*STRATEGIES}
    rules = Rules(4, 6)
    for name, _, _, *stated in rows:
        if not STRATEGIES[name].is_random:
            evaluation = evaluate(rules, name)
            first = rules.format_code(evaluation.first or ())
            computed = [first, *figures(evaluation, "|").split("|"), evaluation.total]
            assert stated == [*map(str, computed)], name


def test_strategies_with_an_order_are_listed() -> None:
    names = [name for name, strategy in STRATEGIES.items() if strategy.takes_order]
    sentence = f"for the strategies that take the first one: {' and '.join(names)}."
    assert sentence in words("strategies.md")


def test_figures_of_orders_are_computed() -> None:
    rules, firsts = Rules(4, 6), (None, (1, 1, 2, 2))
    strategies = ("first-consistent", "minimax")
    rows = [row for row in table("strategies.md", "Order") if "48" not in row[0]]
    assert len(rows) == 6
    for name, *stated in rows:
        order, _, seed = name.partition(", seed ")
        evaluations = (
            evaluate(rules, strategy, first=first, order=order, seed=int(seed or 0))
            for first, strategy in itertools.product(firsts, strategies)
        )
        assert stated == [*map(figures, evaluations)]


# Completeness


def test_every_function_has_listed_results() -> None:
    counts = Counter(formula[1:].partition("(")[0] for formula, _ in example_texts())
    assert [f.name for f in FUNCTIONS if counts[f.name] < 3] == []


def test_every_function_has_an_example() -> None:
    examples = functions_layout(Edition.MACROS).examples
    assert {*examples} == {function.name for function in FUNCTIONS}


def test_every_repeatable_strategy_has_a_total() -> None:
    totals = json.loads((DATA / "totals.json").read_text("utf-8"))
    names = {total["strategy"] for total in totals}
    names |= {"optimal", "optimal-5", "lookahead"}  # in tests/data/known_values.json
    strategies = [name for name, s in STRATEGIES.items() if not s.is_random]
    assert [name for name in strategies if name not in names] == []


def test_every_repeatable_strategy_is_in_the_test_vectors() -> None:
    records = json.loads((DOCS / "test-vectors.json").read_text("ascii"))["strategies"]
    names = {record["strategy"] for record in records}
    plain = {name for name, s in STRATEGIES.items() if not (s.is_random or s.is_exact)}
    assert names == plain


def test_every_panel_button_has_a_scene() -> None:
    scenes = tomllib.loads((DATA / "scenes.toml").read_text("utf-8"))
    assert [b.name for b in PANEL_BUTTONS if b.name not in scenes] == []


@pytest.mark.parametrize("edition", Edition)
def test_every_setting_has_its_row(edition: Edition) -> None:
    rows = {name.partition(" (")[0] for name, _ in table("playing.md", "Setting")}
    groups = board_layout(fresh(), edition=edition).groups
    names = {n.removesuffix("_label") for n in groups if n.endswith("_label")}
    settings = names - {"game"}  # the number of the first game
    assert {name.replace("_", " ").capitalize() for name in settings} <= rows
    assert len(settings) > 2


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_option_is_in_the_line_of_its_command(command: str) -> None:
    module = import_module(cli.COMMANDS[command][0], cli.__name__)
    parser = argparse.ArgumentParser(add_help=False)
    getattr(module, f"{command.replace('-', '_')}_options")(parser)
    actions = parser._actions  # noqa: SLF001
    options = {a.option_strings[0] for a in actions if a.option_strings}
    usage = rf"^    xl-mastermind {command}\b.*"
    lines = " ".join(re.findall(usage, read("command-line.md"), re.MULTILINE))
    options -= {"--json"}  # which most commands have
    # `--games` is no `--game`, and `--first-guess` no `--first`.
    assert lines
    assert not_in_text(options, lines) == []
    # They start an application, a cluster, or write a workbook.
    options -= {"--excel", "--remove", "--cluster", "--force"}
    assert not_in_text(options, transcript_commands()) == []


def not_in_text(options: set[str], text: str) -> list[str]:
    return [name for name in options if not re.search(rf"{name}(?![\w-])", text)]


def transcript_commands() -> str:
    """Return the lines of commands in all transcripts."""
    folder = ROOT / "tests" / "cli" / "transcripts"
    texts = [file.read_text("utf-8") for file in folder.glob("*.txt")]
    return "\n".join(re.findall(r"^\$ .*", "\n".join(texts), re.MULTILINE))


def test_every_command_has_a_transcript() -> None:
    commands = {line.split()[1] for line in transcript_commands().splitlines()}
    assert {*cli.COMMANDS} - commands == {"doctor"}  # whose checks a machine answers


def test_every_member_of_a_session_is_on_the_page() -> None:
    names = [name for name in vars(Session) if not name.startswith("_")]
    page = {*re.findall(r"\w+", read("python.md"))}
    assert [name for name in names if name not in page] == []


def test_every_word_of_play_is_in_its_table() -> None:
    rows = " ".join(row[0] for row in table("command-line.md", "Word"))
    assert {*conversation._WORDS} <= {*re.findall("`(.*?)`", rows)}  # noqa: SLF001


def test_every_figure_of_a_match_is_described() -> None:
    record = f"standings[{{place, name, {', '.join(RANKING_FIGURES)}}}]"
    assert record in read("command-line.md")
    page = read("match.md").lower()
    assert [name for name in RANKING_FIGURES if name not in page] == []


def test_every_level_of_puzzles_is_described() -> None:
    assert f"[--level {'|'.join(LEVELS)}]" in read("command-line.md")
    names = re.findall(r"^- \*\*(\w+):", read("puzzles.md"), re.MULTILINE)
    assert [name.lower() for name in names] == [*LEVELS]


def test_every_command_is_in_the_changelog() -> None:
    log = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert [name for name in cli.COMMANDS if not re.search(rf"`{name}\b", log)] == []


LONG_COMMANDS = re.compile(
    "open|setup|tables|check super|evaluate --game 5|worst-case --game (5x7|bulls|.4x)"
)
"""They start an application, take more than five seconds, or read such a result."""


def documented_commands() -> list[str]:
    """Return the commands of the pages in their order, as files of some are read."""
    texts = [page.read_text("utf-8") for page in PAGES]
    text = re.sub(r"\n## Commands\n.*?\n## ", "\n", "".join(texts), flags=re.DOTALL)
    lines = re.findall(r"^ +(?:\.venv/bin/)?xl-mastermind (.+)$", text, re.MULTILINE)
    return [*dict.fromkeys(lines)]


class ParsedError(Exception):
    """The options of a command are right."""


@pytest.mark.slow
def test_commands_of_the_pages_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("chat.txt").write_text("Ann: Mastermind #382 in 5", "utf-8")
    for name in ("class", "FOLDER"):
        Path(name).mkdir()
        assert run("solve", "--output", f"{name}/Bob.xlsx").code == 0
    commands = documented_commands()
    assert len(commands) > 30
    for command in commands:
        words = shlex.split(command, comments=True)
        monkeypatch.setattr("sys.stdin", io.StringIO())
        if LONG_COMMANDS.match(command):
            with pytest.raises(ParsedError):
                cli.main(words, on_load=mock.Mock(side_effect=ParsedError))
        else:
            said = run(*words)
            assert said.code == 0, (command, said.err)


@pytest.mark.slow
def test_tools_of_the_pages_are_loaded() -> None:
    text = "".join(file.read_text("utf-8") for file in [*PAGES, ROOT / "Makefile"])
    lines = re.findall(r"(?:PYTHONPATH=(\S+) )?\S+/python (?:-m )?(\w\S+)", text)
    tools = {(path, tool) for path, tool in lines if path or tool.endswith(".py")}
    assert len(tools) > 7
    for path, tool in tools:
        loader = "run_path" if tool.endswith(".py") else "run_module"
        run_python(
            f"import runpy; runpy.{loader}({tool!r}, run_name='tool')",
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": path},
        )


def test_checklist_names_existing_macros() -> None:
    modules = {
        module.name: module for module in vba_modules(FUNCTIONS, [], has_ribbon=True)
    }
    objects = dict(re.findall(r"Public (\w+) As New (\w+)", modules["Objects"].text))
    names = re.findall(r"['`!](\w+\.[A-Z]\w+)", read("excel-checklist.md"))
    assert names
    for name in [*names, *FORBIDDEN_MACROS]:
        module, _, macro = name.partition(".")
        found = modules[objects.get(module, module)]
        assert re.search(rf"\b(Sub|Function) {macro}\b", found.text), name
        assert found.kind is ModuleKind.CLASS, name


# Names of the code in pages for developers

CODE_PAGES = ("docs/architecture.md", "CONTRIBUTING.md", "docs/excel-checklist.md")
_FILE = r"[\w./-]+\.(?:py|cls|bas|toml|txt|css|md|json|yaml)"


def code_files() -> list[Path]:
    files = [ROOT / "Makefile", ROOT / "pyproject.toml", ROOT / ".ci" / "run"]
    for folder in ("xl_mastermind", "tests", "tools"):
        files += [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.toml")]
    return [*files, *(ROOT / "xl_mastermind/excel/vba").iterdir()]


def find_file(name: str) -> Path | None:
    """Return the file of a page's name, which may omit the package or `docs`."""
    folders = (ROOT, ROOT / "xl_mastermind", DOCS, ROOT / "xl_mastermind/excel/vba")
    return next((folder / name for folder in folders if (folder / name).exists()), None)


@pytest.mark.parametrize("page", CODE_PAGES)
def test_pages_for_developers_name_existing_code(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    spans = [*re.findall(r"`([^`\n]+)`", text)]
    files = [name for name in spans if re.fullmatch(_FILE, name) and "*" not in name]
    assert [name for name in files if not find_file(name)] == []
    sources = "\n".join(file.read_text("utf-8") for file in code_files())
    known = {*re.findall(r"\w+", sources)} | {file.stem for file in code_files()}
    names = {name for name in spans if re.fullmatch(r"[A-Za-z_]\w*(\.\w+)*", name)}
    names -= {*files} | {name for name in names if find_file(name)}
    assert [n for n in sorted(names) if not known.issuperset(n.split("."))] == []
    # Where a page names a file too, as in “`name` in `file`”, it defines the name.
    many = r"((?:`[\w.]+`(?:, |,? and )?)+)"
    placed = re.findall(rf"{many}\s(?:in|of|\()\s?`({_FILE})`", text)
    assert len(placed) > 1 or "checklist" in page
    for listed, name in placed:
        file = find_file(name)
        assert file
        defined = {*re.findall(r"\w+", file.read_text("utf-8"))}
        for each in re.findall(r"`([\w.]+)`", listed):
            assert each.split(".")[-1] in defined, (each, name)
