import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { type Step, stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { afterAll, describe, expect, it } from "vitest";

import { failedThread, givenSource } from "../fixtures/given-source.ts";
import { openInspector } from "../fixtures/open-inspector.ts";
import type { ThreadSource } from "../source/thread-source.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-replays-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

/** Steps by the ids of their checkpoints. The content is the letter of the id, so that b and b' say the same. */
const steps = (...checkpoints: readonly string[]): readonly Step[] =>
  checkpoints.map((after, index) => ({
    index,
    agent: "solver",
    content: after.toUpperCase().replace("'", ""),
    origin: { node: "n", taskId: `task ${after}`, superstep: index, namespace: "", before: "", after },
  }));

const replay = (thread: string, number: number, rest: Partial<Trajectory>): string =>
  `${stringifyTrajectory({ id: `replay/${thread}/no note/${number}`, group: "replay/no note", task: "", steps: [], ...rest })}\n`;

/** Attempt 2 kept the first step of attempt 1. */
const ATTEMPTS = [steps("a", "b", "c"), steps("a", "d", "e")];

const source: ThreadSource = {
  ...givenSource([failedThread("t", [{}, {}])]),
  trajectory: async ({ attempt }) => ({ id: "", task: "", steps: ATTEMPTS[attempt - 1] ?? [] }),
};

async function shown(...files: readonly string[]) {
  const { ask } = await openInspector({ source, replays: files });
  return async (what: string) => {
    const answer = await ask(`/api/${what}`);
    return answer.ok ? JSON.parse(await answer.text()) : answer.status;
  };
}

describe("replays from files", () => {
  it("are of the attempt that shares the most steps with them, of the latest one in doubt", async () => {
    const first = written(
      "first.jsonl",
      replay("t", 1, { steps: steps("a", "b", "x") }) + replay("t", 2, { steps: steps("a", "y") }),
    );
    const second = written("second.jsonl", replay("t", 1, { steps: steps("z") }));
    const read = await shown(first, second);
    expect(await read("replays?id=t")).toMatchObject([
      { replay: 1, number: 1, variant: "no note", run: "run of t", attempt: 1 },
      { replay: 2, number: 2, attempt: 2 },
      { replay: 3, number: 1, attempt: 2 },
    ]);
  });

  it("are held against each attempt of the run", async () => {
    const whole = replay("t", 1, { steps: steps("a", "b'", "c'"), outcome: { ok: false } });
    const other = replay("t", 2, { steps: steps("a", "d'", "q"), outcome: { ok: true } });
    const short = replay("t", 3, { steps: steps("a", "d'"), outcome: { ok: true } });
    const cut = replay("t", 4, { steps: steps("a", "d'") });
    const read = await shown(written("against.jsonl", whole + other + short + cut));
    const against = async (number: number) => (await read(`replay?thread=t&replay=${number}`)).against;
    expect(await against(1)).toEqual([
      { attempt: 1, kept: 1 },
      { attempt: 2, kept: 1, partsAt: 1 },
    ]);
    expect((await against(2))[1]).toEqual({ attempt: 2, kept: 1, partsAt: 2 });
    expect((await against(3))[1]).toEqual({ attempt: 2, kept: 1, partsAt: 2 });
    expect((await against(4))[1]).toEqual({ attempt: 2, kept: 1 });
  });

  it("are no threads, attempts, failures or things to label", async () => {
    const failed = replay("t", 1, { steps: steps("a", "x"), outcome: { ok: false, reason: "wrong" } });
    const [read, without] = [await shown(written("failed.jsonl", failed)), await shown()];
    for (const what of ["thread?id=t", "labels", "labels/runs", "pilot"])
      expect(await read(what)).toEqual(await without(what));
    const listed = await without("threads");
    const counted = listed.threads.map((thread: object) => ({ ...thread, replays: 1 }));
    expect(await read("threads")).toEqual({ ...listed, threads: counted });
    expect(await without("replays?id=t")).toEqual([]);
  });

  it("show their steps within bounds, and nothing that is not there", async () => {
    const long = [{ index: 0, agent: "a".repeat(500), content: "<b>".repeat(100_000) }];
    const read = await shown(written("long.jsonl", replay("t", 1, { steps: long })));
    expect(JSON.stringify(await read("replay?thread=t&replay=1")).length).toBeLessThan(2000);
    const { content } = await read("replay/step?thread=t&replay=1&step=0");
    expect(content.length).toBeLessThan(33_000);
    for (const what of [
      "replay?thread=t&replay=2",
      "replay?thread=u&replay=1",
      "replay/step?thread=t&replay=1&step=1",
    ])
      expect(await read(what)).toBe(404);
    expect(await read("replay?thread=t&replay=-1")).toBe(400);
  });

  it.each([
    [
      "a trajectory of a run",
      stringifyTrajectory({ id: "t", task: "", steps: steps("a") }),
      /"t" is no replay/,
    ],
    ["a line that is cut off", `${replay("t", 1, {})}{"format":`, /Trajectory \(line 2\)/],
    ["no trajectories", "hello", /Cannot show/],
  ])("are refused where a file has %s", async (_, content, fault) => {
    const file = written("refused.jsonl", content);
    const refusal = shown(file);
    await expect(refusal).rejects.toThrow(fault);
    await expect(refusal).rejects.toThrow(/ Give files that `langgraph-rollback replay --out` wrote\.$/);
  });
});
