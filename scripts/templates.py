"""The layout of templates: blocks and statements on lines of their own, at most 120 columns.

What a page says stays as it is. A line ends only where a browser shows no white space, where there is some already, or
where the templates' environment drops it: after a statement, at the start of a line, and before ``{%-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

WIDTH = 120
STEP = 2
BLOCK_NAMES = (
    "!doctype html head body title meta link script header footer main nav section article aside div p h1 h2 h3 h4 h5"
    " h6 ul ol li dl dt dd form fieldset legend details summary table caption thead tbody tr th td hr option optgroup"
    " symbol defs g path use circle rect line ellipse polygon polyline"
)
BLOCKS = frozenset(BLOCK_NAMES.split())
"""Elements round which white space is not shown."""
BOXES = BLOCKS | {"svg", "select", "datalist", "button"}
"""Elements at whose inner edges white space is not shown."""
VOID = frozenset(["!doctype", "meta", "link", "hr", "br", "input", "img"])
OPENING = frozenset({"if", "for", "macro", "call", "block", "filter"})
BRANCHES = frozenset({"else", "elif"})
LARGE = frozenset({"extends", "import", "include", "set", "macro", "block", "call"})
"""Statements that stand on lines of their own."""
STATEMENT = r"\{%.*?%\}|\{#.*?#\}"
QUOTED = r"\"(?:\{\{.*?\}\}|\{%.*?%\}|[^\"])*\"|'(?:\{\{.*?\}\}|\{%.*?%\}|[^'])*'"
TAG = rf"</?[a-zA-Z!](?:\{{%.*?%\}}|\{{\{{.*?\}}\}}|{QUOTED}|[^>\"'])*>"
TOKEN = re.compile(rf"{STATEMENT}|\{{\{{.*?\}}\}}|{TAG}|\s+|(?:(?!\{{[#%{{])[^\s<])+", re.DOTALL)
INSIDE_CODE = re.compile(rf"{QUOTED}|.")
INSIDE_TAG = re.compile(rf"{STATEMENT}|\{{\{{.*?\}}\}}|{QUOTED}|.", re.DOTALL)
NAME = re.compile(r"\{%[-+]?\s*(\w+)|</?([\w!]+)")


@dataclass
class Node:
    """A tag, statement, expression or word; of what is opened and closed again, everything in between as well."""

    text: str
    space: bool = False
    """Whether white space stands before it, and counts."""
    children: list[Node] = field(default_factory=list)
    rest: list[Node] = field(default_factory=list)
    """What follows the children of one that is opened: further branches with theirs, and the end."""

    @property
    def name(self) -> str:
        """The name of the tag or statement, empty of all else."""
        found = NAME.match(self.text)
        return (found[1] or found[2]).lower() if found else ""

    @property
    def statement(self) -> bool:
        """Whether the environment drops the end of the line after it."""
        return self.text.startswith(("{%", "{#"))

    @property
    def block(self) -> bool:
        """Whether white space round it is not shown."""
        return self.text.startswith("<") and self.name in BLOCKS

    @property
    def parts(self) -> list[Node]:
        """All that have children here: itself and its branches."""
        return [self, *self.rest]

    @property
    def inside(self) -> list[Node]:
        """The children of all its parts."""
        return [child for part in self.parts for child in part.children]

    @property
    def large(self) -> bool:
        """Whether it begins a line, and the next one begins a line too."""
        if self.text.startswith("{#") or self.block:
            return True
        return self.statement and (self.name in LARGE or any(child.large for child in self.inside))

    @property
    def flat(self) -> str:
        """All of it on one line."""
        done = self.text
        for part, after in zip(self.parts, self.rest, strict=False):
            box = part.text.startswith("<") and part.name in BOXES
            for place, child in enumerate(part.children):
                loose = (box and not place) or child.block or (place and part.children[place - 1].block)
                done += (" " if child.space and not loose else "") + child.flat
            done += (" " if after.space and not box else "") + after.text
        return done

    @property
    def tall(self) -> bool:
        """Whether it takes several lines even where one has room for it."""
        if self.statement and self.name != "block" and any(child.large for child in self.inside):
            return len(self.flat) > WIDTH - 20 or self.name == "macro"
        blocks = [child for child in self.inside if child.block and child.name not in {"use", "path", "option"}]
        return len(blocks) > 1 or any(child.tall for child in self.inside)

    @property
    def stem(self) -> str:
        """What must stand on the line on which it begins."""
        return cuts(self.text)[0] if self.text.startswith(("<", "{{")) else self.text


def tokens(source: str) -> Iterator[Node]:
    """Read a template: its tags, statements, expressions and words, and between which of them white space counts."""
    place, space, statement = 0, False, False
    while place < len(source):
        found = TOKEN.match(source, place)
        if found is None:
            raise ValueError(f"line {source.count(chr(10), 0, place) + 1} cannot be read")
        place, text = found.end(), found[0]
        if text.isspace():
            space = not (statement and text.startswith("\n"))
            continue
        yield Node(re.sub(r" ?\{%-", "{%", " ".join(text.split())), space and not text.startswith("{%-"))
        space, statement = False, text.startswith(("{%", "{#"))


def tree(source: str) -> Node:
    """Read a template into what it holds; raise ValueError where something is closed that is not open."""
    root = Node("")
    open_nodes = [(root, root)]  # what is open, and the part of it that takes children
    for node in tokens(source):
        owner, part = open_nodes[-1]
        if node.statement and node.name in BRANCHES:
            owner.rest.append(node)
            open_nodes[-1] = (owner, node)
        elif closes(node):
            if node.name.removeprefix("end") != owner.name:
                raise ValueError(f"{node.text} ends what is not open; {owner.text} is")
            owner.rest.append(node)
            open_nodes.pop()
        else:
            part.children.append(node)
            if opens(node):
                open_nodes.append((node, node))
    if len(open_nodes) > 1:
        raise ValueError(f"{open_nodes[-1][0].text} is not closed")
    return root


def opens(node: Node) -> bool:
    """Whether children follow."""
    if node.statement:
        return node.name in OPENING
    return node.text.startswith("<") and node.name not in VOID and not node.text.endswith("/>")


def closes(node: Node) -> bool:
    """Whether it ends what was opened."""
    return node.text.startswith("</") or (node.statement and node.name.startswith("end"))


def cuts(text: str) -> list[str]:
    """Cut a tag, statement or expression where a line may end: between its parts, and before a statement in a tag.

    A part that had white space before it begins with it.
    """
    cut, depth = [""], 0
    tag = text.startswith("<")
    for piece in (INSIDE_TAG if tag else INSIDE_CODE).findall(text):
        found = NAME.match(piece) if tag and piece.startswith("{%") else None
        word = found[1] if found else ""
        if (piece == " " and not depth and not cut[-1].endswith(("{{", "{%", "%}"))) or (
            word in OPENING and not depth and cut[-1] != " "
        ):
            cut.append(piece)
        elif cut[-1] == " d=":  # the path of a drawing
            first, *others = piece.split(" ")
            cut[-1] += first
            cut.extend(f" {other}" for other in others)
        else:
            cut[-1] += piece
        depth += (word in OPENING) - word.startswith("end")
    return cut


class Page:
    """The lines of a template, written one after the other."""

    def __init__(self) -> None:
        self.lines = [""]

    @property
    def column(self) -> int:
        """Where the next character comes."""
        return len(self.lines[-1])

    def fits(self, text: str) -> bool:
        """Whether the line has room for this."""
        return self.column + len(text) <= WIDTH

    def line(self, indent: int) -> None:
        """Begin a line, if this one is begun."""
        if self.lines[-1].strip():
            self.lines.append("")
        self.lines[-1] = " " * indent

    def statement(self, node: Node, indent: int, *, shown: bool) -> None:
        """Put a statement on a line of its own; where the end of the line would be shown, have it dropped."""
        self.line(indent)
        self.put(node.text.replace("{%", "{%-", 1) if shown else node.text, indent)

    def put(self, text: str, indent: int, tail: str = "") -> None:
        """Put a tag, statement or expression, over several lines if with its tail this one has no room."""
        first, *others = [text] if self.fits(text + tail) else cuts(text)
        self.lines[-1] += first
        for number, piece in enumerate(others, 1):
            if not self.fits(piece + tail * (number == len(others))):
                self.line(indent + 2 * STEP)
                piece = piece.lstrip() if piece.startswith(" ") else piece.replace("{%", "{%-", 1)
            self.lines[-1] += piece

    def node(self, node: Node, indent: int, tail: str) -> None:
        """Put a node where the line stands; on several lines if with its tail it does not fit."""
        if self.fits(node.flat + tail) and not node.tall:
            self.lines[-1] += node.flat
        elif node.statement and node.rest:
            self.branches(node, indent)
        elif node.rest:
            self.element(node, indent, tail)
        else:
            self.put(node.text, indent, tail)

    def element(self, node: Node, indent: int, tail: str) -> None:
        """Put an element over several lines."""
        end, box = node.rest[-1], node.name in BOXES
        closing = "" if box or end.space else end.text + tail
        self.put(node.text, indent, "" if box else first_of(node.children, closing))
        if box:
            self.line(indent + STEP)
        elif node.children and node.children[0].space:
            self.lines[-1] += " "
        self.children(node, indent + STEP, closing)
        room = self.fits(" " * end.space + end.text + tail)
        if box or (not room and (end.space or (node.children and node.children[-1].statement))):
            self.line(indent)
        elif end.space:
            self.lines[-1] += " "
        self.lines[-1] += end.text

    def branches(self, node: Node, indent: int) -> None:
        """Put a statement with its branches, each on lines of its own."""
        self.put(node.text, indent)
        for part, after in zip(node.parts, node.rest, strict=False):
            if not part.children:
                self.statement(after, indent, shown=False)
                continue
            first, last = part.children[0], part.children[-1]
            if first.space and not first.block and not first.statement:
                self.lines[-1] += " "
            else:
                self.line(indent + STEP)
            self.children(part, indent + STEP, "")
            self.statement(after, indent, shown=not (last.block or last.statement or after.space))

    def children(self, part: Node, indent: int, tail: str) -> None:
        """Put the children of a node one after the other."""
        for place, child in enumerate(part.children):
            following = part.children[place + 1 :]
            end = glued_to(child, following, tail)
            if place:
                self.between(part.children[place - 1], child, indent, end)
            self.node(child, indent, end)

    def between(self, last: Node, node: Node, indent: int, tail: str) -> None:
        """End the line between two nodes, or put a space, or nothing."""
        wanted = last.large or node.large or last.tall
        fits = self.fits(" " * node.space + node.flat + tail) and not node.tall
        free = last.block or node.block or (last.statement != node.space)
        if last.statement and node.statement and not node.space:
            free = True
        if wanted and separate(last, node) and not indent:
            self.line(indent)
            self.lines.append("")
        if free and (wanted or not fits):
            self.line(indent)
        elif node.text.startswith("{%") and not node.space and (wanted or not fits):
            self.line(indent)
            node.text = node.text.replace("{%", "{%-", 1)
        elif node.space and not (last.block or node.block):
            self.lines[-1] += " "


def separate(last: Node, node: Node) -> bool:
    """Whether an empty line stands between two parts of a file."""
    return (
        "macro" in {last.name, node.name} and not last.text.startswith("{#") and "import" not in {last.name, node.name}
    )


def glued_to(node: Node, following: list[Node], tail: str) -> str:
    """What comes after a node before the line can end."""
    return "" if node.statement or node.block else first_of(following, tail)


def first_of(nodes: list[Node], tail: str) -> str:
    """What these nodes, and then the tail, begin with before the line can end."""
    for node in nodes[:1]:
        if node.space or node.statement or node.block:
            return ""
        if node.stem != node.text or node.name in BOXES:
            return node.stem
        return node.text + first_of([*node.children, *node.rest, *nodes[1:]], tail)
    return tail


def formatted(source: str) -> str:
    """Lay a template out anew."""
    page = Page()
    page.children(tree(source), 0, "")
    return "\n".join(line.rstrip() for line in page.lines).strip("\n") + "\n"
