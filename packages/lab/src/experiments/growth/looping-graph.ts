import { AIMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

/** How the state changes as steps are added: it stays as it is, or it holds all messages. */
export type StateKind = "bounded" | "conversation";

const LoopState = Annotation.Root({
  ...MessagesAnnotation.spec,
  until: Annotation<number>(),
  done: Annotation<number>(),
  said: Annotation<string>(),
});

/** Characters of what a step says. */
const LENGTH = 100;

/** Simulated: a loop without a model, in which each superstep says about 100 characters. */
export function loopingGraph(checkpointer: BaseCheckpointSaver, kind: StateKind) {
  return new StateGraph(LoopState)
    .addNode("act", ({ done }) => {
      const said = sentence(done);
      const added =
        kind === "bounded" ? { said } : { messages: [new AIMessage({ id: `m-${done}`, content: said })] };
      return { done: done + 1, ...added };
    })
    .addEdge(START, "act")
    .addConditionalEdges("act", ({ done, until }) => (done < until ? "act" : END), ["act", END])
    .compile({ checkpointer });
}

/** Input with which a loop of so many supersteps starts. */
export const loopInput = (steps: number) => ({ until: steps, done: 0, said: "", messages: [] });

/** Config of such a run. */
export const loopConfig = (thread: string, steps: number) => ({
  configurable: { thread_id: thread },
  recursionLimit: steps + 10,
  durability: "sync" as const,
});

const sentence = (step: number): string =>
  `Step ${step}: ${step} + ${step} = ${2 * step}. `.padEnd(
    LENGTH,
    "I look at the order and at the customer. ",
  );
