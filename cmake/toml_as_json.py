#!/usr/bin/python3
"""Writes the TOML files that the file LIST names, of FOLDER, as the JSON that they stand for, at the same paths in OUTPUT: a
page reads that sooner. As parse_toml has it, dates and what is no number in JSON are texts. Usage:
toml_as_json.py FOLDER LIST OUTPUT
"""
import datetime
import json
import math
import pathlib
import sys
import tomllib


def as_json(value):
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_json(each) for each in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


folder, files, output = (pathlib.Path(each) for each in sys.argv[1:])
for file in files.read_text().splitlines():
    if file.endswith(".toml"):
        path = output / pathlib.Path(file).relative_to(folder)
        path.parent.mkdir(parents=True, exist_ok=True)
        table = as_json(tomllib.loads(pathlib.Path(file).read_text()))
        path.write_text(json.dumps(table, ensure_ascii=False, allow_nan=False, separators=(",", ":")))
