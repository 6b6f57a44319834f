import { MemorySaver } from "@langchain/langgraph-checkpoint";
import {
  readHistory,
  readTrajectory,
  withRollback,
  type RecordedStep,
  type RecordedTrajectory,
  type RollbackTarget,
} from "langgraph-rollback";
import { readTurns } from "langgraph-rollback/inspection";
import { describe, expect, it } from "vitest";

import type { MatrixGraph, Shape } from "./shape.ts";
import { shapes } from "./shapes.ts";

const config = { configurable: { thread_id: "t" } };

const at = (checkpoint_id: string) => ({ configurable: { ...config.configurable, checkpoint_id } });

const stepsAt = async (store: RollbackTarget | MemorySaver, checkpoint: string) =>
  (await readTrajectory(store, at(checkpoint))).steps;

const build = (shape: Shape, checkpointer: MemorySaver, verdict: () => "right" | "wrong"): MatrixGraph =>
  shape.build({ checkpointer, ran: () => {}, verdict });

/**
 * Differences in the steps of a thread that was run without `withRollback`: an entrypoint has no name; a function that
 * passes on what the graph called in it gave is taken for that graph; a subgraph that a Command has left is taken for a
 * function.
 */
const DIFFERENCES = [
  { name: /^the functional API/, node: "workflow", is: "unnamed" },
  { name: /^a subgraph that is called in a node's function/, node: "team", is: "missing" },
  { name: /^Command to the parent/, node: "team", is: "added" },
  { name: /^an agent that (another has handed|hands) over to/, node: "receptionist", is: "added" },
] as const;

/** Facts about a step, without its place among the others. */
function facts(step: RecordedStep) {
  const { index: _, ...rest } = step;
  return rest;
}

/** Facts about a step, without a name for the node. */
function unnamed(step: RecordedStep) {
  const { agent: _, identity: __, origin, ...rest } = step;
  const { node: ___, ...place } = origin;
  return { ...rest, origin: place };
}

const besides = (steps: readonly RecordedStep[], node: string) =>
  steps.filter(({ origin }) => origin.node !== node).map(facts);

function expectDifference(
  shape: Shape,
  without: readonly RecordedStep[],
  withGraph: readonly RecordedStep[],
): void {
  const difference = DIFFERENCES.find(({ name }) => name.test(shape.name));
  if (difference === undefined) return expect(without).toEqual(withGraph);
  const { node, is } = difference;
  if (is === "unnamed") return expect(without.map(unnamed)).toEqual(withGraph.map(unnamed));
  expect(besides(without, node)).toEqual(besides(withGraph, node));
  expect(without.length - withGraph.length).toBe(is === "added" ? 1 : -1);
}

describe("a thread read from its checkpointer alone", () => {
  for (const shape of shapes) {
    it(`gives the same steps of ${shape.name} as with its graph, if withRollback ran it`, async () => {
      const saver = new MemorySaver();
      let failures = 0;
      const graph = withRollback(
        build(shape, saver, () => (failures > 0 ? "right" : "wrong")),
        {
          verify: () => (failures += 1) > 1,
          maxRollbacks: 1,
          ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
        },
      );
      // Some shapes end in an exception.
      await shape.play(graph, config).catch(() => {});
      const judged = (await readHistory(saver, config)).flatMap(({ attempts }) => attempts);
      const turns = await readTurns(saver, config);
      expect(judged.length).toBeGreaterThan(0);
      const fresh = build(shape, saver, () => "right");
      let earlier: RecordedTrajectory | undefined;
      for (const { head } of [...judged, ...turns]) {
        const whole = await readTrajectory(saver, at(head));
        expect(whole.steps).toEqual(await stepsAt(fresh, head));
        expect(await readTrajectory(saver, at(head), earlier)).toEqual(whole);
        earlier = whole;
      }
    });

    it(`gives the same steps of ${shape.name}, or what is known to differ, if its graph ran it`, async () => {
      const saver = new MemorySaver();
      const graph = build(shape, saver, () => "right");
      await shape.play(graph, config).catch(() => {});
      const turns = await readTurns(saver, config);
      expect(turns.length).toBeGreaterThan(0);
      for (const { head } of turns)
        expectDifference(shape, await stepsAt(saver, head), await stepsAt(graph, head));
    });
  }
});
