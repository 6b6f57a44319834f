import type { Attribution } from "@langgraph-rollback/attribution";
import type { Trajectory } from "@langgraph-rollback/attribution/trajectory";

import type { RollbackProblem } from "./history/attempt-record.ts";
import { attributeFailure } from "./planning/attribute-failure.ts";
import { checkOptions } from "./errors/refuse-options.ts";
import { A_NUMBER, ATTRIBUTION_CHECKS } from "./setup/check-options.ts";
import { learningOf } from "./setup/learning.ts";
import type { AttributionSource } from "./setup/resolve-scorer.ts";

/** The fields that {@link attributionNode} reads from a graph's state. */
export interface AttributionNodeInput {
  readonly trajectory: Trajectory;
  /** Tolerated miss rate, in [0, 1); comes before the node's own. */
  readonly alpha?: number | undefined;
}

/** The fields that {@link attributionNode} writes to a graph's state. */
export interface AttributionNodeOutput {
  readonly attribution: Attribution;
  /** Why the scorer failed; the set is the whole trajectory then. Else `undefined`. */
  readonly problem: RollbackProblem | undefined;
}

/** A node that attributes a failure. */
export type AttributionNode = (
  state: AttributionNodeInput,
  config?: { readonly signal?: AbortSignal },
) => Promise<AttributionNodeOutput>;

/**
 * Attribution as a LangGraph node, for graphs that handle failures themselves: reads `trajectory` from the state and
 * writes `attribution` to it, and `problem` where the state has such a channel. {@link rollbackGraph} has it as a node.
 *
 * A scorer that fails does not end the graph: `attribution.fallback` says why, and its set is the whole trajectory.
 * A calibration file is looked at in each call.
 *
 * @example
 * builder.addNode("attribute", attributionNode({ calibration: "calibration.json" }));
 *
 * @throws {InvalidOptionError | UnknownOptionError} if an option has a value of a wrong type, or does not exist
 * @throws {CalibrationMismatchError | ScorerMissingError} if calibration and scorer do not belong together
 * @throws {RangeError} if `alpha` is out of range
 */
export function attributionNode(options: AttributionSource & { readonly alpha?: number }): AttributionNode {
  checkOptions(options, { ...ATTRIBUTION_CHECKS, alpha: A_NUMBER });
  const learning = learningOf(options, false);
  return async ({ trajectory, alpha }, config) => {
    await learning.refresh();
    const learnt = learning.learntFrom(learning.held());
    const rate = alpha ?? learnt.alpha;
    const { attribution, problem } = await attributeFailure(learnt, trajectory, rate, config?.signal);
    return { attribution, problem };
  };
}
