"""Text of files in Markdown and in shells. A text is never markup, and never more than one argument."""

import shlex


def visible(text):
    """The text in one line. Characters that are invisible or that control a display are written as `\\u{…}`."""
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):x}}}" for c in text)


def code(text):
    """The text as code in Markdown, also in a cell of a table: each character that could be markup is an entity."""
    return "<code>" + "".join(c if c.isalnum() or c == " " else f"&#{ord(c)};" for c in visible(text)) + "</code>"


def shell_word(text):
    """The text as one word of bash. A word with invisible characters is written as `$'…'`."""
    if text.isprintable():
        return shlex.quote(text)
    pieces = []
    for c in text:
        if c in "\\'":
            pieces.append("\\" + c)
        elif c.isprintable():
            pieces.append(c)
        else:
            # bash reads two digits after `\\x`, so a digit may follow.
            pieces.append("".join(f"\\x{byte:02x}" for byte in c.encode("utf-8", "surrogateescape")))
    return "$'" + "".join(pieces) + "'"


def block(text):
    """Lines of a shell in Markdown: the fence is longer than each run of backticks in the text."""
    longest = max((len(run) for run in "".join(c if c == "`" else " " for c in text).split()), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{text}\n{fence}\n"


def plural(count, noun):
    """Such as `1 scene` and `2 scenes`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
