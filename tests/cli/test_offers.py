"""Offers at the terminal: which one is meant, and what is typed to answer it."""

from __future__ import annotations

import pytest
from tests.kit import says

from turncoat.bots import seat_names
from turncoat.bots.match import Match
from turncoat.cli.against_bots import AgainstBots
from turncoat.cli.screen import Screen
from turncoat.games import ruleset
from turncoat.kernel.promise import Answer, Pledge, Say
from turncoat.table.talk_grammar import fluent

AGATHA, BARNEY, CELESTE = range(3)


@pytest.fixture
def seated() -> AgainstBots:
    """Agatha's seat in a game of Truce; nobody but she speaks by themselves."""
    rules = ruleset("truce")
    options = rules.read_options({})
    names = rules.names(seat_names(3), options)
    session = AgainstBots(Screen(0), rules, AGATHA, fluent(rules, options, names, 3, AGATHA))
    session.match = Match(rules, options, 3, bytes(32), {}, ear=session.hear, listens=AGATHA)
    return session


def asks(session: AgainstBots, sender: int, act: str, target: int, offer: Pledge | None = None) -> None:
    request = Pledge(AGATHA, act, {"target": target})
    session.match.say(sender, Say((AGATHA,), request=request, offer=offer))
    session._talk()


def types(session: AgainstBots, line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> str:
    capsys.readouterr()
    monkeypatch.setattr(Screen, "ask", lambda screen, prompt: line)
    session._one_line()
    return capsys.readouterr().out


def test_one_offer_needs_no_number(
    seated: AgainstBots, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(seated, BARNEY, "support", CELESTE)
    says(capsys.readouterr().out, "To answer: agree barney, refuse barney, or counter barney: WHAT YOU WISH.")
    told = types(seated, "agree barney", capsys, monkeypatch)
    assert "You to Barney: “Agreed.” (agree; promise to support Celeste)" in told
    assert "has already agreed" in types(seated, "agree barney", capsys, monkeypatch)


def test_of_several_offers_one_is_named(
    seated: AgainstBots, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its number, or by what was asked for; nothing is agreed to before it is clear which one is meant."""
    asks(seated, BARNEY, "support", CELESTE, Pledge(BARNEY, "attack", {"target": CELESTE}))
    asks(seated, BARNEY, "attack", CELESTE)
    says(capsys.readouterr().out, "To answer: agree barney 2, refuse barney 2, or counter barney 2: WHAT YOU WISH.")
    told = types(seated, "agree barney", capsys, monkeypatch)
    says(
        told,
        "Barney has made you 2 offers. Write which you mean: ",
        "barney 1 (support Celeste in return for attack Celeste); barney 2 (attack Celeste).",
    )
    assert not seated.match.pledges
    says(types(seated, "agree", capsys, monkeypatch), "agree barney 1, refuse barney 1", "support Celeste in return")
    assert "no offer 3" in types(seated, "agree barney 3", capsys, monkeypatch)
    assert "has not asked you for this" in types(seated, "agree barney: support barney", capsys, monkeypatch)
    assert "promise to support Celeste" in types(seated, "agree bar 1", capsys, monkeypatch)
    assert "promise to attack Celeste" in types(seated, "agree barney: attack celeste", capsys, monkeypatch)


def test_a_number_never_means_another_offer(
    seated: AgainstBots, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of two is withdrawn; the second keeps its number, and needs it no longer."""
    asks(seated, BARNEY, "support", CELESTE)
    asks(seated, BARNEY, "attack", CELESTE)
    seated.match.say(BARNEY, Say((), about=1, answer=Answer.NO))
    assert "was withdrawn" in types(seated, "refuse barney 1", capsys, monkeypatch)
    said = types(seated, "counter barney 2: defend in return for loot", capsys, monkeypatch)
    assert "You to Barney: (make another offer; ask Barney to defend; offer to loot)" in said
    assert seated.match.messages[-1].said.about == 2


def test_offers_that_wait_are_listed(
    seated: AgainstBots, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Nobody waits for your answer" in types(seated, "offers", capsys, monkeypatch)
    asks(seated, CELESTE, "support", BARNEY)
    assert "agree celeste, refuse celeste" in types(seated, "offers", capsys, monkeypatch)


def test_how_to_answer_is_not_said_of_offers_that_no_longer_wait(
    seated: AgainstBots, capsys: pytest.CaptureFixture[str]
) -> None:
    """What somebody has answered already is only told."""
    seated.match.say(BARNEY, Say((AGATHA,), request=Pledge(AGATHA, "support", {"target": CELESTE})))
    seated.match.say(AGATHA, Say((), about=1, answer=Answer.NO))
    seated._talk()
    told = capsys.readouterr().out
    assert "asks you to support Celeste" in told
    assert "To answer" not in told
