"""Plans training and serving of neural networks on rented accelerators: which instances, how many, split how, how long
it takes, what it costs.

There is a function for each question of the command line, with the flags' names as arguments:

>>> import hakaru
>>> plans = hakaru.plan_serve(model="qwen2.5-7b-instruct", rate="2/s", instance="g6e.xlarge")
>>> plans.plans[0].instance
'g6e.xlarge'

``help(hakaru.plan_serve)`` tells what it takes, ``print(plans)`` shows what the command line shows.
"""

from hakaru._asker import Asker, BadInput, Cancelled, Unsatisfiable, ask, ask_text, functions, schema
from hakaru._core import version as __version__
from hakaru._result import Plan, Record, Result, ResultList

__all__ = ["Asker", "BadInput", "Cancelled", "Plan", "Record", "Result", "ResultList", "Unsatisfiable"]
__all__ += ["ask", "ask_text", "schema", *functions]
globals().update(functions)
for _public in (Asker, BadInput, Cancelled, Plan, Record, Result, ResultList, Unsatisfiable):
    _public.__module__ = "hakaru"  # as they are told of
