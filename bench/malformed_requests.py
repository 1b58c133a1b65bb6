#!/usr/bin/env python3
"""Sends a service at 127.0.0.1 requests that mean nothing: malformed_requests.py PORT COUNT. Random bytes, wrong
methods and versions, heads and bodies cut off, headers without end or number, JSON that is none or too deep, questions
that ask nothing; from a fixed seed. Fails where the service gives no answer and does not end the connection either, or
answers 2xx or 500."""
import json
import random
import socket
import sys

port, count = int(sys.argv[1]), int(sys.argv[2])
chance = random.Random(21)
HEAD = "POST {} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n"


def junk(most):
    return chance.randbytes(chance.randrange(1, most))


def posted(body, path="/v1/ask"):
    return HEAD.format(path, len(body)).encode() + body


def wrong_question():
    keys = ["question", "model", "tokens", "instance", "context", "lang", "plan", "", "\u0000", "x" * 300]
    values = [None, True, -1, 1e308, "", "nothing", "../../etc/passwd", [], {}, [[]], "9" * 400, {"a": {"b": []}}]
    names = ["plan_serve", "fit", "explain", "memory_train", "no_such"]
    question = {chance.choice(keys): chance.choice(values) for _ in range(chance.randrange(5))}
    question.setdefault("question", chance.choice(names))
    question["no_such_key"] = chance.choice(values)
    return posted(json.dumps(question).encode())


KINDS = [
    lambda: junk(3000),
    lambda: junk(200) + b"\r\n\r\n",
    lambda: chance.choice([b"PUT", b"DELETE", b"TRACE", b"CONNECT", b"PATCH", b"PRI", b"get", b"", b"\0"])
    + b" /v1/ask HTTP/1.1\r\nHost: localhost\r\n\r\n",
    lambda: b"GET /health HTTP/" + chance.choice([b"0.9", b"2", b"1.1.1", b"x" * 5000]) + b"\r\n\r\n",
    lambda: posted(junk(500)),
    lambda: posted(b"{" * chance.randrange(1, 100000)),
    lambda: posted(b"[" * chance.randrange(1, 100000), "/v1/ask/fit"),
    lambda: posted(json.dumps({"question": "x" * 100000}).encode()),
    lambda: posted(b"{}" * 50)[: -chance.randrange(1, 90)],
    lambda: HEAD.format("/v1/ask", chance.choice(["-1", "x", "99999999999999999999", "1e9", "", "0x10"])).encode(),
    lambda: b"POST /v1/ask HTTP/1.1\r\n" + b"X: y\r\n" * chance.randrange(1, 20000) + b"\r\n",
    lambda: b"GET /health HTTP/1.1\r\nHost: localhost\r\nA: " + b"a" * chance.randrange(9000, 200000) + b"\r\n\r\n",
    lambda: b"GET /" + b"%" * chance.randrange(1, 9000) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    lambda: b"GET /nothing?" + junk(2000).replace(b"\n", b"") + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    lambda: posted(b"{}", "/v1/ask/" + "a" * chance.randrange(1, 7000)),
    wrong_question,
]


def answered(request):
    """The status; None where the connection just ended."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        got = b""
        try:
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            while len(got) < 12 and (more := client.recv(4096)):
                got += more
        except (ConnectionResetError, BrokenPipeError):
            pass
        return got[9:12].decode("latin-1") if got.startswith(b"HTTP/") else None


for number in range(count):
    kind = number % len(KINDS)
    request = KINDS[kind]()
    try:
        status = answered(request)
    except TimeoutError:
        sys.exit(f"request {number} (kind {kind}): neither answered nor ended: {request[:200]!r}")
    if status is not None and (status.startswith("2") or status == "500"):
        sys.exit(f"request {number} (kind {kind}): answered {status}: {request[:200]!r}")
print(f"{count} malformed requests: every one answered or refused")
