import { randomUUID } from "node:crypto";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { readHistory, replanNote, withRollback, type RollbackEvent } from "langgraph-rollback";
import { describe, expect, inject, it } from "vitest";

import { aimAt, calibration } from "../matrix/aim.ts";
import { shapes, type LogGraph, type Shape } from "./graphs.ts";
import { FOREIGN, meddlers, type Meddler } from "./meddlers.ts";
import { MeddlingSaver, type When } from "./meddling-saver.ts";

/** A run that fails once, with somebody else's checkpoint stored at some moment of its rollback. */
async function meddled(
  shape: Shape,
  { meddle }: Meddler,
  when: When,
  open: () => BaseCheckpointSaver,
  signal?: AbortController,
) {
  const config = { configurable: { thread_id: `foreign-${randomUUID()}` } };
  const ran: string[] = [];
  const events: RollbackEvent[] = [];
  const somebody = open();
  const theirs = shape.build(somebody, () => {});
  let failed: string | undefined;
  const doIt = async (now: When): Promise<void> => {
    if (now !== when || failed === undefined) return;
    const configurable = { ...config.configurable, checkpoint_ns: "", checkpoint_id: failed };
    failed = undefined;
    await meddle(somebody, theirs, { configurable });
    signal?.abort(new Error("the process dies"));
  };
  const wrap = async (saver: BaseCheckpointSaver) =>
    withRollback(
      shape.build(saver, (node) => ran.push(node)),
      {
        verify: ({ output }) => output?.log.includes("b: right") === true,
        scorer: aimAt({ node: "b" }),
        calibration: await calibration(),
        noteChannel: "note",
        onEvent: (event) => events.push(event),
        replan: async (context) => {
          ran.length = 0;
          failed = context.trajectory.head;
          await doIt("before");
          return replanNote(context);
        },
      },
    );
  const graph = await wrap(new MeddlingSaver(open(), doIt));
  return { config, ran, events, graph, wrap };
}

const codes = (events: readonly RollbackEvent[]) =>
  events.flatMap((event) => (event.type === "rollback:problem" ? [event.problem.code] : []));

/** A shape of one kind. */
export const FEW: readonly Shape[] = shapes.filter(({ kind }) => kind === "siblings-kept");

/**
 * Tests for a checkpoint that somebody else has stored on a thread that is being rolled back.
 *
 * @param few shapes that run where not all rounds do: `npm test` runs all of them over MemorySaver, and one over the others
 * @param all shapes that run in all rounds
 */
export function testForeignCheckpoints(
  open: () => BaseCheckpointSaver,
  few: readonly Shape[] = FEW,
  all: readonly Shape[] = shapes,
): void {
  for (const shape of inject("allRounds") ? all : few)
    for (const meddler of meddlers) {
      describe(`${shape.name}, ${meddler.name}`, () => {
        it("before the fork is put: nothing is rolled back, and the run's own result comes back", async () => {
          const { config, ran, events, graph } = await meddled(shape, meddler, "before", open);
          const output = await graph.invoke({ log: ["in"] }, config);
          expect(output.log.toSorted()).toEqual(["in", "a", "b: wrong", "after"].toSorted());
          expect(ran).toEqual([]);
          expect(codes(events)).toEqual(["THREAD_MOVED"]);
        });

        for (const when of ["while", "after"] as const)
          it(`${when} the fork is put: the attempt starts from its fork, and reports it`, async () => {
            const { config, ran, events, graph } = await meddled(shape, meddler, when, open);
            const output = await graph.invoke({ log: ["in"] }, config);
            await expectRecovered(shape, graph, config, { output, ran });
            expect(codes(events)).toEqual(["BRANCH_OVERTAKEN"]);
            const [run] = await readHistory(graph, config);
            expect(run?.problems).toMatchObject([{ attempt: 2, problem: { code: "BRANCH_OVERTAKEN" } }]);
          });

        // There the next process resumes what somebody else has begun.
        if (meddler.goesOn === true) return;
        it("after the fork is put by a process that dies: the next one continues from it", async () => {
          const controller = new AbortController();
          const { config, ran, graph, wrap } = await meddled(shape, meddler, "after", open, controller);
          const { signal } = controller;
          await expect(graph.invoke({ log: ["in"] }, { ...config, signal })).rejects.toThrow(
            "the process dies",
          );
          const next = await wrap(open());
          ran.length = 0;
          const output = await next.invoke(null, config);
          await expectRecovered(shape, next, config, { output, ran });
        });
      });
    }
}

async function expectRecovered(
  { kind, reruns, right }: Shape,
  graph: LogGraph,
  config: { readonly configurable: { readonly thread_id: string } },
  { output, ran }: { readonly output: { readonly log: readonly string[] }; readonly ran: readonly string[] },
): Promise<void> {
  expect(output.log).not.toContain(FOREIGN);
  expect(output.log).toEqual(right);
  expect(ran).toEqual(reruns);
  expect((await graph.getState(config)).values.log).toEqual(right);
  const history = await readHistory(graph, config);
  expect(history).toMatchObject([
    { status: "recovered", attempts: [{ rewind: { kind } }, { decision: "accept" }] },
  ]);
}
