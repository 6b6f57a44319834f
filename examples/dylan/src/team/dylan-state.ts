import type { BaseMessage } from "@langchain/core/messages";
import { Annotation, MessagesAnnotation, messagesStateReducer } from "@langchain/langgraph";

/** Input of the ranking. */
export const RankingInput = Annotation.Root({
  /** The question, and notes of a rollback. */
  ...MessagesAnnotation.spec,
  /** The solutions of all rounds, named by who gave them. */
  solutions: Annotation<BaseMessage[]>({ reducer: messagesStateReducer, default: () => [] }),
  /** The current or next round, counted from 1. */
  round: Annotation<number>(),
  /** Seed of the run, passed on to the model. */
  seed: Annotation<number>(),
});

/** Output of the ranking. */
export const RankingOutput = Annotation.Root({
  /** With a note that was put in there: without this channel, a rollback into the ranking would tell nobody outside of it. */
  ...MessagesAnnotation.spec,
  /** The agents that continue. */
  best: Annotation<readonly string[]>(),
});

export const DylanState = Annotation.Root({
  ...RankingInput.spec,
  ...RankingOutput.spec,
  /** `ANSWER: 1596`; absent while the agents are at work. */
  answer: Annotation<string>(),
});

export type DylanStateType = typeof DylanState.State;
export type DylanUpdate = typeof DylanState.Update;
