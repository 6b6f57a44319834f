import { setImmediate as nextTurn } from "node:timers/promises";

import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import {
  Command,
  DeltaValue,
  interrupt,
  MessagesDeltaValue,
  Send,
  START,
  StateGraph,
  StateSchema,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { z } from "zod";

import type { DeltaPlan } from "./delta-plan.ts";

/** The state, with messages as texts. */
export interface Values {
  readonly messages: readonly string[];
  readonly chain: string;
}

/** Values that the tasks of a run saw, outside of the state. */
export class Witness {
  readonly #seen = new Map<string, Values>();
  #executions = 0;

  /** The state that each task was given, by the task's id. */
  get seen(): ReadonlyMap<string, Values> {
    return this.#seen;
  }

  /** A task has begun. */
  saw(state: State, config: LangGraphRunnableConfig): void {
    const namespace = String(config.metadata?.["langgraph_checkpoint_ns"]);
    const taskId = namespace.slice(namespace.lastIndexOf(":") + 1);
    this.#seen.set(taskId, valuesOf(state));
  }

  forget(taskId: string): void {
    this.#seen.delete(taskId);
  }

  /** A word that no other execution writes. */
  word(name: string): string {
    this.#executions += 1;
    return `${name}#${this.#executions}`;
  }
}

interface State {
  readonly messages: readonly BaseMessage[];
  readonly chain: string;
}

export const valuesOf = ({ messages = [], chain = "" }: Partial<State>): Values => ({
  messages: messages.map(({ id, text }) => `${id}: ${text}`),
  chain,
});

/** The order of the words tells the order of the writes, however they were batched. */
const schemaOf = ({ snapshotFrequency }: DeltaPlan) =>
  new StateSchema({
    messages: MessagesDeltaValue,
    chain: new DeltaValue(z.string().default(""), {
      reducer: (current: string, writes: readonly string[]) => [current, ...writes].join(">"),
      snapshotFrequency,
    }),
  });

/** Two writes of one task. Half of the tasks write the same message, and the last of them leaves its word in it. */
function twoWrites(word: string, writesMessages: boolean) {
  const id = Number(word.slice(word.indexOf("#") + 1)) % 2 === 0 ? "shared" : word;
  const messages = [id, `${word}'`].map((each) => [new AIMessage({ id: each, content: word })]);
  return new Command({
    update: writesMessages
      ? messages.map((message): [string, unknown] => ["messages", message])
      : [word, `${word}'`].map((each): [string, unknown] => ["chain", each]),
  });
}

/** plan -> three nodes and three Sends at once -> sum; all of them write into one of the channels. */
function writersOf(plan: DeltaPlan, witness: Witness) {
  const write = async (name: string, writer: number) => {
    for (let turn = 0; turn < (plan.turns[writer] ?? 0); turn += 1) await nextTurn();
    if (plan.asks === writer) interrupt("Go on?");
    if (plan.throws === writer) throw new RangeError(`${name} broke`);
    return twoWrites(witness.word(name), plan.writesMessages);
  };
  const node = (name: string, writer: number) => (state: State, config: LangGraphRunnableConfig) => {
    witness.saw(state, config);
    return write(name, writer);
  };
  const handled = (name: string) => ({
    errorHandler: () => twoWrites(witness.word(`${name} handled`), plan.writesMessages),
  });
  const step = (name: string) => (state: State, config: LangGraphRunnableConfig) => {
    witness.saw(state, config);
    return twoWrites(witness.word(name), plan.writesMessages);
  };
  const [first, second, third] = plan.nodes;
  return new StateGraph(schemaOf(plan))
    .addNode("plan", step("plan"))
    .addNode(first, node(first, 0), handled(first))
    .addNode(second, node(second, 1), handled(second))
    .addNode(third, node(third, 2), handled(third))
    .addNode("sent", ({ writer }: { writer: number }) => write(`sent ${writer}`, writer), handled("sent"))
    .addNode("sum", step("sum"))
    .addEdge(START, "plan")
    .addConditionalEdges(
      "plan",
      () => [
        ...plan.nodes.toReversed(),
        // A conversation is a place for the note.
        ...[3, 4, 5].map((writer) => new Send("sent", { writer, messages: [] })),
      ],
      [...plan.nodes, "sent"],
    )
    .addEdge(first, "sum")
    .addEdge(second, "sum")
    .addEdge(third, "sum")
    .addEdge("sent", "sum");
}

/** The writers by themselves. */
export const innerGraph = (plan: DeltaPlan, witness: Witness, checkpointer: BaseCheckpointSaver) =>
  writersOf(plan, witness).compile({ checkpointer });

/** The writers, or first -> the writers in a subgraph -> last. */
export function writersGraph(plan: DeltaPlan, witness: Witness, checkpointer: BaseCheckpointSaver) {
  if (!plan.nested) return innerGraph(plan, witness, checkpointer);
  const step = (name: string) => (state: State, config: LangGraphRunnableConfig) => {
    witness.saw(state, config);
    return twoWrites(witness.word(name), plan.writesMessages);
  };
  return new StateGraph(schemaOf(plan))
    .addNode("first", step("first"))
    .addNode("team", writersOf(plan, witness).compile())
    .addNode("last", step("last"))
    .addEdge(START, "first")
    .addEdge("first", "team")
    .addEdge("team", "last")
    .compile({ checkpointer });
}
