"""The guard for what is sent to addresses that people give: nothing private is reached, however it is spelled."""

from __future__ import annotations

import socket
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from ipaddress import ip_address

import pytest
from tests.server.listening import HERE, Listening, Said, listening

from turncoat.kernel.errors import NotAllowed, Refusal, Unreadable
from turncoat.server.limits import Limits, Rate
from turncoat.server.notices import outgoing
from turncoat.server.notices.outgoing import MOST_BYTES, NotSent, NotTried, Outgoing, Resolve, is_public

SPELLINGS = (
    "https://127.0.0.1/",
    "https://127.0.0.1:8443/",
    "https://127.1/",
    "https://127.0.1/",
    "https://2130706433/",
    "https://0x7f000001/",
    "https://0x7f.0.0.1/",
    "https://0x7f.0x0.0x0.0x1/",
    "https://017700000001/",
    "https://0177.0.0.1/",
    "https://0177.0.0.01/",
    "https://127.0.0.1./",
    "https://0/",
    "https://0.0.0.0/",
    "https://10.0.0.1/",
    "https://012.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://3232235777/",
    "https://100.64.0.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://0xa9fea9fe/",
    "https://192.0.0.1/",
    "https://192.88.99.1/",
    "https://198.18.0.1/",
    "https://203.0.113.1/",
    "https://224.0.0.1/",
    "https://240.0.0.1/",
    "https://255.255.255.255/",
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::127.0.0.1]/",
    "https://[2002:7f00:1::]/",
    "https://[2002:c0a8:101::1]/",
    "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[fe80::1]/",
    "https://[fe80::1%25lo]/",
    "https://[fe80::1%lo]/",
    "https://[fc00::1]/",
    "https://[fd12:3456:789a::1]/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
    "https://[100::1]/",
    "https://[::1",
    "https://127。0。0。1/",
    "https://①②⑦.⓪.⓪.①/",
    "https://１２７.0.0.1/",
    "https://localhoſt/",
    "https://discord.com@127.0.0.1/",
    "https://discord.com:443@127.0.0.1/",
    "https://127.0.0.1\\@discord.com/",
    "https://discord.com#@127.0.0.1/",
    "https://127.0.0.1%2f@discord.com/",
    "https:///127.0.0.1/",
    "https:127.0.0.1",
    "http://discord.com/",
    "ftp://discord.com/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_INFO",
    "https://discord.com:25/",
    "https://discord.com:0/",
    "https://discord.com:99999/",
    "https://discord.com/\r\nHost: 127.0.0.1",
    "https://disc ord.com/",
)
"""Private targets, and ways round a check that reads an address otherwise than whatever connects."""


async def by_the_book(host: str, port: int) -> Sequence[str]:
    """Names as the system reads them where figures and this machine are meant; all others are public."""
    figures = set(host) <= set("0123456789abcdefx.:") or host.rstrip(".").casefold() == "localhost"
    if not figures:
        return ["93.184.215.14"]
    return [str(where[0]) for *_, where in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@pytest.fixture
def sockets(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every attempt to connect anywhere; none succeeds."""
    tried: list[object] = []

    async def refuse(self: object, host: str, *_: object) -> None:
        import httpcore2

        tried.append(host)
        raise httpcore2.ConnectError

    monkeypatch.setattr("httpcore2.AnyIOBackend.connect_tcp", refuse)
    return tried


@pytest.fixture
def there() -> Iterator[Listening]:
    with listening() as server:
        yield server


def resolving(*answers: Sequence[str]) -> Callable[[str, int], Awaitable[Sequence[str]]]:
    """A name server that says something else each time, and then always the last."""
    left = list(answers)

    async def resolve(_host: str, _port: int) -> Sequence[str]:
        return left.pop(0) if len(left) > 1 else left[0]

    return resolve


def test_there_are_enough_spellings() -> None:
    assert len(set(SPELLINGS)) >= 40


@pytest.mark.parametrize("url", SPELLINGS)
async def test_no_private_target_is_reached(url: str, sockets: list[object]) -> None:
    with pytest.raises((NotAllowed, Unreadable)):
        await Outgoing(resolve=by_the_book).post(url, b"", {})
    assert sockets == []


async def test_a_public_host_is_reached_at_the_address_that_was_checked(sockets: list[object]) -> None:
    with pytest.raises(NotSent):
        await Outgoing(resolve=resolving(["93.184.215.14", "2606:4700::6810:84e5"])).post("https://host.test/", b"", {})
    assert sockets == ["93.184.215.14", "2606:4700::6810:84e5"]


async def test_one_private_address_among_public_ones_is_enough_to_refuse(sockets: list[object]) -> None:
    with pytest.raises(NotAllowed):
        await Outgoing(resolve=resolving(["93.184.215.14", "10.0.0.1"])).post("https://host.test/", b"", {})
    assert sockets == []


@pytest.mark.parametrize("address", ["127.0.0.1", "::ffff:10.0.0.1", "2002:a00:1::", "64:ff9b::a00:1", "fe80::1%eth0"])
async def test_a_name_that_leads_inside_is_refused(address: str, sockets: list[object]) -> None:
    with pytest.raises(NotAllowed):
        await Outgoing(resolve=resolving([address])).post("https://rebind.test/", b"", {})
    assert sockets == []


async def test_a_name_server_that_changes_its_mind_gains_nothing(sockets: list[object]) -> None:
    """It is asked once for each sending, and that answer is the one that is checked."""
    out = Outgoing(resolve=resolving(["93.184.215.14"], ["127.0.0.1"]))
    with pytest.raises(NotSent):
        await out.post("https://rebind.test/", b"", {})
    with pytest.raises(NotAllowed):
        await out.post("https://rebind.test/", b"", {})
    assert sockets == ["93.184.215.14"]


async def test_a_redirect_is_not_followed(there: Listening) -> None:
    with listening() as inside:
        there.reply = lambda _: Said(302, {"Location": inside.url})
        answer = await Outgoing(HERE).post(there.url, b"", {})
        assert answer.status == 302
        assert (len(there.heard), inside.heard) == (1, [])


async def test_a_proxy_of_the_environment_is_not_asked(there: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        assert (await Outgoing(HERE).post(there.url, b"", {})).status == 200
        assert proxy.heard == []


async def test_whoever_does_not_answer_is_not_waited_for(there: Listening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    there.silent = threading.Event()
    with pytest.raises(NotSent, match="within"):
        await Outgoing(HERE).post(there.url, b"", {})


async def test_an_endless_answer_is_read_no_further(there: Listening) -> None:
    there.endless = True
    assert len((await Outgoing(HERE).post(there.url, b"", {})).text) == MOST_BYTES


async def test_what_is_sent_arrives_as_it_is(there: Listening) -> None:
    there.reply = lambda _: Said(429, {"Retry-After": "17"}, "später".encode())
    answer = await Outgoing(HERE).post(f"{there.url}/a/b?c=d", b"body", {"Content-Type": "text/plain"})
    assert (answer.status, answer.retry_after, answer.text) == (429, "17", "später")
    (came,) = there.heard
    assert (came.path, came.body, came.headers["content-type"]) == ("/a/b?c=d", b"body", "text/plain")
    assert came.headers["host"] == there.url.removeprefix("http://")


@pytest.mark.parametrize("allowed", ["", "10.0.0.0/8"])
async def test_other_networks_are_reached_only_as_the_settings_say(there: Listening, allowed: str) -> None:
    with pytest.raises(NotAllowed):
        await Outgoing((allowed,) if allowed else ()).post(there.url, b"", {})
    assert there.heard == []


async def test_plain_http_does_not_leave_the_allowed_networks(sockets: list[object]) -> None:
    with pytest.raises(NotAllowed):
        await Outgoing(HERE, resolving(["93.184.215.14"])).post("http://host.test/", b"", {})
    assert sockets == []


async def test_a_host_that_does_not_exist_is_said_to(sockets: list[object]) -> None:
    async def nobody(_host: str, _port: int) -> Sequence[str]:
        raise socket.gaierror

    with pytest.raises(NotSent, match=r"no host nowhere\.test"):
        await Outgoing(resolve=nobody).post("https://nowhere.test/", b"", {})


def test_a_network_must_be_one() -> None:
    with pytest.raises(ValueError, match="intranet"):
        Outgoing(("intranet",))


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.215.14", "2606:4700::6810:84e5", "2a00:1450:4001::200e"])
def test_public_addresses_are_public(address: str) -> None:
    assert is_public(ip_address(address))


async def test_for_one_owner_so_much_is_sent_and_no_more(there: Listening) -> None:
    """Whoever gives an address of somebody else cannot have much sent there; it counts as no failure."""
    limits = Limits({"posted": Rate(3, 60)}, lambda: 0.0)
    out = Outgoing(HERE, limits=limits)
    for _ in range(3):
        await out.post(there.url, b"", {}, "mallory")
    with pytest.raises(NotTried):
        await out.post(there.url, b"", {}, "mallory")
    await out.post(there.url, b"", {}, "agatha")
    assert len(there.heard) == 4


# --- planted faults -------------------------------------------------------------------------------


async def spellings_that_pass(out: Outgoing) -> list[str]:
    passed = []
    for url in SPELLINGS:
        try:
            await out.post(url, b"", {})
        except NotSent:
            passed.append(url)
        except Refusal:
            continue
    return passed


async def test_without_the_second_check_figures_and_names_get_through(
    sockets: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A guard that judges what is written and not where it leads."""

    async def trusting(self: Outgoing, host: str, port: int, resolve: Resolve, *, plain: bool) -> Sequence[str]:
        return await resolve(host, port)

    monkeypatch.setattr(Outgoing, "addresses", trusting)
    passed = await spellings_that_pass(Outgoing(resolve=by_the_book))
    assert {"https://2130706433/", "https://localhost/"} <= set(passed)
    with pytest.raises(NotSent):
        await Outgoing(resolve=resolving(["127.0.0.1"])).post("https://rebind.test/", b"", {})
    assert sockets[-1] == "127.0.0.1"


async def test_tunnels_get_through_where_only_the_library_is_asked(
    sockets: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What Python calls global is not enough: an address of 6to4 carries a private one."""
    monkeypatch.setattr(outgoing, "is_public", lambda address: address.is_global)
    assert "https://[2002:c0a8:101::1]/" in await spellings_that_pass(Outgoing(resolve=by_the_book))
