#!/usr/bin/env python3
"""Writes manual pages of what a program says about its commands: one page a command.

    giftty --experimental-dump-help | manual.py manual.ini VERSION FOLDER

The argument parser prints the commands, their arguments and their help texts as JSON. What no help text has (files,
variables, exit codes) is in manual.ini, with a section for each program and page section.
"""

import configparser
import itertools
import json
import os
import sys
import time


def escaped(text):
    """Returns text for roff: no character of it is a command."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    text = text.replace("`", "\\(ga").replace("'", "\\(aq")
    # groff alone reads Latin-1; only man converts UTF-8 before.
    text = "".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text)
    return "\n".join("\\&" + line if line.startswith(".") else line for line in text.split("\n"))


def option_name(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


class Page:
    """The manual page of one command."""

    def __init__(self, words, command, extra, version):
        self.words = words
        self.command = command
        self.extra = extra
        self.version = version
        self.lines = []

    @property
    def name(self):
        return "-".join(self.words)

    def section(self, title):
        self.lines.append(f".SH {title}")

    def paragraphs(self, text):
        """Adds a text: its lines are filled, except for those that are indented, such as examples."""
        for number, paragraph in enumerate(text.strip("\n").split("\n\n")):
            if number > 0:
                self.lines.append(".PP")
            for is_indented, lines in itertools.groupby(paragraph.split("\n"), lambda line: line.startswith("  ")):
                if is_indented:
                    self.lines += [".RS 2", ".EX", *(escaped(line[2:]) for line in lines), ".EE", ".RE"]
                else:
                    self.lines.append(escaped(" ".join(" ".join(lines).split())))

    def arguments(self, kind):
        arguments = self.command.get("arguments") or []
        return [a for a in arguments if a["kind"] == kind and a.get("shouldDisplay", True)]

    def synopsis(self):
        self.section("SYNOPSIS")
        self.lines.append(f".B {escaped(' '.join(self.words))}")
        # The options have a section of their own; a line with all of them would be no overview.
        if self.arguments("option") or self.arguments("flag"):
            self.lines.append(".RI [ options ]")
        for argument in self.arguments("positional"):
            name = escaped(argument["valueName"])
            dots = "..." if argument.get("isRepeating") else ""
            if argument.get("isOptional"):
                self.lines.append(f".RI [ {name} ]{dots}")
            elif dots:
                self.lines.append(f".IR {name} {dots}")
            else:
                self.lines.append(f".I {name}")
        if self.subcommands:
            self.lines.append(".RI [ command ]")

    @property
    def subcommands(self):
        commands = self.command.get("subcommands") or []
        return [c for c in commands if c["commandName"] != "help" and c.get("shouldDisplay", True)]

    def argument(self, argument):
        self.lines.append(".TP")
        value = escaped(argument.get("valueName") or "value")
        if argument["kind"] == "positional":
            self.lines.append(f".I {value}")
        else:
            names = ", ".join(f"\\fB{escaped(option_name(n))}\\fR" for n in argument.get("names") or [])
            self.lines.append(names + ("" if argument["kind"] == "flag" else f" \\fI{value}\\fR"))
        text = " ".join(filter(None, [argument.get("abstract"), argument.get("discussion")])).strip()
        values = argument.get("allValues") or argument.get("allValueStrings")
        if argument.get("defaultValue") and "default" not in text:
            text += f" (default: {argument['defaultValue']})"
        if values and argument["kind"] == "option" and not all(v in text for v in values):
            text += f" (values: {', '.join(values)})"
        # An argument without a text still needs one: roff would take the next tag for it.
        self.lines.append(escaped(" ".join(text.split())) or "\\&")

    def write(self, folder):
        date = time.strftime("%Y-%m-%d", time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0"))))
        program = self.words[0]
        abstract = self.command.get("abstract", "").strip()
        self.lines.append(f'.TH "{self.name.upper()}" 1 {date} "{program} {self.version}" "{program}"')
        self.section("NAME")
        self.lines.append(f"{escaped(self.name)} \\- {escaped(abstract[:1].lower() + abstract[1:].rstrip('.'))}")
        self.synopsis()
        self.section("DESCRIPTION")
        self.paragraphs(abstract)
        if self.command.get("discussion"):
            self.lines.append(".PP")
            self.paragraphs(self.command["discussion"])
        if self.arguments("positional"):
            self.section("ARGUMENTS")
            for argument in self.arguments("positional"):
                self.argument(argument)
        options = [a for a in self.command.get("arguments") or [] if a["kind"] != "positional"]
        options = [a for a in options if a.get("shouldDisplay", True)]
        if options:
            self.section("OPTIONS")
            for argument in options:
                self.argument(argument)
        if self.subcommands:
            self.section("COMMANDS")
            for command in self.subcommands:
                self.lines += [".TP", f".BR {escaped(self.name + '-' + command['commandName'])} (1)"]
                self.paragraphs(command.get("abstract", ""))
        self.more(program)
        path = os.path.join(folder, f"{self.name}.1")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(self.lines) + "\n")

    def more(self, program):
        """Adds the sections of manual.ini: all on the page of the program, the exit codes on every page."""
        for title in ("files", "environment", "exit status"):
            key = f"{program} {title}"
            if key not in self.extra or (len(self.words) > 1 and title != "exit status"):
                continue
            self.section(title.upper())
            for tag, text in self.extra[key].items():
                self.lines += [".TP", f".B {escaped(tag)}", escaped(" ".join(text.split()))]
        self.section("SEE ALSO")
        pages = [program] if len(self.words) > 1 else ["gift-store" if program == "giftty" else "giftty"]
        if len(self.words) > 2:
            pages.append("-".join(self.words[:-1]))
        self.lines.append(",\n".join(f".BR {escaped(page)} (1)" for page in sorted(pages)))


def write_pages(words, command, extra, version, folder):
    page = Page(words, command, extra, version)
    page.write(folder)
    for subcommand in page.subcommands:
        write_pages(words + [subcommand["commandName"]], subcommand, extra, version, folder)


def main():
    extra = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    extra.optionxform = str
    with open(sys.argv[1], encoding="utf-8") as file:
        extra.read_file(file)
    command = json.load(sys.stdin)["command"]
    write_pages([command["commandName"]], command, extra, sys.argv[2], sys.argv[3])


main()
