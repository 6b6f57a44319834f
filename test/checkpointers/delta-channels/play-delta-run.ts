import { HumanMessage } from "@langchain/core/messages";
import { Command } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { withRollback } from "langgraph-rollback";

import { aimAt, calibration } from "../../matrix/aim.ts";
import type { DeltaPlan } from "./delta-plan.ts";
import { valuesOf, Witness, writersGraph, type Values } from "./writers-graph.ts";

const calibrated = await calibration();

/** Values that a thread's runs saw while they ran. */
export interface Live {
  /** The state that each task was given, by the task's id. */
  readonly seen: ReadonlyMap<string, Values>;
  /** Output of each attempt, in order. */
  readonly outputs: readonly Values[];
}

/**
 * Runs a plan on a thread, each turn and each answer as a new process.
 *
 * @param open opens the same store each time
 */
export async function playDeltaRun(
  plan: DeltaPlan,
  open: () => BaseCheckpointSaver,
  threadId: string,
): Promise<Live> {
  const witness = new Witness();
  const outputs: Values[] = [];
  const process = () =>
    withRollback(writersGraph(plan, witness, open()), {
      verify: ({ output, attempt }) => {
        outputs.push(valuesOf(output ?? {}));
        return plan.rewindTo === undefined || attempt > 1;
      },
      scorer: aimAt(stepOf(plan)),
      calibration: calibrated,
      maxRollbacks: 1,
    });
  const config = { configurable: { thread_id: threadId } };
  for (let turn = 1; turn <= plan.turnCount; turn += 1) {
    const question = { messages: [new HumanMessage({ id: `question ${turn}`, content: "go" })], chain: "go" };
    let output: object = await process().invoke(question, config);
    while ("__interrupt__" in output) {
      const graph = process();
      // The state after the superstep has the update in it.
      for (const { id } of (await graph.getState(config)).tasks) witness.forget(id);
      output = await graph.invoke(answer, config);
    }
  }
  return { seen: witness.seen, outputs };
}

const answer = new Command<unknown, { chain: string }, never>({ resume: "yes", update: { chain: "answer" } });

/** The last writer that is a node, so that the two before it are finished siblings. */
function stepOf({ rewindTo, nodes }: DeltaPlan) {
  if (rewindTo !== "writer") return { node: rewindTo ?? "plan" };
  return { node: nodes.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[2] ?? "" };
}
