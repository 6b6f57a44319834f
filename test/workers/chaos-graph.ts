import type { RunnableConfig } from "@langchain/core/runnables";
import { Annotation, interrupt, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { effect, withRollback, type ThreadLock } from "langgraph-rollback";

/** The input of a run. */
export interface Chore {
  /** Its place among the runs of its thread, from 1. */
  readonly n: number;
  /** Whether its first attempt is wrong. */
  readonly fails: boolean;
  /** Whether it asks a person. */
  readonly asks: boolean;
}

/** Entry that a node leaves in the state. */
export interface Left {
  readonly n: number;
  readonly node: string;
  /** Key of the act that the node did in the world; absent where it does none. */
  readonly act?: string;
  /** The process that ran it. */
  readonly by: number;
  readonly answer?: string;
}

/** The world outside of the graph. */
export interface World {
  /** Does an act. The same key does it once. Gives the key. */
  act(
    key: string,
    about: { readonly thread: string; readonly n: number; readonly name: string },
  ): Promise<string>;
  undo(key: string): Promise<void>;
}

const State = Annotation.Root({
  chore: Annotation<Chore>,
  left: Annotation<Left[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
});

/** book -> think -> close: two nodes act in the world, and the middle one may ask. */
export function chaosGraph(
  world: World,
  { checkpointer, lock }: { readonly checkpointer: BaseCheckpointSaver; readonly lock: ThreadLock },
) {
  const acting =
    (name: string) =>
    async ({ chore: { n } }: typeof State.State, config: RunnableConfig) => {
      const thread = String(config.configurable?.["thread_id"]);
      const act = await effect(config, {
        name,
        args: { n },
        act: ({ key }) => world.act(key, { thread, n, name }),
      });
      return { left: [{ n, node: name, act, by: process.pid }] };
    };
  const graph = new StateGraph(State)
    .addNode("book", acting("book"))
    .addNode("think", ({ chore: { asks, n } }) => {
      const answer = asks ? { answer: String(interrupt(`May I, ${n}?`)) } : {};
      return { left: [{ n, node: "think", by: process.pid, ...answer }] };
    })
    .addNode("close", acting("close"))
    .addEdge(START, "book")
    .addEdge("book", "think")
    .addEdge("think", "close")
    .compile({ checkpointer });
  return withRollback(graph, {
    verify: ({ attempt, output }) => output?.chore.fails !== true || attempt > 1,
    maxRollbacks: 2,
    effects: {
      tools: { book: { undo: ({ key }) => world.undo(key) }, close: { undo: ({ key }) => world.undo(key) } },
    },
    lock,
  });
}
