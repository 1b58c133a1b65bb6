#!/usr/bin/env python3
"""Times repeated calls of batch inference and adds a row to results/inference.csv, as `hakaru calibrate inference` reads it.

Fill in call.py first: its function `make(batch)` returns a function that runs one batch and waits for its end.
"""
import argparse
import csv
import importlib.util
import pathlib
import statistics
import time

COLUMNS = ["series", "model", "accelerator", "instance", "accelerators", "dtype", "batch", "seq_or_image", "notes",
           "latency_ms_p50", "items_per_s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch", type=int, required=True, help="items of one call")
    parser.add_argument("--calls", type=int, required=True, help="how many are timed")
    parser.add_argument("--warm-up", type=int, default=3, help="calls before these")
    for column in ("model", "accelerator", "instance", "accelerators", "dtype", "size"):
        parser.add_argument(f"--{column}", default="")
    asked = parser.parse_args()
    here = pathlib.Path(__file__).resolve().parent
    spec = importlib.util.spec_from_file_location("call", here / "call.py")
    filled_in = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(filled_in)
    call = filled_in.make(asked.batch)
    for _ in range(asked.warm_up):
        call()
    times_s = []
    for _ in range(asked.calls):
        start = time.perf_counter()
        call()
        times_s.append(time.perf_counter() - start)
    median_s = statistics.median(times_s)
    row = ["own", asked.model, asked.accelerator, asked.instance, asked.accelerators, asked.dtype, asked.batch, asked.size,
           "Threads=1", round(1e3 * median_s, 6), round(asked.batch * len(times_s) / sum(times_s), 6)]
    path = here / "results" / "inference.csv"
    path.parent.mkdir(exist_ok=True)
    is_new = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        if is_new:
            writer.writerow(COLUMNS)
        writer.writerow(row)
    print(f"batch {asked.batch}: {1e3 * median_s:.4g} ms in the median of {len(times_s)} calls")


if __name__ == "__main__":
    main()
