"""Mail goes to a real relay, which may be slow, refuse, or die; what becomes of each mail is known."""

from __future__ import annotations

import asyncio
import socket
import ssl
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from tests.mail.office import CERTIFICATE, PASSWORD, Office, at, certificate, guarded, relay

from turncoat.server.mail.relay import Answer, Fate, Relay, status_of
from turncoat.server.settings import MailSettings

MAIL = b"Subject: Truce: your turn\r\n\r\nIt is your turn.\r\n"


@pytest.fixture
def office() -> Office:
    return Office()


async def send(settings: MailSettings, *to: str) -> list[Answer]:
    out = Relay(settings)
    try:
        return [await out.send(one, "token", MAIL) for one in to or ("agatha@example.org",)]
    finally:
        await out.close()


async def test_many_mails_leave_on_one_connection(office: Office) -> None:
    with relay(office) as port:
        answers = await send(at(port), *[f"p{number}@example.org" for number in range(60)])
    assert {answer.fate for answer in answers} == {Fate.SENT}
    assert office.connections == 2
    assert [kept.connection for kept in office.mails].count(1) == 50


async def test_two_connections_at_most_are_open_at_once(office: Office) -> None:
    with relay(office) as port:
        out = Relay(at(port))
        await asyncio.gather(*(out.send(f"p{number}@example.org", "t", MAIL) for number in range(30)))
        await out.close()
    assert len(office.mails) == 30
    assert office.connections <= 2


async def test_starttls_and_a_password(office: Office, tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text(f"{PASSWORD}\n")
    more = {"tls": "starttls", "user": "turncoat", "password_file": str(secret), "certificates": str(CERTIFICATE)}
    with relay(office, **guarded()) as port:
        assert await send(at(port, **more)) == [Answer(Fate.SENT)]


async def test_a_wrong_password_is_said_without_it(office: Office, tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("swordfish")
    more = {"tls": "starttls", "user": "turncoat", "password_file": str(secret), "certificates": str(CERTIFICATE)}
    with relay(office, **guarded()) as port:
        (answer,) = await send(at(port, **more))
    assert answer.fate == Fate.LATER
    assert "does not accept the user and the password" in answer.why
    assert "swordfish" not in answer.why


async def test_a_certificate_that_nobody_vouches_for_is_not_believed(office: Office) -> None:
    with relay(office, tls_context=certificate()) as port:
        (answer,) = await send(at(port, tls="starttls"))
    assert answer.fate == Fate.LATER
    assert "is not trusted" in answer.why
    assert not office.mails


def of_another_host(folder: Path) -> Path:
    """A certificate, with its key, for a host of another name."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "o.test")])
    made = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    made = (
        made.serial_number(1)
        .not_valid_before(datetime(2020, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(2120, 1, 1, tzinfo=UTC))
    )
    made = made.add_extension(x509.SubjectAlternativeName([x509.DNSName("o.test")]), critical=False)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    there = folder / "other.pem"
    there.write_bytes(secret + made.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return there


@pytest.mark.parametrize("tls", ["starttls", "tls"])
async def test_a_certificate_of_another_host_is_not_believed(tls: str, office: Office, tmp_path: Path) -> None:
    """Although whoever signed it is."""
    other = of_another_host(tmp_path)
    shown = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    shown.load_cert_chain(other)
    with relay(office, **{"tls_context" if tls == "starttls" else "ssl_context": shown}) as port:
        (answer,) = await send(at(port, tls=tls, certificates=str(other)))
    assert answer.fate == Fate.LATER
    assert "is not trusted" in answer.why
    assert not office.mails


async def test_a_relay_that_is_believed_whatever_its_name_is_noticed(
    office: Office, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = vars(Relay)["_believed"].func

    def careless(out: Relay) -> ssl.SSLContext:
        context = honest(out)
        context.check_hostname = False
        return context

    monkeypatch.setattr(Relay, "_believed", property(careless))
    with pytest.raises(AssertionError):
        await test_a_certificate_of_another_host_is_not_believed("tls", office, tmp_path)


async def test_without_starttls_nothing_is_sent_in_the_clear(office: Office) -> None:
    with relay(office) as port:
        (answer,) = await send(at(port, tls="starttls"))
    assert answer.fate == Fate.LATER
    assert "STARTTLS" in answer.why
    assert not office.mails


async def test_tls_from_the_first_byte(office: Office) -> None:
    with relay(office, ssl_context=certificate()) as port:
        assert await send(at(port, tls="tls", certificates=str(CERTIFICATE))) == [Answer(Fate.SENT)]


@pytest.mark.parametrize(
    ("said", "fate", "status"),
    [
        ("550 5.1.1 no such user", Fate.REFUSED, "5.1.1"),
        ("550 no such user", Fate.REFUSED, "5.1.1"),
        ("550 5.7.1 spam", Fate.REFUSED, "5.7.1"),
        ("552 5.2.2 mailbox full", Fate.REFUSED, "5.2.2"),
        ("451 4.3.0 later", Fate.LATER, ""),
    ],
)
async def test_what_the_relay_says_of_an_address(office: Office, said: str, fate: Fate, status: str) -> None:
    office.refusals["agatha@example.org"] = said
    with relay(office) as port:
        refused, other = await send(at(port), "agatha@example.org", "barney@example.org")
    assert (refused.fate, refused.status) == (fate, status)
    assert other.fate == Fate.SENT


async def test_a_relay_that_does_not_want_us_says_nothing_of_an_address(office: Office) -> None:
    office.sender_refusal = "550 5.1.1 who are you"
    with relay(office) as port:
        (answer,) = await send(at(port))
    assert answer.fate == Fate.LATER
    assert "mail.from" in answer.why


async def test_a_mail_that_is_refused_says_nothing_of_its_address(office: Office) -> None:
    office.data_refusal = "554 5.7.1 spam"
    with relay(office) as port:
        (answer,) = await send(at(port))
    assert (answer.fate, answer.status) == (Fate.REFUSED, "5.0.0")


async def test_a_relay_that_dies_in_the_middle_is_tried_again(office: Office) -> None:
    office.dies = 1
    with relay(office) as port:
        first, second = await send(at(port), "agatha@example.org", "agatha@example.org")
    assert (first.fate, second.fate) == (Fate.LATER, Fate.SENT)


async def test_a_slow_relay_is_left_after_a_while(office: Office) -> None:
    office.hangs = True
    with relay(office) as port:
        (answer,) = await send(at(port, seconds=1.0))
    assert answer.fate == Fate.LATER


async def test_a_relay_that_is_not_there_is_said_with_its_place() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    (answer,) = await send(at(port))
    assert answer.fate == Fate.LATER
    assert f"127.0.0.1, port {port}" in answer.why


async def test_letters_beyond_ascii_need_a_relay_that_takes_them(office: Office) -> None:
    with relay(office, enable_SMTPUTF8=True) as port:
        assert await send(at(port), "jörg@example.org") == [Answer(Fate.SENT)]
    with relay(office, enable_SMTPUTF8=False) as port:
        (answer,) = await send(at(port), "jörg@example.org")
    assert answer.fate == Fate.REFUSED


def test_a_refusal_without_a_status_is_read_by_its_code() -> None:
    assert [status_of(code, "no") for code in (550, 551, 553, 552, 554)] == ["5.1.1"] * 3 + ["5.0.0"] * 2
