"""What is sent to hooks and push services goes to whoever the certificate names, and to nobody else."""

from __future__ import annotations

import ssl
from collections.abc import Iterator, Sequence

import pytest
from tests.mail.office import CERTIFICATE, certificate
from tests.server.listening import HERE, Listening, listening

from turncoat.server.notices.outgoing import NotSent, Outgoing


@pytest.fixture
def there() -> Iterator[Listening]:
    """A server with a certificate for localhost that no authority has signed."""
    with listening(certificate()) as server:
        yield server


async def here(_host: str, _port: int) -> Sequence[str]:
    return ["127.0.0.1"]


def believed() -> ssl.SSLContext:
    """Trust in this certificate."""
    return ssl.create_default_context(cafile=str(CERTIFICATE))


async def send_to(host: str, there: Listening) -> int:
    return (await Outgoing(HERE, here).post(f"https://{host}:{there.port}/", b"secret", {})).status


async def test_a_certificate_that_nobody_vouches_for_gets_nothing(there: Listening) -> None:
    with pytest.raises(NotSent, match="could not be reached"):
        await send_to("localhost", there)
    assert there.heard == []


async def test_a_certificate_of_another_host_gets_nothing(there: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever can change what a name leads to cannot read what is sent there."""
    monkeypatch.setattr(Outgoing, "_certificates", believed())
    with pytest.raises(NotSent, match="could not be reached"):
        await send_to("hooks.test", there)
    assert there.heard == []
    assert await send_to("localhost", there) == 200


@pytest.mark.parametrize(
    "test", [test_a_certificate_that_nobody_vouches_for_gets_nothing, test_a_certificate_of_another_host_gets_nothing]
)
async def test_certificates_that_are_not_looked_at_are_noticed(
    test: object, there: Listening, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(test)
    loose = ssl._create_unverified_context()  # the planted fault
    monkeypatch.setattr(Outgoing, "_certificates", loose)
    more = (there,) if test is test_a_certificate_that_nobody_vouches_for_gets_nothing else (there, monkeypatch)
    monkeypatch.setattr("tests.server.test_outgoing_tls.believed", lambda: loose)
    with pytest.raises(pytest.fail.Exception):
        await test(*more)
