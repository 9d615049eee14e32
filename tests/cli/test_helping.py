"""What the terminal says where somebody mistypes, asks what a word does, or wants a deal."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from rich.console import Console
from tests.kit import says

from turncoat.bots import seat_names
from turncoat.bots.match import Match
from turncoat.cli.against_bots import AgainstBots
from turncoat.cli.filling import widest
from turncoat.cli.guide import NARROW, map_of
from turncoat.cli.prompt import completions
from turncoat.cli.screen import Screen
from turncoat.games import game_of, ruleset
from turncoat.kernel.errors import Unreadable
from turncoat.kernel.space import Amounts, Between
from turncoat.table.talk_grammar import fluent

At = Callable[..., str]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("looot", "There is no “looot”; did you mean loot?"),
        ("ledgr", "There is no “ledgr”; did you mean ledger?"),
        ("asy hello", "There is no “asy”; did you mean say?"),
        ("attack celste", "attack: target cannot be “celste”; did you mean Celeste?"),
        ("ask barney: atack celeste", "“atack celeste” cannot be promised; you can promise to give, attack, defend"),
        ("ask barney: attack celste", "attack: target cannot be “celste”; did you mean Celeste?"),
        ("give 2 barney", "You will give 2 to Barney"),
        ("give 2 zork", "give: to must be Barney, Celeste, Darcy, Emmett or Freja, not “zork”"),
        ("no", "There is nothing to take back."),
        ("yes", "You have not chosen anything yet"),
        ("attack me", "not “Agatha”"),
        ("?counter", "counter barney: attack celeste"),
        ("explain pledges", "who promised what"),
        ("rules stsh", "No rule of Truce mentions stsh; did you mean stash?"),
    ],
)
def test_what_is_mistyped_is_answered_with_what_was_meant(at: At, typed: str, told: str) -> None:
    says(at("truce", f"{typed}\nquit"), told)


@pytest.mark.parametrize(
    ("game", "deal"),
    [
        ("truce", "ask barney: attack celeste in return for give 1 coin to barney"),
        ("conspiracy", "ask barney: give a coin to celeste in return for give a coin to barney"),
        ("loyalty", "ask barney: go to war with celeste in return for "),
        ("dune", "ask barney: ally with celeste in return for hand 1 spice to barney"),
        ("thrice", "ask barney: help celeste with a trick in return for "),
    ],
)
def test_help_proposes_a_deal_that_can_be_typed(at: At, game: str, deal: str) -> None:
    told = " ".join(at(game, "help\nquit").split())
    says(told, deal)
    typed = told[told.index("ask barney:") : told.index(" propose a deal")]
    oath = told[told.index("promise barney:") : told.index(" give your word; it binds nobody")]
    again = " ".join(at(game, f"{typed}\n{oath}\nquit").split())
    says(again, "You to Barney: (ask Barney to ", "You to Barney: (promise to not ")


def test_an_example_says_what_it_would_cost(at: At) -> None:
    """LOY-10.3.1, LOY-10.5.1: before anybody has chosen it, as before it is sealed."""
    told = at("loyalty", "menu\nquit")
    says(told, "for example: proselytize 1 in o1. It costs 1 coin.", "for example: campaign 1 for pope in o1. It costs")


def test_an_example_counts_two_kinds(at: At) -> None:
    """LOY-10.1.1: any units there go together."""
    assert "for example: move 1 citizen and 1 militia from o1 to " in at("loyalty", "menu\nquit")


def test_the_menu_says_why_actions_are_closed(at: At) -> None:
    """LOY-10.2.3, LOY-8.3: at the beginning nobody is in reach."""
    says(
        at("loyalty", "menu\nquit"),
        "  No other player has units where your militia can attack.  LOY-10.2.2",
        "  No move that you can make needs leave.  LOY-8.3",
    )


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("dune", "caid", "Caid (Emperor leader): 3"),
        ("conspiracy", "arms", "Arms: a suit; opposed to Crowns"),
        ("thrice", "bleed", "bleed: a trick: those hit by the next attack lose condition"),
    ],
)
def test_what_is_explained_is_called_as_players_call_it(at: At, game: str, name: str, told: str) -> None:
    """A leader with the faction, and nothing with a word of the program."""
    says(at(game, f"explain {name}\nquit"), told)


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("thrice", "the dancer", ("The dancer: Liel: ", "Initiative 3, armour 12.")),
        ("thrice", "opponent a", ("Opponent A: combatant.",)),
        (
            "conspiracy",
            "suns blank",
            ("Suns blank: coin or tile.", "Suns: a suit; opposed to Moons", "blank: counts as"),
        ),
        ("conspiracy", "barney", ("Barney is a player at this table.\n  Barney, 6 tiles held",)),
        ("loyalty", "s1", ("S1, road from C to O1, 2 VP. Owned by Agatha",)),
        ("loyalty", "ruin", ("LOY-13.4  Military: ",)),
        ("loyalty", "military", ("LOY-13.4  Military: ",)),
        ("loyalty", "tax", ("LOY-12.1  At the end of your turn you get the printed income",)),
        ("dune", "wan", ("Wanna Yueh (Bene Gesserit leader): 5",)),
    ],
)
def test_whatever_the_board_or_the_menu_names_is_explained(at: At, game: str, name: str, told: tuple[str, ...]) -> None:
    """Made characters, pieces in the hand, places; a term of the rules begins with the rule that defines it."""
    said = at(game, f"explain {name}\nquit")
    says(said, *told)
    if told[0].startswith("LOY-"):
        assert said.split("\n", 1)[1].startswith(told[0])


@pytest.mark.parametrize(
    ("game", "name", "other"),
    [("thrice", "opponent a", "THR-R38"), ("dune", "arrakeen", "DUN-TC-"), ("conspiracy", "crowns 2", "CON-X3")],
)
def test_rules_that_only_share_a_word_explain_nothing(at: At, game: str, name: str, other: str) -> None:
    assert other not in at(game, f"explain {name}\nquit")


def test_an_answer_is_explained_by_its_own_rule(at: At) -> None:
    """THR-8.2: go is an answer; many rules have the word."""
    told = at("thrice", "the dancer!\n0!\nexplain go\nquit", "--seed a --bots tactician,gm")
    assert [line[:8] for line in told.partition("explain go\n")[2].split("\n") if line.startswith("THR-")] == [
        "THR-8.2 "
    ]


@pytest.mark.parametrize(("game", "wide"), [("loyalty", 60), ("loyalty", 50), ("dune", 60)])
def test_a_map_fits_a_narrow_terminal(game: str, wide: int) -> None:
    """LOY-5.1, DUN-2.1: it is drawn smaller, with every place on it."""
    rules = ruleset(game)
    options = rules.read_options({})
    names = rules.names(seat_names(4), options)
    view = rules.view(Match(rules, options, 4, bytes(32), {}, ear=lambda *_: None, listens=0).game, 0)
    *drawn, _ = ("".join(text for text, _ in line) for line in map_of(rules, view, names, wide=wide))
    assert max(map(len, drawn[:-1])) <= wide
    places = [place for place in game_of(game).terminal.beside(view, names) if "(" not in place]
    assert places
    assert all(any(place.rpartition(",")[0] or place in line for line in drawn) for place in places)


def test_a_map_that_cannot_fit_says_so() -> None:
    """CON-G.1: a grid has one size."""
    rules = ruleset("conspiracy")
    options = rules.read_options({})
    names = rules.names(seat_names(3), options)
    view = rules.view(Match(rules, options, 3, bytes(32), {}, ear=lambda *_: None, listens=0).game, 0)
    assert map_of(rules, view, names, wide=50) == [((NARROW.format(58, 50), "bad"),)]


def test_bots_call_opponents_as_the_terminal_does(at: At) -> None:
    """THR-8.2: pages have numbers for them, the terminal letters."""
    told = at("thrice", "old sold!\nswap 1!\nquit", "--seed s1")
    assert "opponent 1" not in told
    says(told, "Barney to all: ", "Opponent A", "(points at Opponent A)")


def test_a_move_that_is_not_possible_says_why(at: At) -> None:
    """DUN-4.7.7, DUN-2.1.5: distance and storm instead of a list of places, on one line and field by field."""
    moves = "move 1 from arrakeen to south mesa\nmove\n1 arrakeen\nmeridian\nundo\nquit"
    told = at("dune", f"keep staban!\ndial 3!\nalways pass\npass!\n{moves}", "--seed tea --players 4 --bots random")
    says(told, "South Mesa 5 is too far: your forces can go 3 territories (DUN-4.7.7).")
    says(told, "The storm is in sector 0: nobody can go there (DUN-2.1.5).")
    assert "not “south mesa”" not in told


def test_a_broken_promise_is_named_before_the_seal(at: At) -> None:
    """LOY-8.7 binds nobody; TRU-4.2 neither. Who keeps the promise reads nothing."""
    told = at("truce", "promise barney: not attack barney\nattack barney\nattack celeste\nquit")
    attack, other = told.split("> attack barney\n")[1].split("> attack celeste\n")
    says(attack, "This breaks your promise: not attack Barney.\nYou will attack Barney")
    assert "This breaks" not in other


def test_roads_have_neighbours_too(at: At) -> None:
    """LOY-5.1."""
    says(at("loyalty", "neighbours s1\nquit"), "S1: C, O1")


def test_places_that_are_mistyped_are_named(at: At) -> None:
    says(at("dune", "neighbours arakeen\nquit"), "There is no place arakeen; did you mean Arrakeen?")
    says(at("conspiracy", "neighbours f1\nquit"), "There is no place f1; map shows all.")


def test_examples_are_told_after_the_rules(at: At) -> None:
    """CON-C.1: what Moons are is said before who once laid one."""
    told = at("conspiracy", "? moons\nquit")
    assert "CON-C.1  There are four suits" in told
    assert "CON-X" not in told.partition("CON-C.1  ")[0]


def test_tab_proposes_what_can_stand_there() -> None:
    """Numbers behind ``give``, then the word that must follow, then names; behind ``tell`` people."""
    rules = ruleset("truce")
    options, names = rules.read_options({}), rules.names(seat_names(3), rules.read_options({}))
    session = AgainstBots(Screen(0), rules, 0, fluent(rules, options, names, 3, 0))
    session.match = Match(rules, options, 3, bytes(32), {}, ear=session.hear, listens=0)
    found = {line: [word for word, _ in completions(line, session._words)] for line in ("give ", "give 2 ", "tell ")}
    assert found == {"give ": ["1", "2", "3"], "give 2 ": ["to"], "tell ": ["barney", "celeste", "all"]}
    assert [word for word, _ in completions("give 2 to ", session._words)] == ["barney", "celeste"]
    assert ("attack", "at") in completions("at", session._words)


def test_of_the_first_offer_it_is_said_how_to_answer_it(at: At) -> None:
    """Once; what is sealed at once with ! is not asked about either."""
    told = at("conspiracy", "note arms and 5!\nquit", "--seed tea --players 3 --bots plotter")
    says(told, "to give a coin to Celeste for 4 rounds", "To answer: agree ")
    assert told.count("To answer: ") == 1
    assert "Press Enter or write yes" not in told


def test_numbers_that_lie_in_others_are_not_listed() -> None:
    """DUN-4.7.2, LOY-10.1.2: 1 to 14 says all that 1 to 7 does."""
    caps = (Amounts((("a", 4), ("b", 2)), 1, 6), Amounts((("a", 1),), 1, 1), Amounts((("c", 1),), 1, 1))
    assert widest([Between(1, 14), Between(1, 7), Between(12, 20)]) == [Between(1, 14), Between(12, 20)]
    assert widest(caps) == [caps[0], caps[2]]


AUCTION = "keep staban!\ndial 3!\n"
"""Until Agatha, who is the Atreides and holds a Truthtrance, is asked for her first bid."""

DUNE = "--seed tea --players 4 --bots mentat"


def test_the_menu_of_an_auction_is_short(at: At) -> None:
    """DUN-7.12.2: the many ways to ask are one line with one example, also when they are new; ``ask`` opens it."""
    first, opened, whole, later = re.split(
        r"> ask\n|> menu\n|What do you bid\?\n", at("dune", f"{AUCTION}ask\nmenu\npass!\nquit", DUNE)
    )[1:5]
    says(
        first,
        "for example: bid 3",
        "  ask ...   5 answers that begin so; ask alone lists them",
        "Truthtrance is discarded",
    )
    says(later, "  ask ...   5 answers that begin so; ask alone lists them")
    for folded in (first, later):
        assert "whether forces will go" not in folded
        assert "Truthtrance cannot ask other questions now" not in folded
    for full in (opened, whole):
        says(full, "for example: ask harkonnen freely: your words", "whether forces will go")
        assert full.count("Truthtrance cannot ask other questions now") == 1


def test_a_number_alone_is_a_bid_where_nothing_else_is_one(at: At) -> None:
    """DUN-4.5.4."""
    assert "You will bid 4 at once" in at("dune", f"{AUCTION}4\nno\nquit", DUNE)


def test_first_words_of_several_answers_list_them(at: At) -> None:
    """LOY-10.4.1: nobody is led into one of them; the whole first words lead on."""
    told = at("loyalty", "call\ncall to faith\n2\nno\nquit", "--seed tea --players 4 --bots random")
    says(
        told,
        "What begins with call can go on like this:",
        "for example: call to arms",
        "You will call to faith 2 in O1",
    )


def test_a_goal_is_noted_as_it_is_called_on_the_coin(at: At) -> None:
    """CON-C.1: the coins say spiral, the goal has its number."""
    assert "You will note Crowns and 1" in at("conspiracy", "note crowns and spiral\nno\nquit", "--seed tea")


def test_a_term_is_explained_by_its_own_section_first(at: At) -> None:
    """DUN-7.12 is headed Truthtrance; rules elsewhere only mention it."""
    told = at("dune", "explain truthtrance\nquit", DUNE).split("\n")
    assert told[1] == "  Truthtrance: Any time: one question that must be answered truthfully."
    assert told[2].startswith("DUN-7.12.1  Ask")


def test_where_one_answer_is_enough_the_menu_offers_to_wait(at: At) -> None:
    """THR-8.2: who of you goes next; also when it is asked for."""
    told = at("thrice", "the dancer!\n0!\nmenu\nquit", "--seed a --bots tactician,gm")
    says(told, "Who of you goes next?")
    assert told.count("\n  go  THR-8.2\n  wait: let somebody else answer") == 2


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        (
            "thrice",
            "troll",
            "troll: a kin. Its first trait is troll, its second gentle, shadow-bourne or wise. Kin and",
        ),
        ("thrice", "trickster", "trickster: a trait: wins by a trick. Kin and traits do not change your numbers"),
        ("thrice", "counter", "counter: a trick: strike back at an attack that misses."),
        ("dune", "lasgun", "Lasgun: Weapon. Kills for sure; with any Shield in the battle everything explodes."),
        ("dune", "karama", "Karama: Take the card on auction, ship at half price, or prevent an advantage."),
        ("dune", "arrakeen", "Arrakeen: A stronghold; sector 9; nobody."),
        ("truce", "attack", "Attack: Take a coin and all Spoils of a player who loots, or who has less defence"),
        ("conspiracy", "attack", "Attack"),
        ("loyalty", "proselytize", "Proselytize: "),
    ],
)
def test_what_a_thing_does_is_told_before_its_rules(at: At, game: str, name: str, told: str) -> None:
    """In the words of the page's cards."""
    said = at(game, f"explain {name}\nquit").split("> explain", 1)[-1]
    lines = said.splitlines()
    assert next(line for line in lines if told in line).startswith("  ")
    first = next((place for place, line in enumerate(lines) if line.startswith(ruleset(game).prefix)), len(lines))
    assert any(told in line for line in lines[:first])


def test_explained_rules_name_no_others_in_their_text(at: At) -> None:
    """DUN-7.11.3 cannot be read without the list of DUN-DK-21, so it is only named."""
    for name in ("lasgun", "hajr", "karama", "truthtrance", "carthag"):
        for line in at("dune", f"explain {name}\nquit").splitlines():
            if line.startswith("DUN-"):
                assert "DUN-" not in line.partition("  ")[2]
    said = at("dune", "explain karama\nquit")
    says(said, "  More: DUN-7.11.3, DUN-7.11.4; rules 7.11.3 shows the first.")
    assert "17 entries" not in said


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("thrice", "tricks", ("bleed: those hit by the next", "swipe: attack several at once")),
        ("thrice", "traits", ("proud: bows to nobody", "trickster: wins by a trick")),
        ("thrice", "kins", ("troll: troll, gentle, shadow-bourne, wise", "half-breed: ")),
        ("thrice", "weapons", ("weapon: a skill: is added to your attacks",)),
        ("dune", "weapons", ("Crysknife: projectile weapon", "Lasgun: Weapon. Kills for sure")),
        ("dune", "leaders", ("Chani: 6", "Feyd Rautha: 6")),
        ("dune", "treachery cards", ("Shield", "Karama: Take the card on auction")),
        ("dune", "factions", ("Fremen", "Harkonnen")),
    ],
)
def test_a_plural_lists_the_group(at: At, game: str, name: str, told: tuple[str, ...]) -> None:
    """THR-2.1: of tricks only those of this table."""
    says(at(game, f"explain {name}\nquit"), *(f"\n  {line}" for line in told))


def test_neighbours_tell_sectors_and_forces(at: At) -> None:
    """DUN-2.1.4: where forces stand after setup, sector by sector."""
    told = at("dune", "keep chani!\nneighbours arrakeen\nneighbours carthag\nquit")
    says(told, "\nArrakeen: sector 9; Atreides 10\n  Imperial Basin: sectors 8, 9 and 10; nobody\n  Old Gap: sectors")
    says(told, "\nCarthag: sector 10; Harkonnen 10\n")


def test_a_map_longer_than_the_terminal_comes_in_parts() -> None:
    shown = io.StringIO()
    screen = Screen(0, Console(file=shown, width=20, height=8, force_terminal=True, color_system=None))
    lines = [((f"line {number}", ""),) for number in range(6)]
    screen.part(lines, "1", "map")
    assert shown.getvalue().splitlines() == [
        *(f"line {n}" for n in range(4)),
        "Part 1 of 2; map 2",
        "  shows the next.",
    ]
    shown.truncate(shown.seek(0))
    screen.part(lines, "2", "map")
    assert shown.getvalue().splitlines() == ["line 4", "line 5", "Part 2 of 2; map 1", "  shows the first."]
    with pytest.raises(Unreadable, match=r"map has 2 parts here: write map alone, or map 2\."):
        screen.part(lines, "3", "map")


def test_a_call_to_arms_tells_what_it_comes_to_before_it_is_sealed(at: At) -> None:
    """LOY-10.4.1: it is free, and citizens become militia or priests."""
    told = at("loyalty", "call to arms 2 in o1\ncall to faith 1 in o1\nquit")
    says(told, "It costs nothing; you then have 2 citizens, 1 priest and 4 militia in O1.\nYou will call to arms 2")
    says(told, "It costs nothing; you then have 3 citizens, 2 priests and 2 militia in O1.\nYou will call to faith 1")
