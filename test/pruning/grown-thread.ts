import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { replanNote, withRollback } from "langgraph-rollback";
import { toSet } from "langgraph-rollback/policies";

import { aimAt, calibration } from "../matrix/aim.ts";
import type { MatrixGraph, Shape } from "../matrix/shape.ts";

/** How a turn of a thread goes: judged right at once, after a rollback, never, or by the graph without rollback. */
export type TurnKind = "right" | "recovered" | "given-up" | "bare";

const calibrated = await calibration();

/** A graph of a shape without rollback. */
export const bareGraph = (shape: Shape, checkpointer: BaseCheckpointSaver): MatrixGraph =>
  shape.build({ checkpointer, ran: () => {}, verdict: () => "right" });

/** A graph of a shape with rollback, whose erring node errs in its first executions. */
export function guardedGraph(shape: Shape, checkpointer: BaseCheckpointSaver, errors: number): MatrixGraph {
  let left = errors;
  let isWrong = false;
  const verdict = (): "right" | "wrong" => {
    if (left === 0) return "right";
    left -= 1;
    isWrong = true;
    return "wrong";
  };
  return withRollback(shape.build({ checkpointer, ran: () => {}, verdict }), {
    verify: () => {
      const isRight = !isWrong;
      isWrong = false;
      return isRight;
    },
    scorer: aimAt(shape.start),
    calibration: calibrated,
    maxRollbacks: 2,
    policy: toSet(),
    ...(shape.noteChannel === undefined ? {} : { noteChannel: shape.noteChannel }),
    replan: replanNote,
  });
}

const ERRORS: Readonly<Record<Exclude<TurnKind, "bare">, number>> = {
  right: 0,
  recovered: 1,
  "given-up": Number.POSITIVE_INFINITY,
};

/** Adds a turn to a thread. A shape may throw in a later turn, or in one that is given up: that is a thread, too. */
export async function grow(
  shape: Shape,
  saver: BaseCheckpointSaver,
  thread_id: string,
  kind: TurnKind,
): Promise<void> {
  const graph = kind === "bare" ? bareGraph(shape, saver) : guardedGraph(shape, saver, ERRORS[kind]);
  await shape.play(graph, { configurable: { thread_id } }).catch(() => {});
}
