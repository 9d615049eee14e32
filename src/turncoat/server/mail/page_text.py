"""Takes the sender's own text from a mail in HTML, without quoted mails and signatures."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from turncoat.server.mail.own_lines import MARKER

_ENDS_LINE = {
    *("address", "article", "blockquote", "br", "center", "dd", "div", "dl", "dt", "footer", "form", "h1", "h2", "h3"),
    *("h4", "h5", "h6", "header", "hr", "li", "ol", "p", "pre", "section", "table", "tbody", "td", "tr", "ul"),
}
_SILENT = {"style", "script", "head", "title", "template", "noscript", "svg", "select", "textarea"}
_STRUCK = {"s", "strike", "del"}
_STRIKES = re.compile(r"<(?:s|strike|del)[\s>/]|line-through", re.IGNORECASE)
_EMPTY = {"br", "hr", "img", "input", "meta", "link", "wbr", "base", "col", "area", "source"}

_QUOTE = re.compile(
    r"gmail_extra|yahoo_quoted|yahoo-quoted|moz-forward|protonmail_quote|tutanota_quote"
    r"|divrplyfwdmsg|appendonsend|mail-editor-reference|(?<!g)mail_quote|zmail_extra|replyforward|reply-intro|oriquote"
    r"|ms-outlook-mobile-reference|outlookmessageheader|isforwardcontent|originalmessage",
    re.IGNORECASE,
)
"""Where a quoted mail begins, by class or id: in what Yahoo, Thunderbird, Proton and Outlook write."""

_GMAIL = re.compile(r"gmail_quote|gmail_attr", re.IGNORECASE)
"""Where Gmail begins to quote: usually a block follows, and below it the sender may write on."""

_ASIDE = re.compile(r"moz-cite-prefix|signature|gmail_attr|gmail_sig|moz-txt-sig|applelinewithsignature", re.IGNORECASE)

"""Parts of the page that are not its text: signatures, and lines that introduce a quoted mail."""

LONGEST = 60_000
"""The most characters of a page that are read."""


def text_of(page: str) -> str:
    """The lines of a page that the sender has written."""
    reader = _Reader()
    reader.feed(page[:LONGEST].replace(MARKER, f"<br>{MARKER}"))  # a tag that is left open does not swallow it
    reader.close()
    return "".join(reader.said)


def strikes_out(page: str) -> bool:
    """Whether something in a page is struck out."""
    return _STRIKES.search(page) is not None


class _Reader(HTMLParser):
    """Gathers text; what is quoted in a block or struck out is left out, and all of a page from a quoted mail on."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.said: list[str] = []
        self.over = False
        self._inside, self._deep, self._as_is = "", 0, 0
        self._awaits_block = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.over:
            return
        if self._inside:
            self._deep += tag == self._inside
            return
        if "above this line" in (self.get_starttag_text() or "").lower():
            self.over = True
            return
        names = " ".join(value or "" for name, value in attrs if name in ("class", "id", "name"))
        self._awaits_block = tag != "blockquote" and (self._awaits_block or _GMAIL.search(names) is not None)
        style = " ".join(value or "" for name, value in attrs if name == "style").replace(" ", "").lower()
        if _QUOTE.search(names):
            self.over = True
        elif (tag in _STRUCK or "line-through" in style) and tag not in _EMPTY:
            self._inside, self._deep = tag, 1
        elif (tag == "blockquote" or tag in _SILENT or _hidden(style) or _ASIDE.search(names)) and tag not in _EMPTY:
            self._inside, self._deep = tag, 1
            self.said.append("\n")
        elif tag == "br":
            self.said.append("\n")
        elif tag in _ENDS_LINE:
            self._as_is += tag == "pre"
            self._end_line()
            self.said += ["__________\n"] if tag == "hr" else []

    def handle_endtag(self, tag: str) -> None:
        if self.over:
            return
        if self._inside:
            self._deep -= tag == self._inside
            if not self._deep:
                self._inside = ""
        elif tag in _ENDS_LINE and tag not in ("br", "hr"):
            self._as_is = max(0, self._as_is - (tag == "pre"))
            self._end_line()

    def _end_line(self) -> None:
        """Between two blocks a line ends once: only an empty block is an empty line."""
        if self.said and not self.said[-1].endswith("\n"):
            self.said.append("\n")

    def handle_data(self, data: str) -> None:
        said = re.sub(r"[ \t\r\f]+" if self._as_is else r"[ \t\r\n\f]+", " ", data)
        self.over = self.over or (self._awaits_block and not self._inside and bool(data.strip()))
        if not self.over and not self._inside and (said != " " or not self._begins_line()):
            self.said.append(said)

    def _begins_line(self) -> bool:
        return not self.said or self.said[-1].endswith("\n")


def _hidden(style: str) -> bool:
    return "display:none" in style or "visibility:hidden" in style or "mso-hide:all" in style
