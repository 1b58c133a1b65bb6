"""Who is asked: the data, read once, and the ways to ask."""

import functools
import json
import os
from typing import Any, Callable, Dict, Mapping, Optional, Union

from hakaru import _core
from hakaru._questions import Questions, function_of, questions
from hakaru._result import Result, ResultList, result_of
from hakaru._values import as_json


class Unsatisfiable(Exception):
    """Nothing does what is asked; says which constraint to relax, and by how much."""


class BadInput(ValueError):
    """The question cannot be understood; names the key, what was found and what is accepted."""


class Cancelled(Exception):
    """The progress function of an :class:`Asker` gave False."""


_errors = {1: Unsatisfiable, 2: BadInput, 4: Cancelled}  # by what `hakaru ask` exits with


class Asker(Questions):
    """Answers questions; has a method for each, as the package has a function.

    Any number of threads may ask one Asker at once.

    Args:
        data: a folder laid over the data that came with the package, as ``hakaru --data`` takes it; without it that
            of ``HAKARU_DATA`` in the environment, else the user's own where there is one.
        lang: the language of answers, "en" or "ja", where a question does not say.
        progress: called some twenty times a second, in the thread that asks, with the share of the search that is
            done, 0 to 1. Where it gives False the question ends with :class:`Cancelled`, where it raises with that.

    >>> asker = Asker(progress=lambda share: print(f"{share:.0%}", end="\\r"))
    """

    def __init__(
        self,
        data: Union[str, os.PathLike[str], None] = None,
        *,
        lang: Optional[str] = None,
        progress: Optional[Callable[[float], Any]] = None,
    ) -> None:
        folder = None if data is None else os.fspath(data)
        opened, reason = _core.open(folder)
        if opened is None:
            raise BadInput(reason)
        self._opened = opened
        self._lang = lang
        self._progress = progress

    def ask(self, question: Union[str, Mapping[str, Any]]) -> Union[Result, ResultList]:
        """The answer to a question as JSON has it, ``{"question": "fit", "machine": "g6e.xlarge"}``, or its text."""
        outcome = self._opened.answer(self._text(question), self._progress)
        if outcome.answer is None:
            raise _errors[outcome.status](outcome.reason)
        return result_of(outcome.answer)

    def ask_text(self, question: Union[str, Mapping[str, Any]]) -> str:
        """The same as the text that ``hakaru ask`` prints; errors are JSON too, and not raised."""
        return self._opened.reply(self._text(question), self._progress)

    def _text(self, question: Union[str, Mapping[str, Any]]) -> str:
        if isinstance(question, str):
            return question
        if self._lang is not None and isinstance(question, Mapping):
            question = {"lang": self._lang, **question}
        return as_json(question)


@functools.lru_cache(maxsize=None)
def default_asker() -> Asker:
    return Asker()


def ask(question: Union[str, Mapping[str, Any]]) -> Union[Result, ResultList]:
    """The answer to a question as JSON has it, ``{"question": "fit", "machine": "g6e.xlarge"}``, or its text."""
    return default_asker().ask(question)


def ask_text(question: Union[str, Mapping[str, Any]]) -> str:
    """The same as the text that ``hakaru ask`` prints; errors are JSON too, and not raised."""
    return default_asker().ask_text(question)


def schema() -> Dict[str, Any]:
    """JSON Schema of everything that may be asked, as ``hakaru schema`` prints it."""
    document: Dict[str, Any] = json.loads(_core.schema())
    return document


functions = {question.name: function_of(question, default_asker) for question in questions}
