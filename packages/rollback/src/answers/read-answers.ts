import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import { checkpointConfig } from "../langgraph/thread.ts";
import { patiently } from "../recording/patiently.ts";
import { innerSaver } from "../recording/recording-saver.ts";
import { getTupleTolerantly, isUnreadable } from "../recording/tolerant-reads.ts";
import { type RecordedAnswer, recordedAnswerSchema } from "./recorded-answer.ts";
import { revived } from "./stored-form.ts";

/** @internal The checkpoint namespace that keeps recorded answers beside a thread's checkpoints; LangGraph never looks into it. */
export const ANSWERS_NAMESPACE = "langgraph-rollback-answers";

/** @internal Answers that were recorded of a run. */
export interface RecordedAnswers {
  /** In the order in which the calls began. */
  readonly answers: readonly RecordedAnswer[];
  /** How many more there are that cannot be read. */
  readonly unreadable: number;
}

/** @internal The answers of models and tools that were recorded of a run: none if the run had no `record`. */
export async function readAnswers(
  saver: BaseCheckpointSaver,
  threadId: string,
  run: string,
): Promise<RecordedAnswers> {
  const config = checkpointConfig(threadId, run, ANSWERS_NAMESPACE);
  const tuple = await patiently(() => getTupleTolerantly(innerSaver(saver), config));
  const answers: RecordedAnswer[] = [];
  let unreadable = 0;
  for (const [, , value] of tuple?.pendingWrites ?? []) {
    const parsed = isUnreadable(value) ? undefined : recordedAnswerSchema.safeParse(value);
    if (parsed?.success === true) answers.push(asGiven(parsed.data));
    else unreadable += 1;
  }
  return { answers: answers.toSorted((a, b) => a.order - b.order), unreadable };
}

function asGiven(entry: RecordedAnswer): RecordedAnswer {
  return entry.kind === "tool" && entry.end === "answered"
    ? { ...entry, answer: revived(entry.answer) }
    : entry;
}
