import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, inject, it } from "vitest";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { mutated } from "./fixtures/mutated.ts";
import { readingFaults } from "./fixtures/reading-faults.ts";
import { fixtureFile, sharedSamples } from "./fixtures/sample-files.ts";
import type { ImportFormat } from "./import-formats.ts";

/** Damaged copies of each sample. 10,000: `TRACE_MUTATIONS=10000 npm test -- packages/cli/src/formats/mutated --testTimeout=100000000`. */
const MUTATIONS = Number(process.env["TRACE_MUTATIONS"] ?? (inject("allRounds") ? 200 : 30));
const SEED = Number(process.env["TRACE_SEED"] ?? 1);

/** Copies that are read at the same time: most of the time is waiting for files. */
const AT_ONCE = 8;

/** Samples that are not in the repository are tried where they are, if there is time. */
const shared = MUTATIONS > 200 || inject("allRounds") ? sharedSamples : () => [];

/** Samples of each format. */
const SAMPLES: readonly (readonly [ImportFormat, ...(readonly string[])])[] = [
  ["who-and-when", fixtureFile("published/who-and-when.json")],
  ["who-and-when", ...shared("autogen-magentic-one", ".json")],
  ["reasoneval", fixtureFile("published/reasoneval.json")],
  ["agentprocessbench", fixtureFile("published/agentprocessbench.jsonl")],
  ["otlp", fixtureFile("otlp/genai-wrong-answer.otlp.json")],
  ["otlp", fixtureFile("otlp/openinference-node-exception.otlp.json")],
  ["langsmith", fixtureFile("langsmith/math-tool-error.runs.json")],
  ["langsmith", ...shared("langsmith-run", ".json"), ...shared("langsmith-sdk-payload", ".json")],
  ["langfuse", fixtureFile("langfuse/openai-agents-2025-09-30.json")],
  ["langfuse", fixtureFile("langfuse/claude-agent-2025-12-22.json")],
  ["langfuse", ...shared("langfuse", ".trace.json")],
  ["openai-chat", fixtureFile("traces/openai-chat.jsonl"), ...shared("openai-chat", ".json")],
  ["tau2", fixtureFile("traces/tau2.json")],
  ["claude-code", fixtureFile("traces/claude-code.jsonl")],
  ["codex", fixtureFile("traces/codex.jsonl")],
  [
    "autogen",
    ...[
      "autogen-messages.jsonl",
      "autogen-events.json",
      "autogen-team-state.json",
      "magentic-one.jsonl",
      "ag2-chat.json",
    ].map((name) => fixtureFile(`traces/${name}`)),
    ...shared("autogen-agentchat-events", ".json"),
  ],
];

const { at } = await scratchFolder();
const samples = SAMPLES.flatMap(([format, ...files]) =>
  files.map((file) => ({ format, file, name: path.basename(file) })),
);

it.each(samples)("reads damaged copies of $name in part, or refuses them", async ({ file, format, name }) => {
  const text = await readFile(file, "utf8");
  const faults: (readonly [number, readonly string[]])[] = [];
  const copies = async (first: number): Promise<void> => {
    for (let seed = SEED + first; seed < SEED + MUTATIONS; seed += AT_ONCE) {
      const bytes = mutated(text, seed);
      const copy = at(`${first}-${name}`);
      await writeFile(copy, bytes);
      const found = await readingFaults(copy, format, bytes.toString("utf8"));
      if (found.length > 0) faults.push([seed, found]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => copies(first)));
  expect(faults).toEqual([]);
});
