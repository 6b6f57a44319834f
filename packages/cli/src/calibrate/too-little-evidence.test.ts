import { readFile, rm, writeFile } from "node:fs/promises";
import { LAST_RECOVERING_START } from "@langgraph-rollback/inspector/shared";
import { describe, expect, it } from "vitest";
import { recordRuns } from "../fixtures/replayed-agent.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { evidenceLines } from "./evidence-lines.ts";

const { at } = await scratchFolder();
const [db, replays] = [at("seen.sqlite"), at("seen.replays.jsonl")];
const saver = sqlite.open?.(db);

/** Failures that were observed and never retried. */
const THREADS = ["a", "b", "c", "d"] as const;
if (saver !== undefined) {
  const tasks = Object.fromEntries(THREADS.map((thread) => [thread, { wrongAt: "solve" } as const]));
  const agent = await recordRuns(saver, at("agent.mjs"), tasks);
  await runHere(["label", "--replay", "--graph", agent, "--db", db]);
}
const lines = saver === undefined ? [] : (await readFile(replays, "utf8")).trimEnd().split("\n");

const calibrate = (...args: readonly string[]) =>
  runHere(["calibrate", "--db", db, "--scorer", "outcomes", ...HOW, "--out", at("made.json"), ...args]);
const HOW = ["--convention", LAST_RECOVERING_START, "--alpha", "0.5", "--force"];

describe.skipIf(saver === undefined)(`a scorer from too few outcomes${sqlite.missing}`, () => {
  it("is refused where no run was retried or replayed", async () => {
    await writeFile(at("empty.jsonl"), "");
    expect(await calibrate("--replays", at("empty.jsonl"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("got none: `--scorer outcomes` has nothing to learn from"),
    });
  });

  it("is refused where only the failure that calibrates was replayed, and fitted to any other", async () => {
    const ends = [];
    for (const thread of THREADS) {
      const file = at(`${thread}.jsonl`);
      await writeFile(file, lines.filter((line) => JSON.parse(line).thread === thread).join("\n"));
      await rm(at("made.json"), { force: true });
      ends.push(await calibrate("--replays", file));
    }
    expect(ends.filter(({ code }) => code === 0)).toHaveLength(3);
    const refused = ends.find(({ code }) => code === 1);
    expect(refused?.err).toContain("Nothing is known of the 3 failures that were to fit the scorer");
  });
});

describe("the report of evidence", () => {
  it("names each kind, and tries that were left out", () => {
    const counts = { failures: 9, labels: 1, intervals: 2, retries: 1, replays: 12, inconclusive: 3 };
    const [learnt, leftOut] = evidenceLines({
      ...counts,
      reaching: 0.8,
      missing: 0.05,
      stuck: 0.1,
      errorRate: 0.03,
    });
    expect(learnt).toBe(
      "The scorer learnt from 9 failed attempts: 1 label of a person, 2 intervals, 1 retry and 12 replays.",
    );
    expect(leftOut).toBe("3 tries without a verdict: left out.");
    expect(evidenceLines(null)).toEqual([]);
  });
});
