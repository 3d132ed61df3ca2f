"""What deploy/soak asks of a server: BIN FIXTURES SERVER-PID REQUESTS SVG. Standard library and openssl alone."""

import base64, concurrent.futures, http.client, json, os, re, secrets, socket, struct, subprocess, sys, time, urllib.parse, urllib.request

bin, fixtures_file, pid, requests, svg = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
fixtures = json.load(open(fixtures_file))
address = urllib.parse.urlsplit(fixtures["url"])
ROUNDS = 50 if requests >= 10_000 else 20
WARM = 0.3                              # of the run: caches, arenas, each worker's first requests
MEMORY = 1.0                            # bytes a request
NOISE = 1 << 20                         # what the allocator takes or gives back at once says nothing of requests


def pem(name):
    text = open(fixtures["pki"][name]).read()
    return re.search("-----BEGIN CERTIFICATE-----(.*?)-----END", text, re.S)[1].replace("\n", "")


nonce = secrets.token_bytes(12)
signature = subprocess.run(["openssl", "dgst", "-sha256", "-sign", fixtures["pki"]["leaf_key"]], input=nonce,
                           capture_output=True, check=True).stdout
good = {"certificates": [pem("leaf_cert"), pem("intermediate_cert")], "nonce": base64.b64encode(nonce).decode(),
        "nonce_signature": base64.b64encode(signature).decode(), "device_type": "mobile_phone", "app_version": "1.0.0"}
cards, token = fixtures["cards"]["alice"], fixtures["tokens"]["alice"]


def card(name):
    return f"/cards/{cards.get(name, name)}/apple-pay/provisioning"


def forged(place):
    der = bytearray(base64.b64decode(good["certificates"][0]))
    der[place] ^= 1
    return {**good, "certificates": [base64.b64encode(der).decode(), good["certificates"][1]]}


# What a server must answer, time and again: path, body, header lines, status.
AUTHORISED = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
AWKWARD = [
    (card("active_visa"), json.dumps(good), AUTHORISED, (200, 400)),          # the first time, and then a replay
    (card("frozen"), json.dumps(good), AUTHORISED, (409,)),
    (card("00000000-0000-4000-8000-000000000000"), json.dumps(good), AUTHORISED, (404,)),
    (card("active_visa"), json.dumps(forged(-8)), AUTHORISED, (400,)),        # its signature
    (card("active_visa"), json.dumps(forged(3)), AUTHORISED, (400,)),         # its form
    (card("active_visa"), "{" * 5000, AUTHORISED, (400,)),
    (card("active_visa"), json.dumps(good), {"Content-Type": "application/json"}, (401,)),
    (card("active_visa"), json.dumps(good), {**AUTHORISED, "Authorization": f"Bearer {token[:-8]}AAAAAAAA"}, (401,)),
    (card("active_visa"), " " * 65537, AUTHORISED, (413,)),
    (card("active_visa"), "{}", {**AUTHORISED, "X": "x" * 17000}, (431,)),
    ("/nothing", None, {}, (404,)), ("/cards", None, AUTHORISED, (200,)), ("/openapi.json", None, {}, (200,)),
    ("/readyz", None, {}, (200,)), ("/healthz", None, {}, (200,)),
]


def ask_awkwardly(count):
    """So many requests that are refused, or anything but a provisioning; and half as many that are broken off."""
    wrong = 0
    for number in range(count):
        path, body, headers, statuses = AWKWARD[number % len(AWKWARD)]
        line = http.client.HTTPConnection(address.hostname, address.port, timeout=10)
        line.request("POST" if body is not None else "GET", path, body, headers)
        answer = line.getresponse()
        answer.read()
        line.close()
        wrong += answer.status not in statuses
        if number % 2:
            peer = socket.create_connection((address.hostname, address.port), 10)
            text = f"POST {card('active_visa')} HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {token}\r\n" \
                   f"Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{json.dumps(good)}".encode()
            peer.sendall(text[: number * 37 % len(text)])
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", number // 2 % 2, 0))
            peer.close()
    return wrong


def sample():
    """Bytes resident and private, descriptors, threads."""
    status = dict(re.findall(r"^(\w+):\s+(\d+)", open(f"/proc/{pid}/status").read(), re.M))
    try:
        private = sum(int(kb) for kb in re.findall(r"^Private_Dirty:\s+(\d+)", open(f"/proc/{pid}/smaps_rollup").read(), re.M))
    except OSError:                     # not root's
        private = int(status["RssAnon"])
    text = urllib.request.urlopen(fixtures["metrics_url"], timeout=10).read().decode()
    descriptors = int(re.search(r"^process_open_fds (\d+)", text, re.M)[1])
    return {"resident": int(status["VmRSS"]) * 1024, "private": private * 1024, "descriptors": descriptors,
            "threads": int(status["Threads"])}


def line(points):
    """Slope and intercept by least squares."""
    n, sx, sy = len(points), sum(x for x, _ in points), sum(y for _, y in points)
    sxx, sxy = sum(x * x for x, _ in points), sum(x * y for x, y in points)
    slope = (n * sxy - sx * sy) / (n * sxx - sx * sx)
    return slope, (sy - slope * sx) / n


samples, began, done, wrong, statuses = [], time.monotonic(), 0, 0, {}
# Each worker's memory has its high-water mark only when it has met each kind of request many times: without this the
# first hundred thousand requests look like a leak of 8 bytes each.
if requests >= 10_000:
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        wrong += sum(pool.map(ask_awkwardly, [min(requests // 10, 15_000) // 8] * 8))
print(f"{'requests':>9} {'resident':>10} {'private':>10} {'fds':>5} {'threads':>7} {'p50 ms':>8} {'p99 ms':>8} {'a second':>9}")
for round in range(ROUNDS):
    share = requests * (round + 1) // ROUNDS - done
    awkward = share // 20
    wrong += ask_awkwardly(awkward)
    run = subprocess.run([f"{bin}/passwright-bench", "load", "--fixtures", fixtures_file, "--requests", str(share - awkward),
                          "--connections", "8", "--json"], capture_output=True, text=True)
    if not run.stdout:
        sys.exit(f"the load did not run: {run.stderr[-300:]}")
    report = json.loads(run.stdout)
    for status, count in report["statuses"].items():
        statuses[status] = statuses.get(status, 0) + count
    done += share
    time.sleep(0.3)                     # the last connections are gone
    latency = report["latency_ms"]
    samples.append({"requests": done, **sample(), "p50": latency["p50"], "p99": latency["p99"],
                    "rate": report["answers_a_second"]})
    s = samples[-1]
    if (round + 1) % (ROUNDS // 10) == 0:
        print(f"{done:9} {s['resident'] / 1e6:7.1f} MB {s['private'] / 1e6:7.1f} MB {s['descriptors']:5} {s['threads']:7} "
              f"{s['p50']:8.2f} {s['p99']:8.2f} {s['rate']:9.0f}", flush=True)

warm = [s for s in samples if s["requests"] > requests * WARM]
counted = warm[-1]["requests"] - warm[0]["requests"]
slopes = {name: line([(s["requests"], s[name]) for s in warm]) for name in samples[0] if name != "requests"}
verdicts = []


def judge(name, is_good, text):
    verdicts.append(is_good)
    print(f"{'ok  ' if is_good else 'FAIL'} {name}: {text}")


print(f"\nOver the last {counted} requests, by least squares:")
for name in ("resident", "private"):
    slope = slopes[name][0]
    judge(f"{name} memory", slope < MEMORY or slope * counted < NOISE,
          f"{slope:+.3f} bytes a request" + ("" if MEMORY * counted > NOISE else
                                             f" ({slope * counted / 1024:+.0f} KB in all; under {NOISE // 1024} KB nothing is said)"))
for name in ("descriptors", "threads"):
    values = [s[name] for s in warm]
    # A worker's connection may be between two just now: the first and the last third are held against each other.
    third = max(1, len(values) // 3)
    judge(name, min(values[-third:]) <= max(values[:third]), f"{min(values)} to {max(values)}, {slopes[name][0] * 1e6:+.2f} a million requests")
for name in ("p50", "p99"):
    slope, start = slopes[name]
    values = sorted(s[name] for s in warm)
    text = f"median {values[len(values) // 2]:.2f} ms, {slope * 1e6:+.3f} ms a million requests"
    if name == "p50" and requests >= 10_000:
        # Twice as slow at the end as at the beginning is more than a busy machine.
        first, last = start + slope * warm[0]["requests"], start + slope * requests
        judge(name, last < 2 * max(first, values[0]), text)
    else:
        print(f"     {name}: {text}")
bad = {status: count for status, count in statuses.items() if status != "200"}
judge("answers", not bad and not wrong, f"{statuses.get('200', 0)} of the load with 200, others {bad or 'none'}; "
      f"{wrong} of the awkward ones not as they should be")
print(f"{requests} requests in {time.monotonic() - began:.0f} s")


def plot():
    """Four panels over the number of requests."""
    width, height, left, top = 420, 190, 64, 44
    mega = lambda name: [(s["requests"], s[name] / 1e6) for s in samples]
    plain = lambda name: [(s["requests"], s[name]) for s in samples]
    panels = [
        ("Memory, MB", [("resident", mega("resident")), ("private dirty", mega("private"))], 0),
        ("Descriptors and threads", [("descriptors", plain("descriptors")), ("threads", plain("threads"))], 0),
        ("Latency, ms", [("p50", plain("p50")), ("p99", plain("p99"))], 0),
        ("Answers with 200 a second", [("answers", plain("rate"))], 0),
    ]
    colours = ["#0b6e99", "#d9730d"]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * (width + left) + 40} {2 * (height + 90) + 50}" '
           'font-family="system-ui, sans-serif" font-size="12">',
           '<rect width="100%" height="100%" fill="#fff"/>',
           f'<text x="{left - 36}" y="26" font-size="16" font-weight="600" fill="#222">Soak: {requests:,} requests</text>',
           f'<text x="{2 * (width + left) + 16}" y="26" text-anchor="end" fill="#666">private memory after warm-up: '
           f'{slopes["private"][0]:+.2f} bytes a request, {slopes["private"][0] * counted / 1024:+.0f} KB in all</text>']
    for place, (title, lines, floor) in enumerate(panels):
        x0, y0 = left + place % 2 * (width + left + 12), top + 34 + place // 2 * (height + 90)
        highest = max(y for _, points in lines for _, y in points)
        step = 10 ** len(str(int(highest))) / 10 or 1
        step = next(step * m for m in (0.1, 0.2, 0.25, 0.5, 1, 2) if highest / (step * m) <= 5)
        ceiling = step * -(-highest * 1.02 // step)
        x = lambda n: x0 + n / requests * width
        y = lambda v: y0 + height - (v - floor) / (ceiling - floor) * height
        out.append(f'<text x="{x0}" y="{y0 - 12}" font-weight="600" fill="#222">{title}</text>')
        tick = floor
        while tick <= ceiling * 1.001:
            out.append(f'<line x1="{x0}" x2="{x0 + width}" y1="{y(tick):.1f}" y2="{y(tick):.1f}" stroke="#e6e6e6"/>'
                       f'<text x="{x0 - 8}" y="{y(tick) + 4:.1f}" text-anchor="end" fill="#666">{tick:g}</text>')
            tick += step
        out.append(f'<rect x="{x0}" y="{y0}" width="{width * WARM:.1f}" height="{height}" fill="#000" opacity="0.04"/>'
                   f'<text x="{x0 + 6}" y="{y0 + 15}" fill="#999">warm-up</text>')
        for share in (0, 0.25, 0.5, 0.75, 1):
            out.append(f'<text x="{x(share * requests):.1f}" y="{y0 + height + 18}" text-anchor="middle" fill="#666">'
                       f'{share * requests:,.0f}</text>')
        key = x0 + width
        for (name, points), colour in reversed(list(zip(lines, colours))):
            path = " ".join(f"{x(n):.1f},{y(v):.1f}" for n, v in points)
            out.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.8"/>'
                       f'<text x="{key}" y="{y0 - 12}" text-anchor="end" fill="{colour}">{name}</text>')
            key -= 7 * len(name) + 16
    out.append("</svg>\n")
    with open(svg, "w") as file:
        file.write("\n".join(out))


plot()
print(f"the plot is in {svg}")
sys.exit(not all(verdicts))
