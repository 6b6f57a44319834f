import { END, START, StateGraph } from "@langchain/langgraph";

import { rollbackNodes } from "./graph/rollback-nodes.ts";
import {
  RollbackState,
  type RollbackChannels,
  type RollbackGraphState,
  type RollbackGraphUpdate,
} from "./graph/rollback-state.ts";
import type { InputOf, OutputOf, RollbackTarget } from "./langgraph/compiled-graph.ts";
import { warnOfUntestedLanggraph } from "./langgraph/warn-of-untested-langgraph.ts";
import { contextFor, unwrappedGraphOf } from "./setup/rollback-context.ts";
import { warnOfUndeclaredEffects } from "./setup/warn-of-undeclared-effects.ts";
import { resolveOptions, type RollbackOptions } from "./setup/rollback-options.ts";

type NodeName =
  | "begin"
  | "run"
  | "verify"
  | "attribute"
  | "plan"
  | "approve"
  | "rollBack"
  | "report"
  | typeof START;

/**
 * The rollback loop as a LangGraph graph: begin, run, verify, attribute, plan, approve, roll back, report. For Studio, where each
 * phase can be seen, and for building it into a larger graph; `withRollback` runs the same functions without the graph.
 *
 * How a run ended is in its state (`status`, `output`, `error`), never thrown. The wrapped graph keeps its own
 * thread and checkpointer; its interrupts are raised here, one at a time. Chunks of the attempts, and the rollback's
 * events between them, arrive in the `custom` stream. A node takes the inner thread while it works on it. Between
 * two nodes the thread is free: a run that comes then moves its head, and the rollback stops.
 *
 * @param options as for `withRollback`
 * @returns a graph to compile; it needs a checkpointer of its own to store its runs or to pause
 *
 * @example
 * const graph = rollbackGraph(agent, { verify }).compile({ checkpointer: new MemorySaver() });
 * const { status, output } = await graph.invoke({ input }, { configurable: { thread_id: "t-1" } });
 *
 * @throws as `withRollback` does
 */
export function rollbackGraph<G extends RollbackTarget>(
  graph: G,
  options: RollbackOptions<InputOf<G>, OutputOf<G>>,
): StateGraph<
  RollbackChannels,
  RollbackGraphState,
  RollbackGraphUpdate,
  NodeName,
  RollbackChannels,
  RollbackChannels
> {
  const compiled = unwrappedGraphOf(graph);
  const context = contextFor(compiled, resolveOptions(options));
  warnOfUndeclaredEffects(compiled, context.options);
  warnOfUntestedLanggraph();
  const nodes = rollbackNodes(context);
  return new StateGraph(RollbackState)
    .addNode("begin", nodes.begin)
    .addNode("run", nodes.run)
    .addNode("verify", nodes.verify)
    .addNode("attribute", nodes.attribute)
    .addNode("plan", nodes.plan)
    .addNode("approve", nodes.approve)
    .addNode("rollBack", nodes.rollBack)
    .addNode("report", nodes.report)
    .addEdge(START, "begin")
    .addConditionalEdges("begin", whenEnded, ["run", "verify"])
    .addConditionalEdges("run", whenEnded, ["run", "verify"])
    .addConditionalEdges("verify", afterVerify, ["attribute", "report", "run"])
    .addEdge("attribute", "plan")
    .addConditionalEdges("plan", afterPlan, ["approve", "report", "run"])
    .addConditionalEdges("approve", afterApproval, ["rollBack", "report", "run"])
    .addConditionalEdges("rollBack", ({ current }) => (current === undefined ? END : "run"), ["run", END])
    .addEdge("report", END);
}

const whenEnded = ({ end }: RollbackGraphState): "run" | "verify" => (end === undefined ? "run" : "verify");

/** A failure that is not to be attributed has its plan already: to give up. */
const afterVerify = ({ verified, planned }: RollbackGraphState): "attribute" | "report" | "run" => {
  if (verified === undefined) return "run";
  return verified.kind === "failed" && planned === undefined ? "attribute" : "report";
};

/** An attempt without a verdict continues: its model's request to go back was refused, or it was stopped early and nothing is rewound. */
const afterPlan = ({ planned, verified }: RollbackGraphState): "approve" | "report" | "run" => {
  if (verified === undefined) return "run";
  return planned?.kind === "roll-back" ? "approve" : "report";
};

const afterApproval = ({ planned, verified }: RollbackGraphState): "rollBack" | "report" | "run" => {
  if (verified === undefined) return "run";
  return planned?.kind === "roll-back" ? "rollBack" : "report";
};
