import { START } from "@langchain/langgraph";

import type { EffectDeclaration } from "../effects/declaring/effect-options.ts";
import { isToolNode } from "../effects/intercepting/seen-tools.ts";
import { subgraphAt, type CompiledGraph } from "../langgraph/compiled-graph.ts";
import type { ReplayAnswer } from "../answers/replay-answer.ts";

/** The node of `createAgent` that asks the model, and nothing else. */
const MODEL_NODE = "model_request";

/** @internal Facts about a graph's nodes in a replay. */
export interface NodeRules {
  readonly graph: CompiledGraph;
  /** As the user says for this replay. */
  readonly answers: Readonly<Record<string, ReplayAnswer>>;
  /** As the graph declares them; `undefined` where it declares no effects. */
  readonly declared: Readonly<Record<string, EffectDeclaration>> | undefined;
}

/**
 * @internal Why the code of a task may not run in a replay, with the remedy; `undefined` if it may. In a graph that declares effects a node may have others, which nobody sees: only those that are
 * known to have none run, with all that runs inside of them. A node that has an answer, or that is one effect, is asked for where the graph holds it; in a graph that a
 * node's code calls it cannot be asked for, and does not run.
 *
 * @param namespace of the task, like `node:task id|node:task id`
 */
export function whyNotRun({ graph, answers, declared }: NodeRules, namespace: string): string | undefined {
  let around: CompiledGraph | undefined = graph;
  let isFree = declared === undefined;
  for (const part of namespace.split("|")) {
    const node = part.split(":", 1)[0] ?? "";
    const answer = own(answers, node);
    const declaration = own(declared ?? {}, node);
    if (answer === "refuse") return "The replay was told to refuse it.";
    const isAskedFor =
      answer === undefined ? declaration !== undefined && declaration !== "read-only" : answer !== "run";
    if (isAskedFor) return around?.nodes[node] === undefined ? outOfReach(node) : undefined;
    const inner = subgraphAt(around, node);
    const isKnown = isToolNode(around?.nodes[node]?.bound) || node === MODEL_NODE || node === START;
    isFree ||= isKnown || answer === "run" || declaration === "read-only";
    if (!isFree && inner === undefined) return undeclared(node);
    around = inner;
  }
  return undefined;
}

const outOfReach = (node: string): string =>
  `It lies in a graph that a node's code calls, where nothing can stand for it. Replay with \`nodes: { ${node}: "run" }\`, or let a function stand for the node around it.`;

const undeclared = (node: string): string =>
  `The graph declares effects, and nobody says that this node has none: declare \`effects.nodes.${node}: "read-only"\`, or replay with \`nodes: { ${node}: "run" }\`.`;

const own = <T>(named: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(named, name) ? named[name] : undefined;
