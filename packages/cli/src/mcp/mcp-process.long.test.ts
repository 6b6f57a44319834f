import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { beforeAll, describe, expect, it } from "vitest";

import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { recordShown } from "../fixtures/shown-database.ts";
import { commandFile } from "../fixtures/spawn-command.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const db = at("runs.sqlite");
const ARGS = [commandFile, "mcp", "--db", db];

describe.skipIf(sqlite.open === undefined)(`the process of the command mcp${sqlite.missing}`, () => {
  beforeAll(async () => {
    const saver = sqlite.open?.(db);
    if (saver !== undefined) await recordShown(saver);
    saver?.db.close();
  });

  it("answers clients that open with initialize, changes nothing, and ends on Ctrl-C", async () => {
    const before = await readFile(db);
    const transport = new StdioClientTransport({ command: process.execPath, args: ARGS, stderr: "pipe" });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transport);
    expect((await client.listTools()).tools).toHaveLength(8);
    const asked = ["t-1", "nobody", "it's open"].map((thread) =>
      client.callTool({ name: "why_failed", arguments: { thread } }),
    );
    const answers = await Promise.all(asked);
    expect(answers.map(({ isError }) => isError === true)).toEqual([false, true, false]);
    expect(answers[0]).toMatchObject({
      structuredContent: { thread: "t-1", attempt: { verdict: "rejected" } },
    });
    expect(await client.callTool({ name: "failure_stats", arguments: {} })).toMatchObject({
      structuredContent: { failed: { count: 2, of: 2 } },
    });
    const ended = new Promise<void>((resolve) => {
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client has no such method
      client.onclose = () => resolve();
    });
    process.kill(transport.pid ?? Number.NaN, "SIGINT");
    await ended;
    expect(await readFile(db)).toEqual(before);
  });

  it("writes nothing but the protocol, and ends with its input", async () => {
    const child = spawn(process.execPath, ARGS, { stdio: "pipe" });
    const ended = once(child, "close");
    const send = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "raw", version: "1" };
    send({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    });
    const messages: unknown[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      messages.push(JSON.parse(line));
      if (messages.length === 1) {
        child.stdin.write("no message\n");
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/call", params: { name: "list_threads", arguments: {} } });
      } else child.stdin.end();
    }
    expect(await ended).toEqual([0, null]);
    expect(messages).toMatchObject([
      { jsonrpc: "2.0", id: 1, result: { protocolVersion: "2025-06-18" } },
      { jsonrpc: "2.0", id: 2, result: { structuredContent: { matching: 3 } } },
    ]);
  });
});
