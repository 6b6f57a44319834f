import { AIMessage } from "@langchain/core/messages";
import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, END, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import {
  withRollback,
  type EffectDeclaration,
  type EffectOptions,
  type ThreadLock,
  type UndoCall,
} from "langgraph-rollback";

import {
  argsSchema,
  beEffect,
  callsOf,
  doActs,
  isDue,
  marked,
  OPEN_TIMEOUT,
  PlannedError,
  toolsOf,
  type Process,
} from "./acting.ts";
import { checksOf, watchOf } from "./stopping.ts";
import { HELD, NODE_ACT, type ActPlan, type NodePlan, type Program, type TurnPlan } from "./program.ts";

const said = Annotation<string[]>({ reducer: (a, b) => [...new Set([...a, ...b])], default: () => [] });
const Said = Annotation.Root({ said, ...MessagesAnnotation.spec });
const Inner = Annotation.Root({ said });
type State = typeof Said.State;

/** Repair that the world can be given in a program. */
export interface Mending {
  /** Whether `undo` that failed for good works again. */
  isMended: boolean;
}

/** Reports of a process to its watcher. */
export interface Watcher {
  /** The turn that it takes part in, from 0 on. */
  readonly turn: number;
  /** The policy is called for an attempt, 1-based: its steps were scored. */
  readonly onDecide: (attempt: number) => void;
  /** Whether it is stored, or somebody says by hand, that the thread's newest run releases what it holds. */
  readonly isAccepted: () => Promise<boolean>;
}

/** A node that throws is tried once more. */
const ONCE_MORE = {
  maxAttempts: 2,
  initialInterval: 1,
  jitter: false,
  retryOn: () => true,
  logWarning: false,
};

const nameOf = (layer: number, index: number): string => `n${layer}_${index}`;

const nodesOf = ({ layers }: Program): readonly (readonly [string, NodePlan])[] =>
  layers.flatMap((layer, l) => layer.map((plan, i) => [nameOf(l, i), plan] as const));

/** The graph of a program without rollback, in one process. */
export function bareGraph(program: Program, process: Process & Watcher, checkpointer: BaseCheckpointSaver) {
  const nodes = nodesOf(program);
  // Not a literal: nodes are added in a loop, by names of any kind.
  const first: string = "join_0";
  const builder = new StateGraph(Said).addNode(first, () => ({})).addEdge(START, first);
  for (const [name, plan] of nodes)
    builder.addNode(
      name,
      workOf(process, name, plan, checkpointer),
      plan.retries ? { retryPolicy: ONCE_MORE } : {},
    );
  for (const [l, layer] of program.layers.entries()) {
    const [before, after] = [`join_${l}`, `join_${l + 1}`];
    const names = layer.map((_, i) => nameOf(l, i));
    builder.addNode(after, () => ({}));
    builder.addConditionalEdges(
      before,
      (state: State, config: RunnableConfig) =>
        layer.map((plan, i) => (isSent(plan) ? sent(nameOf(l, i), plan, state, config) : nameOf(l, i))),
      names,
    );
    builder.addEdge(names, after);
  }
  builder.addEdge(`join_${program.layers.length}`, END);
  return builder.compile({ checkpointer });
}

/** The graph of a program, in one process. */
export function programGraph(
  program: Program,
  process: Process & Mending & Watcher,
  checkpointer: BaseCheckpointSaver,
  { lock, mode }: { readonly lock?: ThreadLock | undefined; readonly mode?: "observe" } = {},
) {
  const turn: TurnPlan = program.turns[process.turn] ?? { failures: 0, starts: [] };
  const { failures, isUnjudged, starts } = turn;
  return withRollback(bareGraph(program, process, checkpointer), {
    verify: ({ attempt }) => {
      if (isUnjudged === true) throw new PlannedError("nobody judges");
      return attempt > failures;
    },
    maxRollbacks: program.maxRollbacks,
    approve: (program.answers ?? []).length > 0 ? "always" : "never",
    effects: effectsOf(program, process, nodesOf(program)),
    policy: {
      name: "anywhere",
      decide: ({ tries }) => {
        process.onDecide(tries.length);
        const steps = tries.at(-1)?.scores.length ?? 1;
        const start = Math.floor((starts[tries.length - 1] ?? 0) * steps);
        return { kind: "roll-back", start, reason: "the program says so" };
      },
    },
    ...watchOf(turn),
    ...checksOf(turn.check, [...nodesOf(program).map(([name]) => name), `join_${program.layers.length}`]),
    ...(lock === undefined ? {} : { lock }),
    ...(mode === undefined ? {} : { mode }),
  });
}

const isSent = ({ kind }: NodePlan): boolean => kind === "sent" || kind === "sent-tools";

function sent(name: string, plan: NodePlan, state: State, config: RunnableConfig): Send {
  const tool_calls = callsOf(name, plan, (act) => isDue(act, state.said, config));
  const messages = [new AIMessage({ content: "", tool_calls })];
  return new Send(name, plan.kind === "sent-tools" ? { messages } : { said: state.said });
}

function effectsOf(
  program: Program,
  process: Process & Mending & Watcher,
  nodes: readonly (readonly [string, NodePlan])[],
): EffectOptions {
  const { world, life } = process;
  const undo = async (call: UndoCall): Promise<void> => {
    const name = call.name.startsWith("n") ? NODE_ACT : call.name;
    const failures = program.undoFailures[name] ?? 0;
    const fails = await life.operation(() => {
      world.asked({ ...call, name });
      return world.count(`undo ${name}`) <= failures && !process.isMended;
    });
    if (fails) throw new PlannedError(`${name} cannot be undone now`);
    await life.operation(() => world.undo({ ...call, name }));
  };
  const keyed = { undo, idempotencyKey: ({ args }: { args: unknown }) => orderKey(args) };
  return {
    tools: {
      book: { undo },
      pay: { undo },
      order: { ...keyed, redo: "reuse" },
      mail: "irreversible",
      letter: letterOf(process, nodes),
      look: "read-only",
    },
    nodes: Object.fromEntries(
      nodes.filter(([, { kind }]) => kind === "declared").map(([name]) => [name, { undo }]),
    ),
    undeclared: "unknown",
    onIrreversible: program.onIrreversible,
    onUnaccepted: program.onUnaccepted ?? "discard",
    undoRetries: program.undoRetries,
    // The work of a stopped process never ends.
    openTimeout: OPEN_TIMEOUT,
  };
}

/** A letter is held: it leaves once the outermost run is accepted. Its first receipts may fail. */
const letterOf = (
  { isAccepted, life, world }: Process & Watcher,
  nodes: readonly (readonly [string, NodePlan])[] = [],
): EffectDeclaration => ({
  hold: {
    receipt: ({ args, key }) => {
      const { arg, node } = argsSchema.parse(args);
      const acts = nodes.find(([name]) => name === node)?.[1].groups.flat() ?? [];
      const { fails } = acts.find((act) => act.name === HELD && act.arg === arg) ?? {};
      if (fails !== undefined && world.count(`receipt ${node} ${arg}`) <= fails.times)
        throw new PlannedError(`no receipt for ${HELD}`);
      return marked(key);
    },
    release: async ({ args, key }) => {
      const isToLeave = await isAccepted();
      const { arg, node } = argsSchema.parse(args);
      world.did(node, HELD, arg);
      await life.operation(() => world.release(key, { name: HELD, args, attempt: 0 }, isToLeave));
    },
  },
});

/** Function that calls a graph with rollback of its own: two nodes that write letters. Its first attempt fails if the node is one that is tried again. */
function guarded(
  process: Process & Watcher,
  name: string,
  plan: NodePlan,
  checkpointer: BaseCheckpointSaver,
) {
  const letters = plan.groups.map((group) =>
    group.map(({ arg, when, slow }): ActPlan => ({ name: HELD, by: "effect", arg, when, slow })),
  );
  const write =
    (groups: NodePlan["groups"]) =>
    async ({ said: before }: typeof Inner.State, config: RunnableConfig): Promise<{ said: string[] }> => ({
      said: await doActs(process, name, { ...plan, asks: false }, { said: before, groups }, config),
    });
  const inner = withRollback(
    new StateGraph(Inner)
      .addNode("a", write(letters.slice(0, 1)))
      .addNode("b", write(letters.slice(1)))
      .addEdge(START, "a")
      .addEdge("a", "b")
      .addEdge("b", END)
      .compile({ checkpointer }),
    {
      verify: ({ attempt }) => attempt > (plan.retries ? 1 : 0),
      maxRollbacks: 1,
      effects: { tools: { letter: letterOf(process) } },
    },
  );
  return async (state: State, config: RunnableConfig) => {
    const { said: keys } = await inner.invoke({ said: state.said }, config);
    const count =
      plan.throws === 0 ? 1 : await process.life.operation(() => process.world.count(`end ${name}`));
    if (count <= plan.throws) throw new PlannedError(`${name} throws`);
    return { said: keys };
  };
}

/** Function that a node of the graph runs. */
function workOf(process: Process & Watcher, name: string, plan: NodePlan, checkpointer: BaseCheckpointSaver) {
  const { kind, groups } = plan;
  const over = async (): Promise<void> => {
    const count =
      plan.throws === 0 ? 1 : await process.life.operation(() => process.world.count(`end ${name}`));
    if (count <= plan.throws) throw new PlannedError(`${name} throws`);
  };
  const work =
    (own: NodePlan["groups"], ends: boolean) =>
    async (state: typeof Inner.State, config: RunnableConfig): Promise<{ said: string[] }> => {
      const keys = await doActs(process, name, plan, { said: state.said, groups: own }, config);
      if (ends) await over();
      return { said: keys };
    };
  if (kind === "plain" || kind === "tasks" || kind === "sent") return work(groups, true);
  if (kind === "declared")
    return async (_: unknown, config: RunnableConfig) => {
      const keys = await beEffect(process, name, config);
      await over();
      return { said: keys };
    };
  if (kind === "sent-tools") return new ToolNode(toolsOf(process, name, plan));
  if (kind === "tools") {
    const ask = (state: State, config: RunnableConfig) => {
      const tool_calls = callsOf(name, plan, (act) => isDue(act, state.said, config));
      return { messages: [new AIMessage({ content: "", tool_calls })] };
    };
    return new StateGraph(Said)
      .addNode("ask", ask)
      .addNode("tools", new ToolNode(toolsOf(process, name, plan)))
      .addNode("end", async () => {
        await over();
        return {};
      })
      .addEdge(START, "ask")
      .addEdge("ask", "tools")
      .addEdge("tools", "end")
      .addEdge("end", END)
      .compile();
  }
  if (kind === "guarded") return guarded(process, name, plan, checkpointer);
  const inner = new StateGraph(Inner)
    .addNode("a", work(groups.slice(0, 1), groups.length === 1))
    .addNode("b", work(groups.slice(1), groups.length > 1))
    .addEdge(START, "a")
    .addEdge("a", "b")
    .addEdge("b", END)
    .compile();
  if (kind === "subgraph") return inner;
  return async (state: State, config: RunnableConfig) => {
    const { said: keys } = await inner.invoke({ said: state.said }, config);
    return { said: keys };
  };
}

/** One order of a node for each argument. */
function orderKey(args: unknown): string {
  const { arg, node } = argsSchema.parse(args);
  return `order ${arg} of ${node}`;
}
