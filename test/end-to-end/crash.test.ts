import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { MessagesAnnotation } from "@langchain/langgraph";
import { readHistory } from "langgraph-rollback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { noteTakingGraph, thread, type Failure } from "../fixtures/note-taking-graph.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { oddEnd, runToEnd } from "../fixtures/worker-end.ts";

const folder = mkdtempSync(join(tmpdir(), "langgraph-rollback-crash-"));
let program = "";
beforeAll(async () => {
  program = await keptBundle(join(import.meta.dirname, "../fixtures/crash-worker.ts"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the graph in a process of its own, which is killed. */
async function die(file: string, failure: Failure, dieAt: string): Promise<void> {
  const end = await runToEnd(program, [file, failure, dieAt]);
  if (end.signal !== "SIGKILL") throw oddEnd(end);
}

const nodesRun = (file: string): string[] => readFileSync(`${file}.ran`, "utf8").trim().split("\n");

const once = ["plan", "solve", "check"];
const untilItThrows = ["plan", "solve"];

/** Points at which the first process dies, and the nodes that both of them execute together. */
const points: readonly (readonly [string, Failure, string, readonly string[]])[] = [
  ["in the middle of attempt 1", "wrong", "after loop 2", [...once, ...once]],
  ["when the failure is judged and nothing of it is stored", "wrong", "before record 1", [...once, ...once]],
  ["when the decision is stored and the fork is not made", "wrong", "after record 1", [...once, ...once]],
  ["when the fork is made", "wrong", "after update 1", [...once, ...once]],
  ["in the middle of attempt 2", "wrong", "after loop 6", [...once, ...once]],
  ["when attempt 2 is over and not judged", "wrong", "before record 2", [...once, ...once]],
  ["when everything is stored", "wrong", "after record 2", [...once, ...once]],
  [
    "when an exception is judged and nothing of it is stored",
    "throws",
    "before record 1",
    [...untilItThrows, ...once],
  ],
  ["when the decision about an exception is stored", "throws", "after record 1", [...untilItThrows, ...once]],
];

describe.skipIf(sqlite.open === undefined)(`a process that is killed${sqlite.missing}`, () => {
  it.each(points)(
    "%s (%s) is continued by the next one, and no attempt counts twice",
    async (name, failure, dieAt, ran) => {
      const file = join(folder, `${points.findIndex(([other]) => other === name)}.sqlite`);
      await die(file, failure, dieAt);
      const saver = sqlite.open?.(file);
      if (saver === undefined) return;
      const graph = noteTakingGraph(saver, { failure, journal: `${file}.ran` });
      const { messages } = await graph.invoke(null, thread);
      const said = messages.map(({ text }) => text);
      expect(said.slice(-3)).toEqual(["plan: right", "solve: right", "check: right"]);
      expect(said.filter((text) => text.startsWith("[rollback]"))).toHaveLength(1);
      const history = await readHistory(graph, thread);
      expect(history).toMatchObject([
        {
          status: "recovered",
          attempts: [
            { attempt: 1, decision: "roll-back", outcome: { ok: false }, rewind: { step: 0 } },
            { attempt: 2, decision: "accept", outcome: { ok: true } },
          ],
        },
      ]);
      expect(nodesRun(file)).toEqual(ran);

      const later = sqlite.open?.(file);
      if (later === undefined) return;
      const again = noteTakingGraph(later);
      expect(await readHistory(again, thread)).toEqual(history);
      const state = await again.getState(thread);
      const stored: typeof MessagesAnnotation.State = state.values;
      expect(stored.messages.map(({ text }) => text)).toEqual(said);
    },
  );
});
