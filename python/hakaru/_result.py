"""Answers: read-only, their keys as attributes; also as text, as a table, as a picture, as a file."""

import difflib
import json
import shutil
from collections.abc import Mapping, Sequence
from typing import Any, Dict, Iterator, List, Optional, Protocol, Tuple, Union

from hakaru import _notebook
from hakaru._values import Path


class Made(Protocol):
    """An answer as the library keeps it, or as it went to another process."""

    def json(self) -> str: ...
    def rows(self) -> str: ...
    def text(self, columns: int) -> str: ...
    def file(self) -> str: ...


class Record(Mapping[str, Any]):
    """A mapping that cannot be changed, whose keys are attributes too; lists within are tuples.

    A key with the name of a method, such as ``items``, is reached as ``record["items"]``.

    >>> memory = Record({"weights_bytes": 15, "layout": Record({"tp": 2})})
    >>> memory.layout.tp, "weights_bytes" in memory, list(memory)
    (2, True, ['weights_bytes', 'layout'])
    """

    __slots__ = ("_values",)

    def __init__(self, values: Dict[str, Any]) -> None:
        object.__setattr__(self, "_values", values)

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._values:
            return self._values[name]
        nearest = ", ".join(difflib.get_close_matches(name, self._values, n=3, cutoff=0))
        raise AttributeError(f"there is no '{name}' in this answer; nearest: {nearest}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("answers cannot be changed; to_dict() gives a copy that can")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("answers cannot be changed; to_dict() gives a copy that can")

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *filter(str.isidentifier, self._values)})

    def _ipython_key_completions_(self) -> List[str]:
        return list(self._values)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self._values.items())})"

    def __reduce__(self) -> Any:
        return Record, (self._values,)

    def to_dict(self) -> Dict[str, Any]:
        """A copy of dictionaries and lists."""
        return {key: _thawed(value) for key, value in self._values.items()}

    def _asked(self) -> Any:
        """What stands for it in a question."""
        return self.to_dict()

    def _repr_html_(self) -> str:
        return _notebook.html_of("", [self.to_dict()])


class Plan(Record):
    """One of the plans of an answer; questions that take a plan take it."""

    __slots__ = ("_answer",)

    def __init__(self, values: Dict[str, Any], answer: Made) -> None:
        super().__init__(values)
        object.__setattr__(self, "_answer", answer)

    def __reduce__(self) -> Any:
        return Plan, (self._values, Stored.of(self._answer))

    def _asked(self) -> Any:
        file = json.loads(self._answer.file())
        return {**file, "plans": [{**plan, "rank": 1} for plan in file["plans"] if plan["rank"] == self.rank]}


class Answered:
    """What every answer can be made into."""

    __slots__ = ()
    _answer: Made

    def __str__(self) -> str:
        """As the command line shows it; print() gives the same bytes."""
        columns = min(max(shutil.get_terminal_size().columns, 40), 400)
        return self._answer.text(columns).removesuffix("\n")

    @property
    def json(self) -> str:
        """As ``hakaru ask`` prints it."""
        return self._answer.json()

    def rows(self) -> List[Dict[str, Any]]:
        """Its table, a dictionary for each row; that of ``--csv``."""
        rows = json.loads(self._answer.rows())
        return rows if isinstance(rows, list) else [rows]

    def to_pandas(self) -> Any:
        """Its table as a DataFrame, nested keys joined by dots; wants pandas."""
        return _notebook.frame_of(self.rows())

    def _repr_html_(self) -> str:
        return _notebook.html_of(self._answer.text(400), self.rows())


class Result(Answered, Record):
    """An answer: a :class:`Record` that is also text, a table, a picture, a file.

    ``print(result)`` shows what the command line shows, ``result.json`` is what ``hakaru ask`` prints.
    """

    __slots__ = ("_answer",)

    def __init__(self, answer: Made, values: Dict[str, Any]) -> None:
        super().__init__(values)
        object.__setattr__(self, "_answer", answer)

    def __repr__(self) -> str:
        keys = (f"{key}[{len(value)}]" if isinstance(value, tuple) else key for key, value in self._values.items())
        return f"<hakaru.Result: {', '.join(keys)}>"

    def __reduce__(self) -> Any:
        return result_of, (Stored.of(self._answer),)

    @property
    def best(self) -> Any:
        """The recommended plan: the first of ``plans``; AttributeError where the answer has none."""
        return self.plans[0]

    def plot(self, x: Optional[str] = None, y: Optional[str] = None, *, ax: Any = None) -> Any:
        """Plans by what they cost and how long they take, those that none betters in both joined by a line; wants
        matplotlib. `x` and `y` name other columns of plans; `ax` is where to draw. Gives the axes."""
        plans = self.get("plans")
        if not plans or "evaluated_layouts" not in self:
            raise TypeError("plot() draws plans; accepted: an answer of plan_train, plan_serve or plan_infer")
        return _notebook.plot_of([*plans, *self.get("pareto", ())], x, y, ax)

    def save(self, path: Path) -> None:
        """Writes the plans, whole, into a file that ``hakaru explain`` and others read: that of ``hakaru plan -o``."""
        whole = self._answer.file()
        if not whole:
            raise TypeError("save() keeps plans; accepted: an answer of plan_train, plan_serve or plan_infer")
        with open(path, "w", encoding="utf-8") as file:
            file.write(whole)

    def _asked(self) -> Any:
        whole = self._answer.file()
        return json.loads(whole) if whole else self.to_dict()


class ResultList(Answered, Sequence[Any]):
    """An answer that is a list, such as that of ``model_list``."""

    __slots__ = ("_answer", "_items")

    def __init__(self, answer: Made, items: Tuple[Any, ...]) -> None:
        self._answer = answer
        self._items = items

    def __getitem__(self, index: Any) -> Any:
        return self._items[index]

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: Any) -> bool:
        return isinstance(other, ResultList) and self._items == other._items

    def __repr__(self) -> str:
        return f"<hakaru.ResultList of {len(self)}>"

    def __reduce__(self) -> Any:
        return result_of, (Stored.of(self._answer),)

    def to_list(self) -> List[Any]:
        """A copy of dictionaries and lists."""
        return list(map(_thawed, self._items))

    def _asked(self) -> Any:
        return self.to_list()


class Stored:
    """An answer as it went to another process: its texts, that for people 80 columns wide."""

    def __init__(self, json: str, rows: str, text: str, file: str) -> None:
        self._json, self._rows, self._text, self._file = json, rows, text, file

    @staticmethod
    def of(answer: Made) -> "Stored":
        return Stored(answer.json(), answer.rows(), answer.text(80), answer.file())

    def json(self) -> str:
        return self._json

    def rows(self) -> str:
        return self._rows

    def text(self, columns: int) -> str:
        return self._text

    def file(self) -> str:
        return self._file


def result_of(answer: Made) -> Union[Result, ResultList]:
    values = json.loads(answer.json())
    if isinstance(values, list):
        return ResultList(answer, tuple(map(_frozen, values)))
    frozen = {key: _frozen(value) for key, value in values.items()}
    if "evaluated_layouts" in frozen:
        frozen["plans"] = tuple(Plan(plan._values, answer) for plan in frozen["plans"])
    return Result(answer, frozen)


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return Record({key: _frozen(each) for key, each in value.items()})
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _thawed(value: Any) -> Any:
    if isinstance(value, Record):
        return value.to_dict()
    return list(map(_thawed, value)) if isinstance(value, tuple) else value
