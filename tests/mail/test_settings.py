"""The settings file: what is wrong in it is one sentence, and nothing secret is ever printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.mail.office import CERTIFICATE, PASSWORD, Office, guarded, relay

from turncoat.cli.mail import command
from turncoat.cli.reachable import settings_of
from turncoat.kernel.errors import BadSetup
from turncoat.server.settings import Settings, read_settings

MAIL = '[mail]\nhost = "127.0.0.1"\nfrom = "arbiter@games.example"\n'


def write(folder: Path, text: str) -> str:
    file = folder / "turncoat.toml"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[mial]", "There is no field mial"),
        (MAIL + 'hots = "x"', "there is no field hots in mail; the fields are host, from, port"),
        (MAIL + "port = 70000", "mail.port: must be 0 to 65535"),
        (MAIL + 'port = "many"', "mail.port must be a whole number, not text"),
        (MAIL + 'tls = "never"', "mail.tls must be \"\", plain, starttls or tls, not 'never'"),
        (MAIL + 'token_in = "nowhere"', "mail.token_in must be"),
        ('[mail]\nhost = "x"', "mail.from is missing"),
        ('[mail]\nhost = "x"\nfrom = "nobody"', "mail.from: write an address"),
        (MAIL + 'user = "turncoat"', "mail.user: turncoat needs a password"),
        (MAIL + 'user = "t"\npassword_file = "none"', "none cannot be read: no such file"),
        (
            '[mail]\nhost = "relay.example"\nfrom = "a@b.example"\ntls = "plain"\nuser = "t"',
            "does not travel over a plain",
        ),
        (MAIL + '[mail.incoming]\nlisten = "8024"', "mail.incoming.listen: write an address and a port"),
        ("[mail", "is not TOML"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadSetup) as refused:
        read_settings(write(tmp_path, text))
    assert sentence.lower() in refused.value.sentence.lower()
    assert "\n" not in refused.value.sentence


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="cannot be read: no such file"):
        read_settings(str(tmp_path / "none.toml"))


def test_an_empty_file_is_no_settings(tmp_path: Path) -> None:
    assert read_settings(write(tmp_path, "")) == Settings()


def test_this_machine_needs_no_encryption_and_others_do(tmp_path: Path) -> None:
    here = read_settings(write(tmp_path, MAIL)).mail
    there = read_settings(write(tmp_path, MAIL.replace("127.0.0.1", "relay.example"))).mail
    assert here is not None
    assert there is not None
    assert (here.protection, here.door) == ("plain", 25)
    assert (there.protection, there.door) == ("starttls", 587)


def test_mail_needs_a_public_address(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="mail needs it, because the links in mails lead there"):
        settings_of(write(tmp_path, MAIL), "")


def checked(tmp_path: Path, text: str, *arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, ["check", "--settings", write(tmp_path, text), *arguments])
    return done.exit_code, done.output


def test_mail_check_sends_one_mail(tmp_path: Path) -> None:
    office = Office()
    (tmp_path / "secret").write_text(PASSWORD)
    with relay(office, **guarded()) as port:
        more = f'port = {port}\ntls = "starttls"\nuser = "turncoat"\npassword_file = "secret"\n'
        code, said = checked(tmp_path, MAIL + more + f'certificates = "{CERTIFICATE}"', "--to", "me@example.org")
    assert code == 0
    assert "answers, encrypted by STARTTLS, signed in as turncoat." in said
    assert "The relay took a mail to me@example.org." in said
    assert [kept.to for kept in office.mails] == [["me@example.org"]]
    assert PASSWORD not in said


def test_mail_check_says_what_to_do(tmp_path: Path) -> None:
    office = Office()
    office.refusals["me@example.org"] = "550 5.7.1 relaying denied"
    with relay(office) as port:
        code, said = checked(tmp_path, MAIL + f"port = {port}", "--to", "me@example.org")
        assert code == 1
        assert "did not take a mail to me@example.org: 550 5.7.1 relaying denied." in said
        code, said = checked(tmp_path, MAIL + f'port = {port}\ntls = "starttls"')
    assert code == 1
    assert "offers no STARTTLS: see mail.tls and mail.port" in said


def test_mail_check_says_where_reports_come_in(tmp_path: Path) -> None:
    with relay(Office()) as port:
        text = MAIL + f'port = {port}\n[mail.incoming]\nlisten = "127.0.0.1:{port}"'
        code, said = checked(tmp_path, text)
    assert code == 0
    assert f"bounce+TOKEN@games.example and come in at 127.0.0.1, port {port} (LMTP): something listens there." in said


NEEDED_ONLY_LATER = ("aiosmtplib", "aiosmtpd", "imap_tools", "icalendar", "http_ece", "py_vapid", "httpcore2")


def test_a_server_without_settings_loads_nothing_of_mail_push_and_calendar(tmp_path: Path) -> None:
    """They are loaded when somebody needs them: start-up stays short."""
    program = (
        "import sys\nfrom pathlib import Path\nfrom turncoat.server.services import Config, Services\n"
        "from turncoat.web.site.app import make_app\n"
        f"folder = Path({str(tmp_path)!r})\n"
        "make_app(Services(Config(database=f'sqlite:///{folder}/new.db', dumps=folder, bot_processes=0)))\n"
        f"print(*[m for m in {NEEDED_ONLY_LATER} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr[-500:]


@pytest.mark.parametrize(
    ("token_in", "said"),
    [
        ("message-id", "the Message-ID of our mail, so the relay must not replace it."),
        ("subject", "the tag [T:TOKEN] in the subject."),
        ("both", "the Message-ID of our mail, or by the tag [T:TOKEN] in the subject."),
    ],
)
def test_mail_check_says_how_answers_are_known_without_a_delimiter(tmp_path: Path, token_in: str, said: str) -> None:
    name = "somebody-with-a-name-that-leaves-no-room-for-a-token"
    with relay(Office()) as port:
        settings = (
            f'[mail]\nhost = "127.0.0.1"\nfrom = "{name}@games.example"\nport = {port}\ntoken_in = "{token_in}"\n'
        )
        code, output = checked(tmp_path, f'{settings}[mail.incoming]\nlisten = "127.0.0.1:{port}"')
    assert code == 0
    assert f"Delivery reports go to {name}@games.example and come in" in output
    assert f"Players answer to {name}@games.example. Turncoat knows which question a mail answers by {said}" in output
