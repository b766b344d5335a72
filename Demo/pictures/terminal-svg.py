#!/usr/bin/env python3
"""Draws what a terminal shows as SVG: text with ANSI colours on standard input, a picture on standard output.

    giftty doctor | ./terminal-svg.py --command 'giftty doctor' --title 'What this terminal can do'
    tmux capture-pane -e -p | ./terminal-svg.py --columns 100 --rows 30 --command … --title …

Letters become <text> at the column where they stand, whatever monospaced font draws them. Block elements become areas,
as no font draws them without seams: equal ones side by side and below each other are one rectangle.
"""

import argparse
import re
import sys
import unicodedata
from collections import Counter, defaultdict
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8, 16, 20
PANEL, INK, FAINT = (13, 17, 23), (215, 220, 229), (132, 141, 155)
# The most bytes a picture may have; one with more gets coarser colours.
LIMIT = 58_000
FONT = "13.2px ui-monospace,SFMono-Regular,Menlo,'DejaVu Sans Mono',Consolas,monospace"
SIXTEEN = [
    (0, 0, 0), (205, 49, 49), (13, 188, 121), (229, 229, 16), (36, 114, 200), (188, 63, 188), (17, 168, 205), (229, 229, 229),
    (102, 102, 102), (241, 76, 76), (35, 209, 139), (245, 245, 67), (59, 142, 234), (214, 112, 214), (41, 184, 219), (255, 255, 255),
]  # fmt: skip


class Style(NamedTuple):
    ink: tuple = INK
    paper: tuple = PANEL
    bold: bool = False
    dim: bool = False
    reverse: bool = False

    def colors(self):
        """The colours that are seen, of letters and of what is behind them."""
        ink, paper = (self.paper, self.ink) if self.reverse else (self.ink, self.paper)
        return (tuple((a + b) // 2 for a, b in zip(ink, paper)) if self.dim else ink), paper


class Cell(NamedTuple):
    text: str  # empty in the second cell of a wide letter
    style: Style


def indexed(number):
    """The colour of a number in the table of 256."""
    if number < 16:
        return SIXTEEN[number]
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    digits = (number - 16) // 36, (number - 16) // 6 % 6, (number - 16) % 6
    return tuple(0 if digit == 0 else 55 + 40 * digit for digit in digits)


def restyled(style, codes):
    """The style after an escape that selects graphic rendition."""
    codes = iter(codes)
    for code in codes:
        if code in (38, 48):
            color = indexed(next(codes)) if next(codes) == 5 else (next(codes), next(codes), next(codes))
            style = style._replace(**{"ink" if code == 38 else "paper": color})
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style = style._replace(ink=SIXTEEN[code - 30 if code < 90 else code - 82])
        elif 40 <= code <= 47 or 100 <= code <= 107:
            style = style._replace(paper=SIXTEEN[code - 40 if code < 100 else code - 92])
        else:
            style = {
                0: Style(), 1: style._replace(bold=True), 2: style._replace(dim=True), 7: style._replace(reverse=True),
                22: style._replace(bold=False, dim=False), 27: style._replace(reverse=False),
                39: style._replace(ink=INK), 49: style._replace(paper=PANEL),
            }.get(code, style)  # fmt: skip
    return style


def rows_of_cells(text):
    """The lines of a text as cells; a style holds on over the ends of lines."""
    style, rows = Style(), []
    for line in text.rstrip("\n").split("\n"):
        row = []
        for part in re.split(r"(\x1b\[[0-9;]*m)", line):
            if part.startswith("\x1b["):
                style = restyled(style, [int(code or 0) for code in part[2:-1].split(";")])
                continue
            for letter in part:
                if unicodedata.combining(letter) and row:
                    row[-1] = row[-1]._replace(text=row[-1].text + letter)
                    continue
                row.append(Cell(letter, style))
                if unicodedata.east_asian_width(letter) in "WF":
                    row.append(Cell("", style))
        rows.append(row)
    return rows


def is_block(text):
    return text in ("▀", "▄", "█") or "▉" <= text <= "▏"


def halves(row):
    """The colours of the upper and of the lower half of a row's cells."""
    both = [[], []]
    for cell in row:
        ink, paper = cell.style.colors()
        both[0].append(ink if cell.text in ("▀", "█") else paper)
        both[1].append(ink if cell.text in ("▄", "█") else paper)
    return both


def rectangles(pixels):
    """Covers equal colours with rectangles: (colour, x, y, width, height), runs first, then as far down as they go on."""
    taken = [[False] * len(row) for row in pixels]
    for y, row in enumerate(pixels):
        x = 0
        while x < len(row):
            if taken[y][x]:
                x += 1
                continue
            end = x
            while end < len(row) and row[end] == row[x] and not taken[y][end]:
                end += 1
            bottom = y + 1
            while bottom < len(pixels) and pixels[bottom][x:end] == row[x:end] and not any(taken[bottom][x:end]):
                bottom += 1
            for covered in range(y, bottom):
                taken[covered][x:end] = [True] * (end - x)
            yield row[x], x, y, end - x, bottom - y
            x = end


def coarser(color, step):
    return tuple(min(255, (channel + step // 2) // step * step) for channel in color)


def hexadecimal(color):
    digits = "%02x%02x%02x" % color
    return "#" + (digits[::2] if digits[::2] == digits[1::2] else digits)


def areas(rows, step):
    """What is behind the letters, and what block elements fill, a path for each colour."""
    pixels = [[coarser(color, step) for color in half] for row in rows for half in halves(row)]
    counts = Counter(color for row in pixels for color in row)
    if not counts:
        return
    ground = counts.most_common(1)[0][0]
    if ground != coarser(PANEL, step):
        yield f'<path fill="{hexadecimal(ground)}" d="M0 0h{max(map(len, rows))}v{len(pixels)}H0z"/>'
    paths, pens = defaultdict(list), {}
    for color, x, y, width, height in rectangles(pixels):
        if color == ground:
            continue
        left, top = pens.get(color, (0, 0))
        paths[color].append(f"m{x - left} {y - top}h{width}v{height}h-{width}z".replace(" -", "-"))
        pens[color] = x, y
    for color, path in paths.items():
        yield f'<path fill="{hexadecimal(color)}" d="{"".join(path)}"/>'
    for y, row in enumerate(rows):
        for x, cell in enumerate(row):
            if "▉" <= cell.text <= "▏":
                width = (0x2590 - ord(cell.text)) / 8
                yield f'<path fill="{hexadecimal(cell.style.colors()[0])}" d="M{x} {2 * y}h{width:g}v2h-{width:g}z"/>'


def words(row):
    """The letters of a row in one style and of one width, without gaps of two spaces: (column, columns, text, style)."""
    start, columns, text, style, wide = 0, 0, "", None, False
    for x, cell in enumerate(row + [Cell("  ", Style())]):
        if cell.text == "":
            columns += 1
            continue
        seen = cell._replace(text=" ") if is_block(cell.text) else cell
        look = seen.style.colors()[0], seen.style.bold
        is_wide = x + 1 < len(row) and row[x + 1].text == ""
        spaces = seen.text.isspace()
        goes_on = text and (spaces or (look == style and is_wide == wide)) and not (spaces and text.endswith(" "))
        if not goes_on or seen.text == "  ":
            if text.strip():
                yield start, columns - (len(text) - len(text.rstrip())), text.rstrip(), style
            start, columns, text, style, wide = x, 0, "", look, is_wide
            if spaces:
                continue
        text += seen.text
        columns += 1


def letters(rows):
    for y, row in enumerate(rows):
        for x, columns, text, (ink, bold) in words(row):
            color = "" if ink == INK else f' fill="{hexadecimal(ink)}"'
            weight = ' font-weight="700"' if bold else ""
            length = f' textLength="{columns * CELL_WIDTH}"' if columns > 1 else ""
            yield f'<text x="{x * CELL_WIDTH}" y="{y * CELL_HEIGHT + 12}"{length}{color}{weight}>{escape(text)}</text>'


def picture(rows, arguments, step):
    """The whole picture; `step` is by how much the colours of areas may be told apart."""
    columns = max([len(row) for row in rows] + [len(arguments.command) + 2])
    width, height = columns * CELL_WIDTH + 2 * MARGIN, (len(rows) + 2) * CELL_HEIGHT + 2 * MARGIN - 8
    command = f'<tspan fill="{hexadecimal(FAINT)}">$ </tspan>{escape(arguments.command)}'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'role="img" aria-labelledby="title description">',
        f'<title id="title">{escape(arguments.title)}</title>',
        f'<desc id="description">{escape(arguments.description)}</desc>',
        f'<style>text{{font:{FONT}}}text[font-weight]{{font-weight:700}}</style>',
        f'<rect width="{width}" height="{height}" rx="10" fill="{hexadecimal(PANEL)}"/>',
        f'<g transform="translate({MARGIN} {MARGIN})" fill="{hexadecimal(INK)}">',
        f'<text y="12" textLength="{(len(arguments.command) + 2) * CELL_WIDTH}">{command}</text>',
        f'<g transform="translate(0 {CELL_HEIGHT * 2 - 8})">',
        f'<g transform="scale({CELL_WIDTH} {CELL_HEIGHT // 2})" shape-rendering="crispEdges">',
        *areas(rows, step),
        "</g>",
        *letters(rows),
        "</g>",
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--command", required=True, help="the command line above the picture")
    parser.add_argument("--title", required=True)
    parser.add_argument("--description", required=True)
    parser.add_argument("--columns", type=int, default=0, help="the least width, of a screen")
    parser.add_argument("--rows", type=int, default=0, help="the least height, of a screen")
    arguments = parser.parse_args()
    rows = rows_of_cells(sys.stdin.read())
    if not any(rows):
        sys.exit("terminal-svg: nothing was printed")
    rows += [[] for _ in range(arguments.rows - len(rows))]
    if arguments.columns:
        rows = [row + [Cell(" ", Style())] * (arguments.columns - len(row)) for row in rows]
    for step in (1, 2, 4, 6, 8, 12, 16, 24, 32):
        svg = picture(rows, arguments, step)
        if len(svg.encode()) <= LIMIT:
            break
    else:
        sys.exit("terminal-svg: too much for one picture")
    sys.stdout.write(svg)


if __name__ == "__main__":
    main()
