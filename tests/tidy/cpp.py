"""Just enough reading of C++ for the size rules: blanks out comments and literals, finds functions.

It counts braces; it is no parser. A function is a brace after a parameter list in a namespace,
class or file scope, so that lambdas and blocks count for the function that holds them.
"""

import re

LITERAL = re.compile(
    r'R"(?P<delimiter>[^\s()\\]{0,16})\(.*?\)(?P=delimiter)"'
    r'|"(?:\\.|[^"\\\n])*"'
    r"|(?<![0-9a-zA-Z_])'(?:\\.|[^'\\\n])+'"
    r"|//[^\n]*|/\*.*?\*/",
    re.DOTALL,
)
SCOPE = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b(?![^{;]*\)\s*$)")
LABEL = re.compile(r"\A(?:(?:public|protected|private)\s*:\s*)+")
# The last words before the brace in `B(int x) : x_{x} {`: a member, not a body.
MEMBER = re.compile(r"\)\s*(?:noexcept\s*)?:(?!:).*[\w>]$", re.DOTALL)


def blank(text):
    """The text with comments and literals replaced by spaces, line by line."""

    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group())

    return LITERAL.sub(spaces, text)


def functions(text):
    """Yields (first line, last line, signature) of each function that has a body."""
    code = re.sub(r"(?m)^\s*#.*(?:\\\n.*)*$", lambda m: re.sub(r"[^\n]", " ", m.group()), blank(text))
    kinds = []
    start = 0
    for match in re.finditer(r"[{};]", code):
        at = match.start()
        inside = any(kind != "scope" for kind, _ in kinds)
        if match.group() == "{":
            head = LABEL.sub("", code[start:at].lstrip())
            kinds.append((_kind(head, inside), at - len(head)))
        elif match.group() == "}" and kinds:
            kind, begin = kinds.pop()
            if kind == "block":
                continue
            if kind == "function":
                yield (
                    code.count("\n", 0, begin) + 1,
                    code.count("\n", 0, at) + 1,
                    " ".join(code[begin:at].split("{")[0].split()),
                )
        if not any(kind != "scope" for kind, _ in kinds):
            start = match.end()


def _kind(head, inside):
    """What a brace opens, by the text before it since the last statement."""
    if inside:
        return "block"
    if re.search(r"=\s*$|\breturn\s*$", head) or MEMBER.search(head):
        return "block"
    if ")" in head:
        return "function"
    return "scope" if SCOPE.search(head) else "block"
