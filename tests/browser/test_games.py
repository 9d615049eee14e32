"""Games among people in real browsers, several at once: what one does, the others see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect
from tests.browser.players import PATIENCE, Player, Server, players, tab_to

from turncoat.table.deadline import SHORTEST

THREE = ("Agatha", "Barney", "Celeste")


def test_three_people_play_a_whole_game(browser: Browser, server: Server) -> None:
    """TRU-2 to TRU-12: invited by links, they whisper, give, change their minds, see the reveal, and one wins."""
    table = server.table(THREE, options={"rounds": 2}, title="Thursday night")
    with players(browser, server, 4) as (agatha, barney, celeste, spectator):
        for seat, player in enumerate((agatha, barney, celeste)):
            player.join(table.link(seat), THREE[seat])
        spectator.visit(f"/tables/{table.id}")
        table.do("start")
        for player in (agatha, barney, celeste):
            player.sees("What will you do this round?")
        spectator.sees("You are watching")

        agatha.visit(f"/tables/{table.id}?to=1").say("Support me, I take Celeste.")
        barney.visit(f"/tables/{table.id}?to=0").sees("Support me, I take Celeste.")
        celeste.say("A fine evening.")
        expect(celeste.page.locator("body")).not_to_contain_text("Support me")
        expect(spectator.page.locator("#messages")).to_contain_text("A fine evening.", timeout=PATIENCE)
        expect(spectator.page.locator("body")).not_to_contain_text("Support me")

        celeste.page.locator("#beside summary").click()
        celeste.page.locator("#beside select").select_option(label="Barney")
        celeste.page.locator("#beside input[type=number]").fill("1")
        celeste.answers(lambda: celeste.page.locator("#beside .commit button").click())
        assert table.get()["view"]["spoils"] == [0, 1, 0]

        agatha.choose("loot").seal()
        agatha.page.locator("#change > summary").click()
        agatha.choose("attack", "Celeste").seal()
        agatha.sees("attack Celeste")
        barney.choose("support", "Agatha").seal()
        expect(spectator.page.locator(".now")).to_contain_text("Celeste", timeout=PATIENCE)
        celeste.choose("loot").seal_last()
        for player in (agatha, barney, celeste, spectator):
            expect(player.page.locator("#caption")).to_be_visible(timeout=PATIENCE)
        assert table.get()["view"]["supplies"] == [5, 4, 1]

        step_through_the_reveal(spectator)
        for player in (agatha, barney):
            player.visit(f"/tables/{table.id}").choose("pass").seal()
        celeste.visit(f"/tables/{table.id}").choose("loot").seal_last()
        for player, words in ((agatha, "You win."), (barney, "Agatha wins."), (spectator, "Agatha wins.")):
            expect(player.page.locator(".ending")).to_have_count(0, timeout=PATIENCE)
            player.page.locator("#skip").click()
            player.sees(words)
        agatha.visit(f"/tables/{table.id}/ledger").sees("attacks Celeste")
        with spectator.page.expect_download() as download:
            spectator.page.goto(f"/tables/{table.id}")
            spectator.page.get_by_role("link", name="Download the record").click()
        assert download.value.suggested_filename == f"turncoat-{table.id}.jsonl"


def step_through_the_reveal(player: Player) -> None:
    """TRU-13: one still after the other, each with its rule, in the order in which the rules resolve."""
    caption = player.page.locator("#caption")
    expect(caption).to_be_visible(timeout=PATIENCE)
    stages = [player.page.locator("#reveal").get_attribute("data-stage")]
    while player.page.locator("a#step-next").count():
        frame = player.page.locator("#reveal").get_attribute("data-frame")
        player.page.locator("a#step-next").click()
        expect(player.page.locator("#reveal")).not_to_have_attribute("data-frame", str(frame), timeout=PATIENCE)
        stages.append(player.page.locator("#reveal").get_attribute("data-stage"))
        expect(caption.locator("a.rule")).to_have_count(1)
    assert len(set(stages)) >= 4
    player.page.locator("#step-back").click()
    expect(player.page.locator("#reveal")).to_have_attribute("data-frame", str(len(stages) - 2), timeout=PATIENCE)
    player.page.locator("#skip").click()
    expect(player.page.locator("#reveal")).to_have_count(0, timeout=PATIENCE)


def test_a_player_taps_the_board(agatha: Player, server: Server) -> None:
    table = server.begun(THREE)
    agatha.join(table.link(0)).choose("support")
    agatha.page.locator("#table-seat-2").click()
    agatha.sees("You will support Celeste.")
    agatha.seal()
    assert table.get(seat=0)["question"]["filed"] == {"type": "support", "target": 2}


def test_a_half_made_choice_survives_what_others_do(agatha: Player, server: Server) -> None:
    table = server.begun(THREE)
    agatha.join(table.link(0)).choose("attack", "Barney")
    table.answer(1, "loot")
    table.post("talk", 1, text="I am done.")
    agatha.sees("I am done.")
    agatha.sees("You will attack Barney.")
    agatha.seal()
    assert table.get(seat=0)["question"]["filed"] == {"type": "attack", "target": 1}


def test_whoever_misses_the_deadline_is_not_waited_for(agatha: Player, server: Server) -> None:
    """TRU-6.2: no action on file counts as Pass."""
    table = server.begun(THREE, options={"rounds": 1}, deadline={"type": "after", "minutes": SHORTEST})
    agatha.join(table.link(0))
    agatha.sees("Nobody")
    agatha.page.locator("#skip").click()
    expect(agatha.page.locator(".ending")).to_be_visible(timeout=PATIENCE)
    assert [seat["missed"] for seat in table.get()["seats"]] == [1, 1, 1]


def test_the_host_hands_a_seat_to_a_bot_and_its_player_comes_back(browser: Browser, server: Server) -> None:
    table = server.begun(THREE)
    with players(browser, server, 2) as (barney, host):
        barney.join(table.link(1))
        host.visit(f"/join/{table.link(None)}")
        host.page.get_by_role("button", name="host").click()
        host.page.wait_for_url("**/host")
        host.page.get_by_role("button", name="bot").nth(1).click()
        host.sees("A bot plays that seat now.")
        assert table.get()["seats"][1]["kind"] == "bot"
        barney.join(table.link(1))
        there = table.get()["seats"][1]
        assert (there["name"], there["kind"], there["bot"], there["stands_in"]) == ("Barney", "person", "", False)


def test_a_page_that_was_offline_catches_up(agatha: Player, server: Server) -> None:
    table = server.begun(THREE)
    agatha.join(table.link(0))
    agatha.context.set_offline(True)
    agatha.sees("You are offline")
    table.post("talk", 1, text="While you were away.")
    expect(agatha.page.locator("body")).not_to_contain_text("While you were away.")
    agatha.context.set_offline(False)
    agatha.sees("While you were away.")
    expect(agatha.page.locator("#offline")).to_be_hidden()


def test_whoever_seals_while_the_server_cannot_be_reached_is_told(agatha: Player, server: Server) -> None:
    """No order is lost: what did not arrive is never taken for sealed, and can be sealed when the server is back."""
    table = server.begun(THREE)
    agatha.join(table.link(0)).choose("loot")
    agatha.context.set_offline(True)
    agatha.page.get_by_role("button", name="Seal it").locator("visible=true").first.click()
    agatha.sees("No answer came.")
    agatha.context.set_offline(False)
    agatha.seal()


def test_without_script_everything_can_be_played(browser: Browser, server: Server) -> None:
    table = server.begun(THREE, options={"rounds": 1})
    with players(browser, server, 1, java_script_enabled=False) as (agatha,):
        agatha.join(table.link(0)).choose("attack", "Barney")
        agatha.page.get_by_role("button", name="Seal it").first.click()
        agatha.sees("attack Barney")
        agatha.page.locator("#say-text").fill("No script here.")
        agatha.page.locator(".say .to-whom").click()
        agatha.sees("No script here.")
        agatha.page.get_by_role("button", name="Take it back").click()
        agatha.sees("What will you do this round?")
        agatha.page.get_by_role("button", name="Seal it").first.click()
        agatha.sees("Choose an action first.")
        agatha.choose("loot")
        agatha.page.get_by_role("button", name="Seal it").first.click()
        table.everybody("pass", 0)
        agatha.visit(f"/tables/{table.id}").page.get_by_role("link", name="Show the end now").click()
        agatha.sees("You win.")
        agatha.visit(f"/tables/{table.id}?round=1&frame=0")
        expect(agatha.page.locator("#caption")).to_be_visible()


def test_the_keyboard_alone_is_enough(agatha: Player, server: Server) -> None:
    table = server.begun(THREE)
    agatha.page.goto(f"/join/{table.link(0)}")
    tab_to(agatha.page, "button.big")
    agatha.page.keyboard.press("Enter")
    agatha.page.wait_for_url("**/tables/**")
    tab_to(agatha.page, "input.card-input")
    agatha.page.keyboard.press("Space")
    tab_to(agatha.page, "#table-seat-2, input[name='attack.target']")
    agatha.page.keyboard.press("Space")
    tab_to(agatha.page, ".seal-button")
    agatha.page.keyboard.press("Enter")
    agatha.sees("Sealed")
    assert table.get(seat=0)["question"]["filed"]["type"] == "attack"


def test_every_page_of_a_real_game_has_no_barrier_and_fits_a_phone(
    browser: Browser, server: Server, axe_violations: Callable[[Page], list[str]]
) -> None:
    lobby = server.table(THREE, listed=True)
    table = server.begun(THREE, options={"rounds": 2}, listed=True)
    table.post("talk", 1, text="Promise?", promise={"who": 1, "act": "loot"})
    phone = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    with players(browser, server, 1, **phone) as (agatha,):

        def looks_right(path: str) -> None:
            agatha.page.goto(path)
            assert axe_violations(agatha.page) == [], path
            assert agatha.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path

        for path in ("/", "/new", "/sign-in", "/my-tables", "/rules/truce", f"/tables/{lobby.id}", "/gone"):
            looks_right(path)
        looks_right(f"/join/{table.link(0)}")
        looks_right(f"/join/{table.link(None)}")
        agatha.join(table.link(0))
        looks_right(f"/tables/{table.id}")
        agatha.page.goto("about:blank")
        table.everybody("loot")
        for part in ("", "?round=1&frame=0", "?round=1&frame=4", "/ledger", "/reveal", "/replay", "?to=1,2"):
            looks_right(f"/tables/{table.id}{part}")
        table.answer(0, "loot")
        looks_right(f"/tables/{table.id}")
        table.do("pause")
        looks_right(f"/tables/{table.id}")
        agatha.page.goto("about:blank")
        table.do("resume")
        table.everybody("pass", 0)
        for part in ("?round=2&frame=0", "", "/ledger", "/replay"):
            looks_right(f"/tables/{table.id}{part}")
        agatha.visit(f"/join/{table.link(None)}")
        agatha.page.get_by_role("button", name="host").click()
        agatha.page.wait_for_url("**/host")
        looks_right(f"/tables/{table.id}/host")


def test_my_tables_are_found_on_another_device(browser: Browser, server: Server) -> None:
    table = server.begun(THREE, title="Thursday night")
    with players(browser, server, 2) as (here, there):
        here.join(table.link(0))
        for player, new in ((here, True), (there, False)):
            player.visit("/sign-in?next=/my-tables")
            player.page.get_by_label("Name").first.fill("Zoe")
            player.page.get_by_label("Passphrase").first.fill("correct horse battery")
            player.page.get_by_role("button", name="new" if new else "Sign in").last.click()
            player.sees("Thursday night")
        there.page.get_by_role("link", name="Thursday night").click()
        there.sees("What will you do this round?")


def test_two_clicks_to_a_game_against_bots(browser: Browser, server: Server) -> None:
    with players(browser, server, 1) as (zoe,):
        zoe.visit("/")
        zoe.page.get_by_label("Your name").first.fill("Zoe")
        zoe.page.get_by_role("button", name="Play Truce against five bots").click()
        zoe.sees("What will you do this round?")
        zoe.choose("defend").seal_last()
        expect(zoe.page.locator("#caption")).to_be_visible(timeout=PATIENCE)


def test_a_seat_that_has_sealed_stays_at_the_table_while_the_clock_stands_still(agatha: Player, server: Server) -> None:
    """A mat that can be tapped no more is still there, with its seal."""
    table = server.begun(THREE)
    agatha.join(table.link(0))
    table.answer(1, "loot")
    seal = agatha.page.locator("#table-seat-1 #table-seal-1")
    expect(seal).to_be_visible(timeout=PATIENCE)
    for move, words in (("pause", "Paused"), ("resume", "What will you do this round?")):
        table.do(move)
        agatha.sees(words)
        expect(seal).to_be_visible(timeout=PATIENCE)


def test_a_notice_goes_by_itself(agatha: Player, server: Server) -> None:
    table = server.begun(THREE)
    agatha.join(table.link(0)).sees("You have taken your seat.")
    expect(agatha.page.locator(".toast")).to_have_count(0, timeout=PATIENCE)


def test_the_longest_names_fit_a_phone(browser: Browser, server: Server) -> None:
    names = ("W" * 40, "<script>alert(1)</script>", "\U0001f600" * 40, "\u0645\u0631\u062d\u0628\u0627")
    lobby = server.table(names, title="X" * 80, listed=True)
    table = server.begun(names, title="X" * 80, listed=True)
    with players(browser, server, 1, viewport={"width": 360, "height": 740}) as (agatha,):
        agatha.page.goto(f"/join/{table.link(1)}")
        agatha.join(table.link(1), "M" * 40).say("y" * 1990)
        table.post("talk", 0, to=[1], text="psst")
        assert agatha.page.locator(".say .to-whom").evaluate("(it) => it.offsetHeight") < 45
        agatha.choose("attack", "W" * 40).seal()
        agatha.page.goto(f"/join/{table.link(None)}")
        agatha.page.get_by_role("button", name="host").click()
        agatha.page.wait_for_url("**/host")
        parts = ("", "?to=0", "?to=0,2,3", "/host", "/ledger")
        paths = ["/", "/my-tables", f"/tables/{lobby.id}", *(f"/tables/{table.id}{part}" for part in parts)]
        wide = [path for path in paths if not fits(agatha, path)]
        table.everybody("pass", 1)
        paths = [f"/tables/{table.id}{part}" for part in ("?round=1&frame=0", "/ledger", "/replay")]
        assert wide + [path for path in paths if not fits(agatha, path)] == []


def fits(player: Player, path: str) -> bool:
    """Whether a page is no wider than the window."""
    player.page.goto(path)
    return bool(player.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"))
