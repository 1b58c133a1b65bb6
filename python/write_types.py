"""Writes what type checkers and editors read of the functions that are made when the package is imported:
write_types.py FOLDER, where the package lies."""

import inspect
import pathlib
import sys
from typing import List

folder = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(folder))

import hakaru  # noqa: E402
from hakaru import _asker, _questions  # noqa: E402

HEAD = "# Made by python/write_types.py from the table of questions.\n"


def method(question: _questions.Question) -> str:
    signature = question.signature()
    lines: List[str] = []
    star = False
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY and not star:
            lines.append("*,")
            star = True
        usual = "" if parameter.default is inspect.Parameter.empty else " = ..."
        lines.append(f"{parameter.name}: {parameter.annotation}{usual},")
    inner = "".join(f"        {line}\n" for line in lines)
    text = question.documentation().replace("\\", "\\\\").replace("\n", "\n        ")
    heading = f"    def {question.name}(\n        self,\n{inner}    ) -> {signature.return_annotation}:\n"
    return f'{heading}        """{text}\n        """\n'


questions = "\n".join(map(method, _questions.questions))
(folder / "hakaru" / "_questions.pyi").write_text(f'''{HEAD}from inspect import Signature
from typing import Any, Callable, Dict, List, Literal, Mapping, NamedTuple, Sequence, Union

from hakaru._result import Result, ResultList
from hakaru._values import Duration, File, Model, PlanLike

class Question(NamedTuple):
    name: str
    help: str
    keys: List[Any]
    def signature(self) -> Signature: ...
    def documentation(self) -> str: ...
    def dress(self, function: Callable[..., Any], module: str, within: str = ...) -> Callable[..., Any]: ...
    def asked(self, *places: Any, **keys: Any) -> Dict[str, Any]: ...

questions: List[Question]

def function_of(question: Question, asker: Callable[[], Any]) -> Callable[..., Any]: ...

class Questions:
    def ask(self, question: Union[str, Mapping[str, Any]]) -> Any: ...

{questions}''')

names = "\n".join(f"{name} = _asker.{name}" for name in _asker.functions)
own = [name for name in hakaru.__all__ if name not in _asker.functions]
imports = {"_asker": [name for name in own if hasattr(_asker, name) and name not in ("Result", "ResultList")]}
imports["_result"] = [name for name in own if name not in imports["_asker"]]
lines = [f"from hakaru.{module} import {name} as {name}" for module, of in imports.items() for name in of]
(folder / "hakaru" / "__init__.pyi").write_text(f'''{HEAD}{chr(10).join(lines)}

__version__: str
_asker: Asker

{names}
''')
