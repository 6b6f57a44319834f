import { isDeepStrictEqual } from "node:util";

import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { readHistory, withRollback, type RollbackEvent } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { aimAt, calibration } from "../matrix/aim.ts";
import { plain } from "../matrix/plain.ts";
import type { MatrixGraph, Shape } from "../matrix/shape.ts";
import { agentV2 } from "../matrix/shapes/agents.ts";
import { fanOutSecond } from "../matrix/shapes/fan-out.ts";
import { sequence } from "../matrix/shapes/sequence.ts";
import { inheritedSubgraph } from "../matrix/shapes/subgraphs.ts";
import { FAULT, FaultySaver, METHODS, type Fault } from "./faulty-saver.ts";

// A longer series: FAULTS=40 npm run test:all -- checkpointer-faults
const LAST = Number(process.env["FAULTS"] ?? 8);

const shapes = [sequence, fanOutSecond, inheritedSubgraph, agentV2];
const config = { configurable: { thread_id: "t" } };

/** Output of a graph on its own. */
async function bareOutput(shape: Shape, verdict: "right" | "wrong"): Promise<unknown> {
  const graph = shape.build({ checkpointer: new MemorySaver(), ran: () => {}, verdict: () => verdict });
  const [output] = await shape.play(graph, config);
  return plain(output, shape.noteChannel);
}

/** A run over a checkpointer with one fault; it errs until it is told, or never. */
async function runWith(shape: Shape, fault: Fault, errs: boolean, right: unknown) {
  const saver = new FaultySaver(fault);
  const events: RollbackEvent[] = [];
  const graph: MatrixGraph = withRollback(
    shape.build({
      checkpointer: saver,
      ran: () => {},
      verdict: (told) => (told || !errs ? "right" : "wrong"),
    }),
    {
      verify: ({ output }) => {
        saver.hasVerdict = true;
        return isDeepStrictEqual(plain(output, shape.noteChannel), right);
      },
      scorer: aimAt(shape.start),
      calibration: await calibration(),
      onEvent: (event) => events.push(event),
      ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
    },
  );
  let output: unknown;
  let thrown: string | undefined;
  try {
    [output] = await shape.play(graph, config);
  } catch (error) {
    thrown = error instanceof Error ? error.message : "no error";
  }
  saver.isMended = true;
  const [history] = await readHistory(graph, config);
  const last = events.findLast((event) => event.type === "rollback:ended");
  return {
    hits: saver.hits,
    output: plain(output, shape.noteChannel),
    thrown,
    told: last?.status,
    kept: history?.status,
  };
}

type Run = Awaited<ReturnType<typeof runWith>>;

/** Statuses that a run may have, by its result. */
const TRUTHS: Readonly<Record<"right" | "wrong", readonly unknown[]>> = {
  right: ["succeeded", "recovered", "unjudged"],
  wrong: ["gave-up", "unjudged"],
};

/** Loss or false report of a run that met a fault; `undefined` if there is none. */
function falseIn(run: Run, { method, n, forGood }: Fault, errs: boolean, [right, wrong]: readonly unknown[]) {
  const which = `call ${n} of ${method}`;
  const inRun = run.hits.find(({ byRun }) => byRun);
  if (run.thrown !== undefined) {
    if (run.thrown !== FAULT) return `${which}: something else was thrown: ${run.thrown}`;
    // The bare graph has no result either: LangGraph itself met the fault, and nothing had been verified yet.
    if (inRun?.afterVerdict !== false) return `${which}: the result was lost`;
    return ["gave-up", "unjudged", undefined].includes(run.told) ? undefined : `${which}: told ${run.told}`;
  }
  const isRight = isDeepStrictEqual(run.output, right);
  if (!isRight && !isDeepStrictEqual(run.output, wrong)) return `${which}: gave neither output`;
  const truths = TRUTHS[isRight ? "right" : "wrong"];
  if (!truths.includes(run.told)) return `${which}: told ${run.told}`;
  // Data that a store held before stay in it when it is gone for good.
  if (forGood && (run.kept === undefined || run.kept === "running")) return undefined;
  if (!truths.includes(run.kept)) return `${which}: kept ${run.kept}`;
  if (forGood || inRun !== undefined) return undefined;
  // A fault that meets the rollback alone, for a moment, has no consequence.
  const usual = errs ? "recovered" : "succeeded";
  return isRight && run.told === usual && run.kept === usual ? undefined : `${which}: it had a consequence`;
}

describe.each(shapes.map((shape) => [shape.name, shape] as const))("%s over a checkpointer", (_, shape) => {
  describe.each(METHODS)("that fails in %s", (method) => {
    it.each([
      ["once, a run that is right", false, false],
      ["for good, a run that is right", true, false],
      ["once, a run that errs", false, true],
      ["for good, a run that errs", true, true],
    ])("%s, loses no result and has no false status", async (__, forGood, errs) => {
      const outputs = [await bareOutput(shape, "right"), await bareOutput(shape, "wrong")];
      const faults: string[] = [];
      let hasHit = true;
      for (let n = 1; n <= LAST && hasHit; n += 1) {
        const run = await runWith(shape, { method, n, forGood }, errs, outputs[0]);
        const found = falseIn(run, { method, n, forGood }, errs, outputs);
        if (found !== undefined) faults.push(found);
        hasHit = run.hits.length > 0;
      }
      expect(faults).toEqual([]);
    });
  });
});
