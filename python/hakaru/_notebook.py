"""Answers as notebooks show them: tables of HTML, data frames, pictures. pandas and matplotlib are there or not."""

import html
import importlib
from typing import Any, Dict, List, Optional, Tuple

_most_rows = 60
# Columns shown of plans, which have some eighty: machines, layout and results.
_columns_of_plans = (
    "rank", "instances", "instance", "accelerators", "accelerator", "layout", "duration_s", "step_time_s", "mfu",
    "ttft_s", "tpot_s", "latency_s", "requests_per_s", "held_requests_per_s", "items_per_s", "output_tokens_per_s",
    "cost_usd", "usd_per_month", "usd_per_h", "cost_per_million_tokens_usd", "cost_per_million_items_usd",
    "energy_kwh", "error_band_pct", "evidence",
)  # fmt: skip
# Columns of cost, then of time; the first that every plan has is taken.
_costs = ("usd_per_month", "cost_usd", "cost_per_million_items_usd", "cost_per_million_tokens_usd", "usd_per_h")
_times = ("duration_s", "request_s", "latency_s", "tpot_s", "step_time_s")


def frame_of(rows: List[Dict[str, Any]]) -> Any:
    try:
        pandas: Any = importlib.import_module("pandas")
    except ImportError as error:
        raise ImportError("to_pandas() wants pandas (Debian: python3-pandas; pip install pandas)") from error
    return pandas.json_normalize(rows)


def html_of(text: str, rows: List[Dict[str, Any]]) -> str:
    """The first paragraph of `text` above a table of `rows`; a single row stands upright."""
    heading = text.split("\n\n", 1)[0]
    above = f"<p>{html.escape(heading)}</p>" if text and len(rows) > 1 else ""
    columns = _columns(rows)
    if len(rows) == 1:
        lines = ["".join(f"<tr><th>{html.escape(key)}</th>{_cell(rows[0][key])}</tr>") for key in columns]
        return f"{above}<table>{''.join(lines)}</table>"
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    lines = ["<tr>" + "".join(_cell(row.get(column)) for column in columns) + "</tr>" for row in rows[:_most_rows]]
    below = f"<p>… {len(rows) - _most_rows} more</p>" if len(rows) > _most_rows else ""
    return f"{above}<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>{below}"


def _columns(rows: List[Dict[str, Any]]) -> List[str]:
    """Those in which a row has something."""
    every = list(dict.fromkeys(key for row in rows for key in row))
    if "rank" in every:
        every = [column for column in _columns_of_plans if column in every]
    return [column for column in every if any(row.get(column) not in (None, "", []) for row in rows)]


def _cell(value: Any) -> str:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    align = "right" if is_number else "left"
    return f'<td style="text-align: {align}">{html.escape(_shown(value))}</td>'


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict) and "pp" in value:  # a layout: the degrees that split something
        split = [f"{key}{value[key]}" for key in ("tp", "pp", "vpp", "cp", "ep", "dp", "zero") if value.get(key, 0) > 1]
        return " ".join(split) or "not split"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(each)}" for key, each in value.items() if each is not None)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_shown, value))
    if isinstance(value, float):
        return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def plot_of(plans: List[Any], x: Optional[str], y: Optional[str], ax: Any) -> Any:
    try:
        pyplot: Any = importlib.import_module("matplotlib.pyplot")
    except ImportError as error:
        raise ImportError("plot() wants matplotlib (Debian: python3-matplotlib; pip install matplotlib)") from error
    x = x or _first_known(_costs, plans)
    y = y or _first_known(_times, plans)
    points = [(plan[x], plan[y], plan) for plan in plans if plan.get(x) is not None and plan.get(y) is not None]
    if not points:
        raise ValueError(f"no plan has both {x} and {y}")
    if ax is None:
        _, ax = pyplot.subplots()
    front = front_of([point[:2] for point in points], _is_gain(x), _is_gain(y))
    ax.plot(*zip(*front), "--", color="grey", label="none better in both")
    for accelerator in dict.fromkeys(plan.accelerator for _, _, plan in points):
        alike = [point for point in points if point[2].accelerator == accelerator]
        bars = {"xerr": _band_of(x, alike, 0), "yerr": _band_of(y, alike, 1)}
        xs, ys = [point[0] for point in alike], [point[1] for point in alike]
        ax.errorbar(xs, ys, **bars, fmt="o", elinewidth=0.6, capsize=2, label=accelerator)
    for each in front:
        plan = next(plan for *point, plan in points if tuple(point) == each)
        ax.annotate(f"{plan.instances}×", each, xytext=(3, 3), textcoords="offset points", fontsize="small")
    for place, scale in enumerate((ax.set_xscale, ax.set_yscale)):
        values = [point[place] for point in points]
        if min(values) > 0 and max(values) > 10 * min(values):
            scale("log")
    ax.set(xlabel=x, ylabel=y, title="plans, how many instances they have, and their 90 % bands")
    ax.legend(fontsize="small")
    return ax


def _band_of(column: str, points: List[Any], place: int) -> Tuple[List[float], List[float]]:
    """How far below and above each point its 90 % band ends; 0 where its figure has none."""
    below, above = [], []
    for point in points:
        band = ((point[2].get("band") or {}).get("figures") or {}).get(column) or {}
        below.append(max(0.0, point[place] - band.get("low", point[place])))
        above.append(max(0.0, band.get("high", point[place]) - point[place]))
    return below, above


def _first_known(columns: Tuple[str, ...], plans: List[Any]) -> str:
    known = (column for column in columns if any(plan.get(column) is not None for plan in plans))
    return next(known, columns[-1])


def _is_gain(column: str) -> bool:
    return column.endswith("_per_s") or column == "mfu"


def front_of(points: List[Tuple[float, float]], x_is_gain: bool, y_is_gain: bool) -> List[Tuple[float, float]]:
    """Those that no other betters in both, in the order of x.

    >>> front_of([(1, 9), (2, 4), (3, 5), (4, 1)], False, False)
    [(1, 9), (2, 4), (4, 1)]
    """
    x_sign, y_sign = (-1 if x_is_gain else 1), (-1 if y_is_gain else 1)
    front: List[Tuple[float, float]] = []
    for point in sorted(set(points), key=lambda point: (x_sign * point[0], y_sign * point[1])):
        if not front or y_sign * point[1] < y_sign * front[-1][1]:
            front.append(point)
    return front
