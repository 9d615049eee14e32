"""What makes an account somebody's own, or ends its mail, is believed only for a time."""

from __future__ import annotations

import pytest
from tests.mail.office import Office
from tests.mail.signing import enter
from tests.mail.test_addresses import AGATHA, add, hand_in, listening, of, report
from tests.serving import Browser, Clock

from turncoat.server.mail.sending import MONTH
from turncoat.server.proofs import FRESH, Proofs
from turncoat.server.services import Services

__all__ = ["listening"]


def test_whoever_signed_in_long_ago_signs_in_again_before_addresses_change(
    browser: Browser, office: Office, services: Services, clock: Clock
) -> None:
    """Somebody at a browser that was left open cannot make the account their own."""
    enter(browser, office)
    add(browser, office, "second@example.org")
    clock.now += FRESH
    before = of(services, browser)
    for path, address in (("/me/addresses", "mallory@example.org"), ("/me/addresses/remove", AGATHA)):
        assert "sign in again before you change how you sign in" in browser.post(path, {"address": address}).text
    assert of(services, browser) == before
    assert not office.to("mallory@example.org")
    assert "Sign in again" in browser.get("/me").text
    enter(browser, office)
    browser.post("/me/addresses/remove", {"address": AGATHA})
    assert [one.address for one in of(services, browser)] == ["second@example.org"]


def test_a_proof_that_lasts_for_ever_is_noticed(
    browser: Browser, office: Office, services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Proofs, "fresh", lambda *_: True)
    with pytest.raises(AssertionError):
        test_whoever_signed_in_long_ago_signs_in_again_before_addresses_change(browser, office, services, clock)


def test_a_report_about_a_mail_of_long_ago_is_not_believed(
    listening: tuple[Services, Browser], office: Office, clock: Clock
) -> None:
    services, browser = listening
    clock.now += 2 * MONTH
    assert hand_in(services, str(office.mails[0].sender), report()) == "250"
    assert of(services, browser)[0].works
