#!/usr/bin/env python3
"""bench.py ROUNDS JSON: the table of deploy/bench out of its rounds' lines; exit status 1 where a figure is too high."""
import json
import statistics
import sys


def figures(rounds):
    """What each round says: a value for each row of the table."""
    result = []
    for one in rounds:
        floor = one["floor"]["floor"]
        over, peak = one["overload"], one["warm"]["answers_a_second"]
        result.append({
            "warm": processor_time(one["warm"]) / floor["warm"]["median_us"],
            "cold": processor_time(one["cold"]) / floor["cold"]["median_us"],
            "steady_p99_ms": one["steady"]["latency_ms"]["p99"],
            "steady_errors": others(one["steady"], {"200"}) + sum(one[w]["wrong"] for w in ("warm", "cold")),
            "overload_errors": others(over, {"200", "503"}),
            "overload_healthz_p99_ms": over["healthz_ms"]["p99"],
            "overload_throughput": over["answers_a_second"] / peak,
            "flood_p99": one["flooded"]["latency_ms"]["p99"] / one["alone"]["latency_ms"]["p99"],
            "resident_mb": one["crowd"]["resident_mb"]["server"],
        })
    return result


def processor_time(result):
    """Microseconds of the server for each answer with 200."""
    return result["processor_us_a_request"]["server"] * result["requests"] / result["statuses"]["200"]


def others(result, expected):
    return sum(count for status, count in result["statuses"].items() if status not in expected)


# Name, what it is, how it is written, whether the median is as it should be, and what that is.
ROWS = [
    ("warm", "processor time of an answer / floor, remembered chain", "{:.2f}", lambda v: v <= 1.3, "at most 1.30"),
    ("cold", "processor time of an answer / floor, a new leaf each", "{:.2f}", lambda v: v <= 1.15, "at most 1.15"),
    ("steady_p99_ms", "200 a second: 99 of 100 answers within", "{:.1f} ms", lambda v: v < 20, "under 20 ms"),
    ("steady_errors", "200 a second: errors, and wrong answers of any run", "{:.0f}", lambda v: v == 0, "0"),
    ("overload_errors", "4 x peak offered: errors other than 503", "{:.0f}", lambda v: v == 0, "0"),
    ("overload_healthz_p99_ms", "4 x peak offered: 99 of 100 /healthz within", "{:.1f} ms", lambda v: v < 10,
     "under 10 ms"),
    ("overload_throughput", "4 x peak offered: answers with 200 / peak", "{:.2f}", lambda v: v >= 0.9, "at least 0.90"),
    ("flood_p99", "300 worthless a second by another: p99 / p99 without", "{:.2f}", lambda v: v <= 2, "at most 2.00"),
    ("resident_mb", "1,000 connections: resident memory", "{:.0f} MB", lambda v: v < 100, "under 100 MB"),
]


def main():
    rounds = {}
    for line in open(sys.argv[1]):
        entry = json.loads(line)
        rounds.setdefault(entry["round"], {})[entry["what"]] = entry["result"]
    every = figures(rounds.values())
    medians = {name: statistics.median(one[name] for one in every) for name, *_ in ROWS}
    with open(sys.argv[2], "w") as file:
        json.dump({"medians": medians, "rounds": every, "measured": list(rounds.values())}, file, indent=1)
    print(f"{'median of ' + str(len(every)) + ' rounds':58}{'measured':>12}   wanted")
    good = True
    for name, what, form, is_good, wanted in ROWS:
        mark = "" if is_good(medians[name]) else "   <- not"
        good = good and not mark
        print(f"{what:58}{form.format(medians[name]):>12}   {wanted}{mark}")
    floors = [one["floor"]["floor"] for one in rounds.values()]
    warm = statistics.median(processor_time(one["warm"]) for one in rounds.values())
    print(f"floor: {statistics.median(f['warm']['median_us'] for f in floors):.0f} us warm, "
          f"{statistics.median(f['cold']['median_us'] for f in floors):.0f} us cold; "
          f"server {warm:.0f} us warm; "
          f"peak {statistics.median(one['warm']['answers_a_second'] for one in rounds.values()):.0f} answers a second")
    sys.exit(0 if good else 1)


main()
