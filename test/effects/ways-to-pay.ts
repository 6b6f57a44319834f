import { AIMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";
import { tool } from "@langchain/core/tools";
import {
  Annotation,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { effect, effectKey, withEffect } from "langgraph-rollback";
import { z } from "zod";

const Said = Annotation.Root({
  said: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
  ...MessagesAnnotation.spec,
});

/** Pays in the world, by a key. */
export type Pay = (key: string | undefined, config: LangGraphRunnableConfig) => Promise<string>;

type Work = (config: LangGraphRunnableConfig) => Promise<unknown>;

/** How a node pays. */
export interface Way {
  readonly name: string;
  /** Whether we see the end of the act although its call was aborted before. */
  readonly isSeen: boolean;
  readonly work: (pay: Pay) => Work | ToolNode;
}

/** A tool as LangChain's `tool` makes it. */
export const payTool = (pay: Pay) =>
  tool((_, config: LangGraphRunnableConfig) => pay(effectKey(config), config), {
    name: "pay",
    description: "pays",
    schema: z.object({}),
  });

/** A message that calls the tool as often as told. */
export const paying = (times = 1): AIMessage =>
  new AIMessage({
    content: "",
    tool_calls: Array.from({ length: times }, (_, n) => ({
      name: "pay",
      args: {},
      id: `call ${n}`,
      type: "tool_call" as const,
    })),
  });

export const WAYS: readonly Way[] = [
  {
    name: "a tool that a node calls",
    isSeen: false,
    work: (pay) => (config) => payTool(pay).invoke({}, config),
  },
  {
    name: "a ToolNode that a node calls",
    isSeen: false,
    work: (pay) => (config) => new ToolNode([payTool(pay)]).invoke({ messages: [paying()] }, config),
  },
  {
    name: "a tool of `withEffect` that a node calls",
    isSeen: true,
    work: (pay) => (config) => withEffect(payTool(pay), {}).invoke({}, config),
  },
  {
    name: "`effect`",
    isSeen: true,
    work: (pay) => (config) => effect(config, { name: "pay", args: {}, act: ({ key }) => pay(key, config) }),
  },
  { name: "the tool of a ToolNode", isSeen: true, work: (pay) => new ToolNode([payTool(pay)]) },
];

/** A way to pay that is a node's code. */
export const codeOf = ({ work }: Way, pay: Pay): Work => {
  const code = work(pay);
  return code instanceof ToolNode ? (config) => code.invoke({ messages: [paying()] }, config) : code;
};

type Nodes = Readonly<Record<string, Work | Runnable>>;

const ONCE_MORE = { maxAttempts: 2, initialInterval: 1, jitter: false, logWarning: false };

/** Nodes side by side, in one superstep. */
export function besides(nodes: Nodes, saver: BaseCheckpointSaver = new MemorySaver(), retries = false) {
  const builder: StateGraph<
    typeof Said,
    typeof Said.State,
    Partial<typeof Said.State>,
    string
  > = new StateGraph(Said);
  for (const [name, work] of Object.entries(nodes)) {
    const node =
      typeof work === "function"
        ? async (_: typeof Said.State, config: LangGraphRunnableConfig) => ({
            said: [String(await work(config))],
          })
        : work;
    builder.addNode(name, node, retries ? { retryPolicy: ONCE_MORE } : {}).addEdge(START, name);
  }
  return builder.compile({ checkpointer: saver });
}
