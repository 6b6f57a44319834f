import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { spawnCommand } from "../fixtures/spawn-command.ts";
import type { ImportFormat } from "./import-formats.ts";
import { MOST_BYTES } from "./json-parts.ts";

/** Size of each file. 500 MB: `TRACE_MEGABYTES=500 TEST_ALL=1 npx vitest run packages/cli/src/formats/bounded-memory --testTimeout=10000000`. */
const MEGABYTES = Number(process.env["TRACE_MEGABYTES"] ?? 32);

/** The heap that is enough, whatever the size of the file. A run has 1 MB. */
const HEAP = "--max-old-space-size=48";

const { at } = await scratchFolder();

/** Text of one message: a run has 20. */
const LONG = "It is so. ".repeat(10_000);
const MESSAGES = 10;

const said = Array.from({ length: MESSAGES }, (_, place) => (place % 2 === 0 ? "user" : "assistant"));
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join("");

/** One run of each format that is read one run at a time. */
const RUNS: readonly (readonly [ImportFormat, (run: number) => string])[] = [
  ["openai-chat", () => lines([{ messages: said.map((role) => ({ role, content: LONG })) }])],
  [
    "tau2",
    (run) =>
      lines([
        {
          task_id: `${run}`,
          termination_reason: "user_stop",
          messages: said.map((role) => ({ role, content: LONG })),
        },
      ]),
  ],
  [
    "autogen",
    (run) =>
      lines([{ id: run, messages: said.map((source) => ({ type: "TextMessage", source, content: LONG })) }]),
  ],
  [
    "claude-code",
    (run) =>
      lines(
        said.map((type, place) => ({
          type,
          sessionId: `session-${run}`,
          uuid: `${run}-${place}`,
          parentUuid: place === 0 ? null : `${run}-${place - 1}`,
          message: { role: type, content: LONG },
        })),
      ),
  ],
  [
    "codex",
    (run) =>
      lines([
        { type: "session_meta", payload: { id: `session-${run}` } },
        ...said.map((role) => ({
          type: "response_item",
          payload: { type: "message", role, content: [{ type: "text", text: LONG }] },
        })),
      ]),
  ],
];

/** Writes runs until the file has its size. */
async function bigFile(name: string, runOf: (run: number) => string) {
  const file = createWriteStream(at(name));
  let runs = 0;
  for (let bytes = 0; bytes < MEGABYTES * 2 ** 20; runs += 1) {
    const text = runOf(runs);
    bytes += text.length;
    if (!file.write(text)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  return { file: at(name), runs };
}

describe("import", () => {
  it.each(RUNS)(
    "reads a file of %s that is larger than the heap, one run at a time",
    async (format, runOf) => {
      const { file, runs } = await bigFile(`${format}.jsonl`, runOf);
      const command = spawnCommand(["import", file, "--out", at(`${format}-out.jsonl`)], {
        NODE_OPTIONS: HEAP,
      });
      expect(await command.ended).toMatchObject({
        code: 0,
        err: expect.stringContaining(`Read ${runs} trajectories,`),
      });
    },
  );

  it("refuses one value that is longer than a text may be, and says how large its file is", async () => {
    const name = at("one-value.json");
    const file = await open(name, "w");
    await file.write('{"messages": [{"role": "user", "content": "');
    await file.truncate(MOST_BYTES + 2 ** 20);
    await file.close();
    const { code, err } = await spawnCommand(["import", name], { NODE_OPTIONS: HEAP }).ended;
    expect({ code, err: err.trim() }).toEqual({
      code: 1,
      err: `error: ${name}: Expected at most 256 MB in one JSON value, got more on line 1 of a file of 257 MB.`,
    });
  });
});
