"""What deploy/edge asks of nginx before the server. Standard library, curl and openssl alone."""

import base64, collections, concurrent.futures, json, os, re, secrets, socket, ssl, subprocess, sys, threading, time

bin, work, shared, server_log = sys.argv[1:]
fixtures = json.load(open(f"{work}/fixtures.json"))
token, card = fixtures["tokens"]["alice"], fixtures["cards"]["alice"]["active_visa"]
path = f"/cards/{card}/apple-pay/provisioning"
port = {name: int(open(f"{work}/{name}/port").read()) for name in ("plain", "mtls", "outside", "away", "silent")}
before = sum(1 for _ in open(server_log))
UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
count = collections.Counter()


def check(name, good, why=""):
    count["passed" if good else "failed"] += 1
    print(f"{'ok  ' if good else 'FAIL'} {name}{'' if good else f': {why}'}", flush=True)


def body(size=None):
    """A good request with a fresh nonce, filled up with blanks to `size` bytes."""
    def pem(name):
        text = open(fixtures["pki"][name]).read()
        return re.search("-----BEGIN CERTIFICATE-----(.*?)-----END", text, re.S)[1].replace("\n", "")
    nonce = secrets.token_bytes(4)
    sign = ["openssl", "dgst", "-sha256", "-sign", fixtures["pki"]["leaf_key"]]
    signature = subprocess.run(sign, input=nonce, capture_output=True, check=True).stdout
    text = json.dumps({
        "certificates": [pem("leaf_cert"), pem("intermediate_cert")], "nonce": base64.b64encode(nonce).decode(),
        "nonce_signature": base64.b64encode(signature).decode(), "device_type": "mobile_phone", "app_version": "1.0.0"})
    return text + " " * (0 if size is None else size - len(text))


def curl(where, target, *options, data=None):
    """(status, headers, body, HTTP version, curl's exit status)"""
    command = ["curl", "-sS", "-i", "--max-time", "15", "--cacert", f"{work}/tls/ca.pem", "--path-as-is",
               "-w", "\n%{http_version} %{http_code}", "-H", "Expect:", *options]
    if data is not None:
        command += ["--data-binary", "@-", "-H", "Content-Type: application/json"]
    done = subprocess.run(command + [f"https://localhost:{port[where]}{target}"], input=(data or "").encode(),
                          capture_output=True)
    text, _, last = done.stdout.decode("utf-8", "replace").rpartition("\n")
    version, code = (last.split() + ["", ""])[:2]
    head, _, content = text.replace("\r\n", "\n").partition("\n\n")
    while re.match(r"HTTP/\S+ 1\d\d", head):
        head, _, content = content.partition("\n\n")
    fields = collections.defaultdict(list)
    for line in head.split("\n")[1:]:
        name, _, value = line.partition(":")
        fields[name.lower()].append(value.strip())
    return int(code or 0), fields, content, version, done.returncode


def shape(name, answer, status, error, reason, request_id=None):
    """Whether an answer is an error of the contract, request id and all."""
    code, fields, content = answer[:3]
    try:
        value = json.loads(content)
    except ValueError:
        return check(name, False, f"{code} {content[:200]!r}")
    good = (code == status and set(value) == {"error", "message", "reason", "request_id"} and value["error"] == error
            and value["reason"] == reason and fields["x-request-id"] == [value["request_id"]]
            and UUID.fullmatch(value["request_id"]) and (request_id in (None, value["request_id"]))
            and fields["cache-control"] == ["no-store"] and fields["content-type"] == ["application/json"]
            and bool(fields["retry-after"]) == (status == 503)
            and not re.search(r"\d", fields.get("server", [""])[0]))
    check(name, good, f"{code} {dict(fields)} {content[:200]} {answer[3:]}")


def connect(where="plain", alpn=("http/1.1",), version=None):
    context = ssl.create_default_context(cafile=f"{work}/tls/ca.pem")
    context.set_alpn_protocols(alpn)
    if version:
        context.minimum_version = context.maximum_version = version
    raw = socket.create_connection(("127.0.0.1", port[where]), 15)
    return context.wrap_socket(raw, server_hostname="localhost")


def read(connection, first, seconds):
    """Everything until the end, or until nothing has come for `seconds`, `first` at first; and whether the end came."""
    got = b""
    connection.settimeout(first)
    try:
        while piece := connection.recv(65536):
            got += piece
            connection.settimeout(seconds)
        return got, True
    except TimeoutError:
        return got, False
    except OSError:
        return got, True


def answers(data):
    """(status, reason) of each answer that one connection sent: each is as long as it says, with nothing between two.
    HTTP/0.9 has no head: its status is 9."""
    found = []
    if data[:1] == b"{":
        return [(9, json.loads(data)["reason"])]
    while data:
        head, mark, rest = data.partition(b"\r\n\r\n")
        line = re.match(rb"HTTP/1\.1 (\d{3}) ", head)
        length = re.search(rb"\r\ncontent-length: (\d+)", head.lower())
        if not (mark and line):
            return found + [(0, "garbage")]
        size = int(length[1]) if length else 0
        reason = re.search(rb'"reason":"(\w+)"', rest[:size])
        found.append((int(line[1]), reason[1].decode() if reason else None))
        data = rest[size:]
    return found


def raw(data, first=10, seconds=0.5):
    """What came for these bytes: the answers, and whether nginx closed."""
    with connect() as connection:
        connection.sendall(data)
        got, ended = read(connection, first, seconds)
    return answers(got), ended


def carry(listener):
    """Carries one connection after the other to nginx over TLS: for a client that cannot be given an authority."""
    def pump(source, sink):
        try:
            while piece := source.recv(65536):
                sink.sendall(piece)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass
    while True:
        near, far = listener.accept()[0], connect()
        for pair in ((near, far), (far, near)):
            threading.Thread(target=pump, args=pair, daemon=True).start()


def logged(file):
    return [json.loads(line) for line in open(file) if line.startswith("{")]


def slow(name, first, every, piece, low, high):
    """One who sends `first`, then `piece` each `every` seconds, is cut between `low` and `high` seconds."""
    began = time.monotonic()
    with connect() as connection:
        connection.sendall(first)
        connection.settimeout(every)
        while time.monotonic() - began < high + 2:
            try:
                if not connection.recv(65536):
                    break
            except TimeoutError:
                try:
                    connection.sendall(piece)
                except OSError:
                    break
            except OSError:
                break
    took = time.monotonic() - began
    return name, low <= took <= high, f"cut after {took:.1f} s"


post = ["-H", f"Authorization: Bearer {token}"]
start = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"

# The slow ones beside everything else.
slow_pool = concurrent.futures.ThreadPoolExecutor(24)
slow_ones = [slow_pool.submit(slow, *one) for one in (
    ("a head at a byte a second is cut at 10 s", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ", 1, b"x", 9, 20),
    ("a head that stops is cut at 10 s", b"GET /healthz HTTP/1.1\r\nHost: lo", 30, b"", 9, 20),
    ("a body that stops is cut at 5 s", start.encode() + b"Content-Length: 9000\r\n\r\n{", 30, b"", 4, 15),
)]

# A server that takes a request and says nothing.
mute = socket.socket(socket.AF_UNIX)
mute.bind(f"{work}/socket/silent.sock")
os.chmod(f"{work}/socket/silent.sock", 0o666)
mute.listen()
unanswered = slow_pool.submit(curl, "silent", path, *post, data=body())

# One card, each way in.
for name, options, version in (
        ("TLS 1.2", ["--http1.1", "--tls-max", "1.2"], "1.1"), ("TLS 1.3", ["--http1.1", "--tlsv1.3"], "1.1"),
        ("HTTP/2", ["--http2"], "2"), ("HTTP/2 over TLS 1.2", ["--http2", "--tls-max", "1.2"], "2"),
        ("chunked", ["--http1.1", "-H", "Transfer-Encoding: chunked"], "1.1")):
    code, fields, content, spoken, _ = curl("plain", path, *options, *post, data=body())
    good = code == 200 and spoken == version and set(json.loads(content)) == {
        "activation_data", "encrypted_pass_data", "ephemeral_public_key"}
    check(f"a card goes into the wallet over {name}", good, f"{code} {spoken} {content[:200]}")
for name, version in (("1.0", "TLSv1"), ("1.1", "TLSv1.1")):
    # Level 0, or the client itself would not try.
    tried = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port['plain']}", "-cipher",
                            "ALL:@SECLEVEL=0", {"1.0": "-tls1", "1.1": "-tls1_1"}[name]], input=b"",
                           capture_output=True)
    check(f"TLS {name} is refused", b"alert protocol version" in tried.stderr + tried.stdout, tried.stderr[-200:])
weak = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port['plain']}", "-tls1_2", "-cipher",
                       "AES128-SHA:AES128-GCM-SHA256:ECDHE-ECDSA-AES128-SHA"], input=b"", capture_output=True)
check("a cipher without forward secrecy or authentication is refused", b"handshake failure" in weak.stderr, weak.stderr[-200:])
listener = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=carry, args=(listener,), daemon=True).start()
wallet = subprocess.run([f"{bin}/passwright-wallet", "add", "--fixtures", f"{work}/fixtures.json", "--cardholder", "alice",
                         "--card-name", "active_otp", "--url", f"http://localhost:{listener.getsockname()[1]}"],
                        capture_output=True)
check("the simulated wallet opens what came through", wallet.returncode == 0, wallet.stdout[-300:] + wallet.stderr[-300:])

# mTLS.
mine = ["--cert", f"{work}/tls/wallet.pem", "--key", f"{work}/tls/wallet.key"]
strange = ["--cert", f"{work}/tls/stranger.pem", "--key", f"{work}/tls/stranger.key"]
for name, options in (("HTTP/1.1", ["--http1.1"]), ("HTTP/2", ["--http2"]), ("TLS 1.2", ["--tls-max", "1.2"])):
    code, _, content, _, _ = curl("mtls", path, *options, *post, *mine, data=body())
    check(f"with a client certificate a card goes into the wallet over {name}", code == 200, f"{code} {content[:200]}")
    shape(f"without a client certificate nothing does, over {name}", curl("mtls", path, *options, *post, data=body()),
          400, "BAD_REQUEST", "framing")
shape("with a stranger's client certificate nothing does", curl("mtls", path, *post, *strange, data=body()),
      400, "BAD_REQUEST", "framing")

# Request ids.
own = "7D1A2F6E-6b1c-4a55-9d0e-0c5f3c1d2e3f"
code, fields, _, _, _ = curl("plain", "/healthz", "-H", f"X-Request-Id: {own}")
check("the caller's request id comes back from the server", fields["x-request-id"] == [own.lower()], dict(fields))
code, fields, content, _, _ = curl("plain", "/healthz", "-H", f"X-Request-Id: {own.lower()}", "-X", "TRACE")
check("and from nginx", code == 405 and fields["x-request-id"] == [own.lower()] and own.lower() in content, dict(fields))
shape("a request id that is none is not repeated", curl("away", "/healthz", "-H", "X-Request-Id: 4111111111111111"),
      503, "APPLE_PAY_PROVISIONING_UNAVAILABLE", "shutting_down")

# What nginx answers itself.
shape("no server behind it: 503", curl("away", path, *post, data=body()), 503, "APPLE_PAY_PROVISIONING_UNAVAILABLE",
      "shutting_down")
trace = curl("plain", path, "-X", "TRACE")
shape("TRACE: 405", trace, 405, "METHOD_NOT_ALLOWED", "method_not_allowed")
check("with Allow", trace[1]["allow"] == ["POST"], dict(trace[1]))
shape("TRACE where there is nothing: 404", curl("plain", "/nothing", "-X", "TRACE"), 404, "NOT_FOUND", "no_such_route")
shape("a path with a broken escape: 400", curl("plain", "/%zz"), 400, "BAD_REQUEST", "framing")
shape("a path above the root: 400", curl("plain", "/../etc/passwd"), 400, "BAD_REQUEST", "framing")
shape("a coding that is not chunked: 400", curl("plain", path, "--http1.1", "-H", "Transfer-Encoding: gzip", *post, data="x"),
      400, "BAD_REQUEST", "framing")
plain_http = subprocess.run(["curl", "-sS", "-i", f"http://localhost:{port['plain']}/healthz"], capture_output=True).stdout
check("plain HTTP to the TLS port: 400", b" 400 " in plain_http and b'"BAD_REQUEST"' in plain_http, plain_http[:200])
for target in ("/metrics", "/user-api/metrics", "/edge/away"):
    shape(f"{target} is not there", curl("plain", target), 404, "NOT_FOUND", "no_such_route")
check("/healthz is", curl("outside", "/healthz")[0] == 200)
check("/readyz is for those inside", curl("plain", "/readyz")[0] == 200)
for target in ("/readyz", "/user-api/readyz", "//readyz", "/%72eadyz", "/x/../readyz", "/readyz?x"):
    shape(f"{target} is not for those outside", curl("outside", target), 404, "NOT_FOUND", "no_such_route")
shape("the server's own errors pass as they are", curl("plain", path, data=body()), 401, "UNAUTHORIZED", "token_missing")
check("with their challenge", "bearer" in curl("plain", path, data="{}")[1]["www-authenticate"][0].lower())

# Limits, at each and one past it.
KIB = 1024
for name, options in (("", ["--http1.1"]), (", chunked", ["--http1.1", "-H", "Transfer-Encoding: chunked"]),
                      (" over HTTP/2", ["--http2"])):
    code, _, content, _, _ = curl("plain", path, *options, *post, data=body(64 * KIB))
    check(f"a body of 64 KiB is taken{name}, and not put on the disk", code == 200, f"{code} {content[:200]}")
    shape(f"one byte more is not{name}", curl("plain", path, *options, *post, data=body(64 * KIB + 1)), 413,
          "PAYLOAD_TOO_LARGE", "payload_too_large")


def head(size, pieces=1):
    start = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
    room = size - len(start) - 2
    fields = "".join(f"X-{n:03}: {'p' * (room // pieces - 9)}\r\n" for n in range(pieces))
    return (start + fields[:-2] + "p" * (room - len(fields)) + "\r\n\r\n").encode()


for pieces in (1, 100):
    found, _ = raw(head(16 * KIB, pieces))
    check(f"a head of 16 KiB in {pieces} lines is taken", found == [(200, None)], found)
    for size in (16 * KIB + 1, 40 * KIB):
        found, _ = raw(head(size, pieces))
        check(f"one of {size} bytes in {pieces} lines is not", found == [(431, "headers_too_large")], found)
shape("a path of 20 KiB: 431", curl("plain", "/" + "x" * 20 * KIB, "--http1.1"), 431, "HEADERS_TOO_LARGE",
      "headers_too_large")
many = [word for n in range(60) for word in ("-H", f"X-{n:03}: {'p' * 400}")]
code, _, _, _, ended = curl("plain", "/healthz", "--http2", *many)
check("24 KiB of headers over HTTP/2 end the stream, which is how nginx does it", (code, ended) == (0, 18), (code, ended))
tiny = b"".join(b"1;" + b"x" * 200 + b"\r\n{\r\n" for _ in range(2000)) + b"0\r\n\r\n"
found, _ = raw(start.encode() + b"Transfer-Encoding: chunked\r\n\r\n" + tiny)
check("a body in absurdly small chunks gets one answer", len(found) == 1 and found[0][0] in (400, 413, 503), found)


# Fifty requests from one address at once, and one more: held open by bodies that are not all there yet.
held = []
for size in (49, 50):
    while len(held) < size:
        held.append(connect("outside"))
        held[-1].sendall(start.encode() + b"Content-Length: 9\r\n\r\n")
    for connection in held:
        connection.sendall(b"{")
    time.sleep(0.2)
    answer = curl("outside", "/healthz")
    if size == 49:
        check("the fiftieth request at once from one address is answered", answer[0] == 200, answer)
    else:
        shape("one more is not", answer, 503, "APPLE_PAY_PROVISIONING_UNAVAILABLE", "queue_full")
for connection in held:
    connection.close()
time.sleep(0.2)
check("and is, once the others have gone", curl("outside", "/healthz")[0] == 200)

# Framing that another could read differently: one answer, and the end.
for name, fields in (
        ("both a length and a coding", "Content-Length: 5\r\nTransfer-Encoding: chunked"),
        ("two lengths", "Content-Length: 5\r\nContent-Length: 6"), ("the same length twice", "Content-Length: 5\r\nContent-Length: 5"),
        ("two lengths in one line", "Content-Length: 5, 6"), ("a length with a sign", "Content-Length: +5"),
        ("a length in hexadecimal", "Content-Length: 0x5"), ("a length that no number holds", "Content-Length: 99999999999999999999"),
        ("an unknown coding", "Transfer-Encoding: xchunked"), ("two codings", "Transfer-Encoding: gzip, chunked"),
        ("a coding twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked"),
        ("a space before the colon", "Content-Length : 5"), ("a folded header", "X: a\r\n b"), ("a NUL in a value", "X: a\0b"),
        ("a second Host", "Host: elsewhere"), ("a second Authorization", "Authorization: Bearer x")):
    found, ended = raw(f"{start}{fields}\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    check(f"{name}: one answer, 400 or 413, and the end",
          found in ([(400, "framing")], [(413, "payload_too_large")]) and ended, (found, ended))
for name, chunk in (("in hexadecimal with 0x", "0x5\r\nhello"), ("with a sign", "+5\r\nhello"), ("that is none", "g\r\nhello"),
                    ("that no number holds", "fffffffffffffffff\r\nhello"), ("with too few bytes", "3\r\nhello")):
    found, ended = raw(f"{start}Transfer-Encoding: chunked\r\n\r\n{chunk}\r\n0\r\n\r\n".encode())
    check(f"a chunk size {name}: one answer, 400 or 413, and the end",
          found in ([(400, "framing")], [(413, "payload_too_large")]) and ended, (found, ended))
found, ended = raw(b"GET /healthz HTTP/1.1\r\n\r\n")
check("no Host: one answer, and the end", found == [(400, "framing")] and ended, (found, ended))

# Everything of llhttp, as it is, and what must be refused also with an end put to its head, if that was missing.
# What is not refused is read by nginx as the standard allows, or in one lenient way, and written anew: the server
# never sees these bytes. Nobody stands before nginx who could read them in another way: it ends the TLS.
HARMLESS = {
    "No semicolon before chunk extensions": "extensions of a chunk are skipped, and the body is sent on with a length",
    "No extension after semicolon": "the same",
    "HTTP protocol and ANNOUNCE method": "a method that nobody knows; the server answers 404 or 405",
    "Headers separated by LF": "RFC 9112, 2.2: a single LF may end a line; each header is sent on in a line of its own",
    "Empty headers separated by LF": "the same",
    "Missing CR between headers": "the same; the length counts, so what follows the body is a request of its own",
}


def is_harmless(id):
    return id.rpartition(" / ")[2].rpartition("::")[2] in HARMLESS


file = f"{shared}/http/llhttp-requests.json"
if os.path.exists(file):
    cases = json.load(open(file))
    bytes_of = {case["id"]: base64.b64decode(case["raw_b64"]) for case in cases}
    wanted = [case["id"] for case in cases if case["must_refuse"]]
    sent = [(case["id"], b"") for case in cases] + [(id, b"\r\n\r\n") for id in wanted]
    results = list(slow_pool.map(lambda one: raw(bytes_of[one[0]] + one[1], 10 if one[1] else 0.7), sent))
    messages = {case["id"]: case["messages_completed"] for case in cases}
    bad = []
    for (id, end), (found, _) in zip(sent, results):
        # What stands after the last request is no request, and may be told so.
        requests = found[:-1] if found and found[-1] == (400, "framing") else found
        if (0, "garbage") in found or len(requests) > max(1, messages[id] + (1 if end else 0)) + is_harmless(id):
            bad.append((id, found))
    check(f"none of {len(cases)} requests of llhttp has two answers", not bad, bad)
    passed_on = sorted({id for (id, _), (found, _) in zip(sent, results) if id in wanted and any(
        status < 400 and status != 9 or reason not in ("framing", "headers_too_large", "payload_too_large")
        for status, reason in found)})
    silent = sorted({id for (id, end), (found, closed) in zip(sent, results) if end and not found and not closed})
    check(f"of the {len(wanted)} that must be refused only those are not that are known to be harmless",
          all(map(is_harmless, passed_on)), [id for id in passed_on if not is_harmless(id)])
    check("and none waits for more once its head has an end", all(map(is_harmless, silent)), silent)
else:
    count["skipped"] += 1
    print("skipped: the shared test data is not beside this clone")
shape("a server that does not answer: 503", unanswered.result(), 503, "APPLE_PAY_PROVISIONING_UNAVAILABLE", "overdue")
mute.settimeout(0)
asked = 0
try:
    while mute.accept():
        asked += 1
except OSError:
    pass
check("and it was asked once", asked == 1, asked)
for job in slow_ones:
    check(*job.result())

# The conformance suite's cases for a server behind a strict proxy, each of which must be asked.
fixtures.update(url=f"https://localhost:{port['plain']}", edge=True)
with open(f"{work}/suite.json", "w", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
    json.dump(fixtures, file)
done = subprocess.run(
    [f"{bin}/passwright-conformance", "--fixtures", f"{work}/suite.json", "--profile", "edge", "--json", "-"],
    env=os.environ | {"SSL_CERT_FILE": f"{work}/tls/ca.pem"}, capture_output=True, text=True)
verdicts = [(case["id"], case["verdict"], case.get("got")) for case in json.loads(done.stdout or "{}").get("cases", [])]
check(f"the suite's {len(verdicts)} cases for a strict proxy pass",
      verdicts and all(verdict == "passed" for _, verdict, _ in verdicts), verdicts or done.stderr)

# What was written. The last lines may still be on their way.
time.sleep(0.5)
lines = logged(f"{work}/plain/passwright.log")
names = {"time", "event", "request_id", "route", "method", "status", "upstream_status", "seconds", "upstream_seconds",
         "bytes", "protocol", "tls", "client", "client_certificate"}
edge = [line for name in port for line in logged(f"{work}/{name}/passwright.log")]
handed_on = collections.Counter(line["request_id"] for line in edge if line["upstream_status"] not in ("", "502", "504"))
answered = collections.Counter(line["request_id"] for line in logged(server_log)[before:] if line["event"] == "request")
# Where the client went away, nginx does not wait for the answer.
given_up = collections.Counter(line["request_id"] for line in edge if line["status"] == 499)
check("the server answered what nginx handed on, each once",
      not handed_on - answered and not answered - handed_on - given_up, (handed_on - answered, answered - handed_on))
check("each line of the access log has the same fields", lines and all(set(line) == names for line in lines))
check("and a request id", all(UUID.fullmatch(line["request_id"].lower()) for line in lines))
curl("plain", "/cards?mark=canary4111", "-H", "Authorization: Bearer canary4111", "-H", "X-Mark: canary4111", "-A", "canary4111",
     "-e", "canary4111")
curl("away", "/canary4111?canary4111", "-H", "X-Mark: canary4111", data="canary4111")
written = subprocess.run(["grep", "-rl", "canary4111", work, "--include=*.log"], capture_output=True).stdout
check("no path, query, header or body is in nginx's logs", not written, written)
errors = "".join(open(f"{work}/{name}/error.log").read() for name in port)
check("nginx has nothing to complain about", errors == "", errors[:300])
print(f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped")
sys.exit(count["failed"] > 0)
