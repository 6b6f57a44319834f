import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";

import { expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { rawRequest } from "../fixtures/raw-request.ts";
import { sampleSource } from "../testing/index.ts";

/** A label that the page could send. */
async function labelOf() {
  const source = sampleSource();
  const [summary] = (await source.list(1)).threads;
  const thread = await source.thread(summary?.id ?? "");
  const run = thread?.runs[0];
  const attempt = run?.attempts[0];
  const given = {
    thread: thread?.id,
    run: run?.run,
    attempt: attempt?.attempt,
    steps: attempt?.steps.length,
  };
  return JSON.stringify({ ...given, verdict: { kind: "none" } });
}

/** An inspector that tells of everything that it calls a fault of its own. */
async function open() {
  const told: unknown[] = [];
  const inspector = await openInspector({ onError: (error) => told.push(error) });
  const { cookie, origin, port } = inspector;
  const head = (...headers: readonly string[]) =>
    [
      "POST /api/labels HTTP/1.1",
      `Host: 127.0.0.1:${port}`,
      `Cookie: ${cookie}`,
      `Origin: ${origin}`,
      "Connection: close",
      ...headers,
      "",
      "",
    ].join("\r\n");
  return { ...inspector, told, head, send: (request: string) => rawRequest(port, request) };
}

const JSON_TYPE = "Content-Type: application/json";
const CHUNKED = "Transfer-Encoding: chunked";
const chunks = (...texts: readonly string[]) =>
  [...texts, ""].map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join("");
const length = (text: string) => `Content-Length: ${Buffer.byteLength(text)}`;

it("takes a body in chunks, without a length", async () => {
  const { ask, head, send, told } = await open();
  const label = await labelOf();
  const half = Math.floor(label.length / 2);
  const answer = await send(`${head(JSON_TYPE, CHUNKED)}${chunks(label.slice(0, half), label.slice(half))}`);
  expect({ answer, told }).toMatchObject({ answer: { status: 200 }, told: [] });
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [{ verdict: { kind: "none" } }] });
});

it("takes a body whose letters are cut apart by the chunks", async () => {
  const { head, send, told } = await open();
  const label = Buffer.from(JSON.stringify({ ...JSON.parse(await labelOf()), reason: "größer 😀" }));
  const bytes = Array.from(label, (byte) => `1\r\n${String.fromCharCode(byte)}\r\n`).join("");
  const answer = await send(`${head(JSON_TYPE, CHUNKED)}${bytes}0\r\n\r\n`);
  expect({ status: answer.status, told }).toEqual({ status: 200, told: [] });
  expect(Buffer.from(answer.body, "utf8").toString()).toContain("größer 😀");
});

it.each([
  ["with a length", (text: string) => [length(text), text]],
  ["in one chunk", (text: string) => [CHUNKED, chunks(text)]],
  ["in many chunks", (text: string) => [CHUNKED, chunks(...(text.match(/[^]{1,1000}/g) ?? []))]],
])("refuses a body that is too large: %s", async (_, made) => {
  const { head, send, told } = await open();
  const [header = "", body = ""] = made(`"${"x".repeat(70_000)}"`);
  const answer = await send(`${head(JSON_TYPE, header)}${body}`);
  expect({ status: answer.status, told }).toEqual({ status: 413, told: [] });
  expect(answer.body).toContain("BODY_TOO_LARGE");
});

it("refuses a body that claims to be too large before it has come", async () => {
  const { head, send, told } = await open();
  const answer = await send(head(JSON_TYPE, "Content-Length: 999999999"));
  expect({ status: answer.status, told }).toEqual({ status: 413, told: [] });
});

it.each([
  ["no body at all", [JSON_TYPE], "", 400],
  ["an empty one in chunks", [JSON_TYPE, CHUNKED], chunks(), 400],
  ["a length that is none", [JSON_TYPE, "Content-Length: twelve"], "{}", 400],
  ["a length below none", [JSON_TYPE, "Content-Length: -1"], "{}", 400],
  ["two lengths", [JSON_TYPE, "Content-Length: 2", "Content-Length: 3"], "{}", 400],
  ["a length and chunks", [JSON_TYPE, "Content-Length: 2", CHUNKED], chunks("{}"), 400],
  ["chunks that are none", [JSON_TYPE, CHUNKED], "zz\r\n{}\r\n", 400],
  ["a coding that nobody knows", [JSON_TYPE, "Transfer-Encoding: gzip"], "{}", 400],
  ["a length that is too short", [JSON_TYPE, "Content-Length: 1"], "{}", 400],
  ["no content type", [CHUNKED], chunks("{}"), 415],
  ["a form", ["Content-Type: application/x-www-form-urlencoded", CHUNKED], chunks("a=b"), 415],
  ["another kind of JSON", ["Content-Type: application/jsonl", CHUNKED], chunks("{}"), 415],
  ["what is no UTF-8", [JSON_TYPE, CHUNKED], "1\r\n\xff\r\n0\r\n\r\n", 400],
])("refuses %s", async (_, headers, body, status) => {
  const { ask, head, send, told } = await open();
  const answer = await send(`${head(...headers)}${body}`);
  expect({ status: answer.status, told }).toEqual({ status, told: [] });
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
});

it.each([
  ["before its length has come", `${JSON_TYPE}\r\nContent-Length: 100`, '{"thread"'],
  ["between two chunks", `${JSON_TYPE}\r\n${CHUNKED}`, '9\r\n{"thread"\r\n'],
])("is not hurt by a body that ends %s", async (_, headers, body) => {
  const { ask, head, port, told } = await open();
  for (const end of ["end", "resetAndDestroy"] as const) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    await new Promise<void>((resolve) => void socket.write(`${head(headers)}${body}`, () => resolve()));
    const closed = new Promise((resolve) => void socket.once("close", resolve));
    socket.resume();
    socket[end]();
    await closed;
  }
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(await (await ask("/api/labels")).json()).toMatchObject({ labels: [] });
  expect(told).toEqual([]);
});
