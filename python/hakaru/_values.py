"""What a question may hold beside what JSON has."""

import json
import os
from datetime import timedelta
from typing import Any, Mapping, Protocol, Sequence, Union


class Configuration(Protocol):
    """A configuration of transformers, and whatever else gives itself as a dictionary."""

    def to_dict(self) -> Any: ...


class Frame(Protocol):
    """A table of pandas."""

    def to_csv(self, *, index: bool) -> Any: ...


Path = Union[str, os.PathLike[str]]
Model = Union[Path, Mapping[str, Any], Configuration]
PlanLike = Union[Path, Mapping[str, Any]]
File = Union[Path, Frame]
Duration = Union[str, float, timedelta]  # "36h", 0.05 (seconds), timedelta(hours=36)


def duration_text(value: Any) -> Any:
    """A duration with its unit; what is none stays as it is."""
    if isinstance(value, timedelta):
        value = value.total_seconds()
    is_number = hasattr(value, "__float__") and not isinstance(value, (bool, str))
    return f"{float(value):.12g}s" if is_number else value


def as_json(question: Any) -> str:
    if not isinstance(question, Mapping):
        return _value("question", question)
    return "{" + ", ".join(f"{json.dumps(key)}: {_value(key, value)}" for key, value in question.items()) + "}"


def _value(key: str, value: Any) -> str:
    try:
        return json.dumps(value, default=_plain)
    except TypeError as error:
        raise TypeError(f"{key}: {error}") from None


def _plain(value: Any) -> Any:
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "_asked"):  # results
        return value._asked()
    if isinstance(value, Mapping):
        return dict(value)
    if not isinstance(value, type):
        if hasattr(value, "to_csv"):  # before to_dict: pandas has both
            return value.to_csv(index=False)
        for method in ("to_dict", "tolist", "isoformat"):  # configurations, numbers of numpy, dates
            if hasattr(value, method):
                return getattr(value, method)()
    raise TypeError(f"{type(value).__name__} cannot be asked with; accepted: what JSON has, paths, results, dates, "
                    "numbers of numpy, tables of pandas, and what has to_dict()")
