import { Command } from "@langchain/langgraph";
import { INTERRUPT, RESUME, type BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { Redact } from "@langgraph-rollback/attribution";

import type { PausedEnd } from "../attempts/attempt/attempt.ts";
import { checkpointConfig } from "../langgraph/thread.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";
import { differenceOf } from "./difference.ts";

/** @internal A question of the recorded run, and what a human answered. */
export interface AnsweredQuestion {
  readonly question: unknown;
  readonly answer: unknown;
}

/**
 * @internal The call that goes on with a replay that waits for a human: with the answers that the same questions had in the recorded run. A breakpoint was
 * passed then, and is now.
 *
 * @param redact by which the known questions were redacted
 * @returns `undefined` where a question is another one
 */
export function answerAsThen(
  known: readonly AnsweredQuestion[],
  { interrupts }: PausedEnd,
  redact: Redact | undefined,
): Command | null | undefined {
  if (interrupts.length === 0) return null;
  const answers = interrupts.map(({ id, value }) => {
    const same = known.find(({ question }) => differenceOf(question, value, redact) === undefined);
    return id === undefined || same === undefined ? undefined : ([id, same.answer] as const);
  });
  const given = answers.filter((each) => each !== undefined);
  return given.length < answers.length ? undefined : new Command({ resume: Object.fromEntries(given) });
}

/** @internal The last question of each task, and its answer: a checkpointer keeps no others. */
export async function answeredQuestions(
  saver: BaseCheckpointSaver,
  { threadId, steps }: RecordedTrajectory,
): Promise<readonly AnsweredQuestion[]> {
  const places = steps.flatMap(({ origin, enclosing }) => [...enclosing, origin]);
  const distinct = new Map(
    places.map(({ before, namespace }) => [`${namespace}\n${before}`, { before, namespace }]),
  );
  const found: AnsweredQuestion[] = [];
  for (const { before, namespace } of distinct.values()) {
    const tuple = await saver.getTuple(checkpointConfig(threadId, before, namespace));
    const writes = tuple?.pendingWrites ?? [];
    for (const [task, channel, asked] of writes) {
      if (channel !== INTERRUPT) continue;
      const resumed: unknown = writes.find(([id, name]) => id === task && name === RESUME)?.[2];
      const answers: readonly unknown[] = Array.isArray(resumed) ? resumed : [];
      if (answers.length > 0) found.push({ question: valueOf(asked), answer: answers.at(-1) });
    }
  }
  return found;
}

/** A question as its node asked it. LangGraph stores it with its id, alone or in a list. */
function valueOf(asked: unknown): unknown {
  const one: unknown = Array.isArray(asked) ? asked.at(-1) : asked;
  return Reflect.get(Object(one), "value");
}
