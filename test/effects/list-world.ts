import {
  Annotation,
  MemorySaver,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import type { Policy } from "langgraph-rollback/policies";
import { effect, type EffectRecord, type UndoCall } from "langgraph-rollback";

/** A world that lists its calls. An act happens once for a key, and not after it was undone. Simulated. */
export class ListWorld {
  readonly asked: string[] = [];
  readonly held: Map<string, string> = new Map();
  readonly calls: UndoCall[] = [];
  readonly #undone = new Set<string>();

  act(key: string, name: string): string {
    this.asked.push(`do ${name}`);
    if (!this.#undone.has(key)) this.held.set(key, name);
    return `did ${name}`;
  }

  readonly undo = (call: UndoCall): void => {
    this.asked.push(`undo ${call.name}`);
    this.calls.push(call);
    this.#undone.add(call.key);
    this.held.delete(call.key);
  };

  get holds(): readonly string[] {
    return [...this.held.values()].toSorted();
  }
}

const Said = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

export type Work = (config: LangGraphRunnableConfig) => unknown;

/** Nodes one after the other. */
export function line(nodes: Readonly<Record<string, Work>>, saver = new MemorySaver(), retries = false) {
  const builder: StateGraph<
    typeof Said,
    typeof Said.State,
    Partial<typeof Said.State>,
    string
  > = new StateGraph(Said);
  let last: string = START;
  for (const [name, work] of Object.entries(nodes)) {
    const node = async (_: typeof Said.State, config: LangGraphRunnableConfig) => ({
      said: [String(await work(config))],
    });
    builder.addNode(
      name,
      node,
      retries ? { retryPolicy: { maxAttempts: 2, initialInterval: 1, logWarning: false } } : {},
    );
    builder.addEdge(last, name);
    last = name;
  }
  return builder.compile({ checkpointer: saver });
}

/** Does one thing in the world. */
export const doing =
  (world: ListWorld, name: string): Work =>
  (config) =>
    effect(config, { name, args: name, act: ({ key }) => world.act(key, name) });

/** Goes back to a step, whatever the scores. */
export const backTo = (start: number): Policy => ({
  name: "back to",
  decide: () => ({ kind: "roll-back", start, reason: "the test says so" }),
});

export const thread = { configurable: { thread_id: "t" } };

/** Effects of a record in short. */
export const told = (effects: readonly EffectRecord[] = []): readonly string[] =>
  effects.map(({ name, outcome, standing }) => `${name} ${outcome} ${standing}`);
