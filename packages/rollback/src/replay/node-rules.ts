import { START } from "@langchain/langgraph";

import type { EffectDeclaration } from "../effects/declaring/effect-options.ts";
import { isToolNode } from "../effects/intercepting/seen-tools.ts";
import { subgraphAt, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import type { ReplayAnswer } from "./replay-answer.ts";

/** The node of `createAgent` that asks the model, and nothing else. */
const MODEL_NODE = "model_request";

/** @internal What is known of a graph's nodes in a replay. */
export interface NodeRules {
  readonly graph: CompiledGraph;
  /** As the user says for this replay. */
  readonly answers: Readonly<Record<string, ReplayAnswer>>;
  /** As the graph declares them; `undefined` where it declares no effects. */
  readonly declared: Readonly<Record<string, EffectDeclaration>> | undefined;
}

/**
 * @internal Whether the code of a task may run in a replay. In a graph that declares effects a node may have others, which nobody sees: only those that are
 * known to have none run. A node that is one effect is asked for as such. What runs inside of a node that may run may, too.
 *
 * @param namespace of the task, like `node:task id|node:task id`
 */
export function mayRun({ graph, answers, declared }: NodeRules, namespace: string): boolean {
  let around: CompiledGraph | undefined = graph;
  for (const part of namespace.split("|")) {
    const node = part.split(":", 1)[0] ?? "";
    const answer = Object.hasOwn(answers, node) ? answers[node] : undefined;
    if (answer !== undefined) return answer !== "refuse";
    if (declared === undefined || Object.hasOwn(declared, node)) return true;
    const bound = around?.nodes[node]?.bound;
    if (isToolNode(bound) || node === MODEL_NODE || node === START) return true;
    const inner = subgraphAt(around, node);
    if (inner === undefined) return false;
    around = inner;
  }
  return true;
}
