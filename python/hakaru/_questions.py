"""Every question as a function: its arguments, their types and what help() says, all made from the library's table of
questions and their JSON Schema."""

import difflib
import inspect
import json
import keyword
import re
from typing import Any, Callable, Dict, Iterator, List, Literal, Mapping, NamedTuple, Sequence  # noqa: F401

from hakaru import _core
from hakaru._result import Result, ResultList  # noqa: F401  they and others are what annotations name
from hakaru._values import Duration, File, Model, PlanLike, duration_text  # noqa: F401

_schema = json.loads(_core.schema())
_types = {"boolean": "bool", "integer": "int", "number": "float", "string": "str", "object": "Mapping[str, Any]"}
_types_of_words = {"MODEL": "Model", "PLAN": "PlanLike", "FILE": "File"}


class Key(NamedTuple):
    """An argument of a question."""

    name: str
    annotation: str
    is_needed: bool
    is_place: bool  # also an argument by its place: a word of the command line, or the model where there is none
    takes: str  # "COUNT", "closed|flow"
    help: str

    @property
    def argument(self) -> str:
        """Its name in Python: for_ and from_, which are words of the language themselves."""
        return self.name + "_" if keyword.iskeyword(self.name) else self.name

    def taken(self, value: Any) -> Any:
        """Durations as numbers are seconds."""
        return duration_text(value) if self.annotation == "Duration" else value

    def parameter(self) -> inspect.Parameter:
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if self.is_place else inspect.Parameter.KEYWORD_ONLY
        if self.is_needed:
            return inspect.Parameter(self.argument, kind, annotation=self.annotation)
        return inspect.Parameter(self.argument, kind, default=None, annotation=f"{self.annotation} | None")


class Question(NamedTuple):
    name: str
    help: str
    keys: List[Key]

    def signature(self) -> inspect.Signature:
        """Without self."""
        in_order = sorted(self.keys, key=lambda key: (not key.is_place, not key.is_needed))
        answer = "ResultList" if _is_list(_schema["$defs"][self.name + "_answer"]) else "Result"
        return inspect.Signature([key.parameter() for key in in_order], return_annotation=answer)

    def documentation(self) -> str:
        lines = [self.help[0].upper() + self.help[1:] + ".", "", "Args:"]
        lines += [f"    {key.argument}{f' ({key.takes})' if key.takes else ''}: {key.help}" for key in self.keys]
        lines += ["", "Raises:"]
        lines += ["    Unsatisfiable: nothing does what is asked", "    BadInput: an argument is refused"]
        return "\n".join(lines)

    def dress(self, function: Callable[..., Any], module: str, within: str = "") -> Callable[..., Any]:
        """Gives `function` the name, the signature and the documentation of this question."""
        signature = self.signature()
        if within:
            itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
            signature = signature.replace(parameters=[itself, *signature.parameters.values()])
        function.__name__ = self.name
        function.__qualname__ = within + self.name
        function.__module__ = module
        function.__doc__ = self.documentation()
        function.__signature__ = signature  # type: ignore[attr-defined]
        function.__annotations__ = {each.name: each.annotation for each in self.signature().parameters.values()}
        function.__annotations__["return"] = signature.return_annotation
        return function

    def asked(self, *places: Any, **keys: Any) -> Dict[str, Any]:
        """As JSON has it; TypeError where the arguments are not those of this question."""
        signature = self.signature()
        for name in keys:
            if name not in signature.parameters:
                nearest = ", ".join(difflib.get_close_matches(name, signature.parameters, n=3, cutoff=0))
                raise TypeError(f"{self.name}() has no argument '{name}'; nearest: {nearest}")
        try:
            bound = signature.bind(*places, **keys)
        except TypeError as error:
            by_name = "" if len(places) <= sum(key.is_place for key in self.keys) else "; arguments are given by name"
            raise TypeError(f"{self.name}(): {error}{by_name}") from None
        keys_of = {key.argument: key for key in self.keys}
        given = {keys_of[argument].name: keys_of[argument].taken(value)
                 for argument, value in bound.arguments.items() if value is not None}
        return {"question": self.name, **given}


def _schemas_within(schema: Any) -> Iterator[Dict[str, Any]]:
    """Those of questions, wherever in the document they stand."""
    if isinstance(schema, dict) and "const" in schema.get("properties", {}).get("question", {}):
        yield schema
    elif isinstance(schema, (dict, list)):
        for inner in schema.values() if isinstance(schema, dict) else schema:
            yield from _schemas_within(inner)


def _referred(schema: Any) -> Any:
    """What the "$ref" of a schema leads to."""
    found = _schema
    for step in schema["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


def _is_list(schema: Any) -> bool:
    if "$ref" in schema:
        return _is_list(_referred(schema))
    return all(map(_is_list, schema["anyOf"])) if "anyOf" in schema else bool(schema.get("type") == "array")


def _annotation(schema: Any) -> str:
    """The Python type of what a JSON Schema lets pass: {"type": ["string", "integer"]} is "str | int"."""
    if "$ref" in schema:
        return _annotation(_referred(schema))
    if "enum" in schema:
        return f"Literal[{', '.join(map(repr, schema['enum']))}]"
    if "anyOf" in schema or "oneOf" in schema:
        return _union([_annotation(each) for each in schema.get("anyOf") or schema["oneOf"]])
    kinds = schema.get("type", [])
    items = schema.get("items", {"type": ["string", "number"]})
    return _union([f"Sequence[{_annotation(items)}]" if kind == "array" else _types.get(kind, "Any")
                   for kind in (kinds if isinstance(kinds, list) else [kinds])])


def _union(types: List[str]) -> str:
    return " | ".join(dict.fromkeys(types)) or "Any"


def _key(row: Dict[str, Any], name: str, schema: Dict[str, Any]) -> Key:
    annotation = _annotation(schema["properties"][name])
    takes = row["takes"]
    if takes in _types_of_words and annotation != "bool":
        known = _types_of_words[takes]
        annotation = f"Sequence[{known}]" if schema["properties"][name].get("type") == "array" else known
    help = re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), row["help"])
    default = schema["properties"][name].get("default", False)
    if default is not False:
        help += f" (default {default})"
    if row["is_output"]:
        help += "; here True, and the answer holds its text"
    if annotation == "bool":
        takes = "True|False"
    if "DURATION" in takes.split("|"):
        annotation = "Duration"
    return Key(name, annotation, name in schema["required"], row["is_place"], takes, help)


def _read() -> List[Question]:
    schemas = {schema["properties"]["question"]["const"]: schema for schema in _schemas_within(_schema)}
    read = []
    for row in json.loads(_core.table_of_questions()):
        name = row["name"].replace(" ", "_")
        keys = [_key(key, each, schemas[name]) for key in row["keys"] for each in (key["name"], key["also"]) if each]
        if not any(key.is_place for key in keys):
            keys = [key._replace(is_place=key.name == "model") for key in keys]
        keys.append(Key("lang", "Literal['en', 'ja']", False, False, "en|ja", "language of the answer"))
        read.append(Question(name, row["help"], keys))
    return read


questions = _read()


def function_of(question: Question, asker: Callable[[], Any]) -> Callable[..., Any]:
    """Asks what `asker` gives, when it is called."""

    def function(*places: Any, **keys: Any) -> Any:
        return asker().ask(question.asked(*places, **keys))

    return question.dress(function, "hakaru")


def _method_of(question: Question) -> Callable[..., Any]:
    def method(self: Any, /, *places: Any, **keys: Any) -> Any:
        return self.ask(question.asked(*places, **keys))

    return question.dress(method, "hakaru", "Asker.")


Questions = type("Questions", (), {question.name: _method_of(question) for question in questions})
