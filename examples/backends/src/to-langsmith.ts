import type { RunHistory } from "langgraph-rollback";
import type { Client } from "langsmith";

import { runScores, type RunScore, type Texts } from "./run-scores.ts";
import { scoreId } from "./score-id.ts";

/** The trace in LangSmith that feedback is about. */
export interface LangSmithTrace extends Texts {
  /** Id of the run in LangSmith: the `runId` that the call of the graph was given. */
  readonly runId: string;
  /** Id of the project that the trace is in. */
  readonly sessionId: string;
}

/**
 * Sends the figures of a run to LangSmith as feedback on its trace.
 *
 * @returns what could not be sent, and why; it never throws, so that a caller needs not wait for it
 */
export async function toLangSmith(
  client: Client,
  run: RunHistory,
  { runId, sessionId, ...texts }: LangSmithTrace,
): Promise<readonly unknown[]> {
  try {
    const sent = await Promise.allSettled(
      runScores(run, texts).map((score) => send(client, { runId, sessionId }, run, score)),
    );
    return sent.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  } catch (error) {
    return [error];
  }
}

async function send(
  client: Client,
  trace: { readonly runId: string; readonly sessionId: string },
  run: RunHistory,
  { comment, facts, name, ...score }: RunScore,
): Promise<void> {
  const feedbackId = scoreId(trace.runId, run.run, name);
  const feedback = { ...figures(score), ...(comment === undefined ? {} : { comment }) };
  try {
    await client.createFeedback({ ...trace, feedbackId, key: name, sourceInfo: facts, ...feedback });
  } catch (error) {
    if (!isConflict(error)) throw error;
    await client.updateFeedback(feedbackId, feedback);
  }
}

/** Feedback has a number, a word, or both. */
function figures(score: Pick<RunScore, "kind" | "value">): { score?: number; value?: string } {
  if (typeof score.value === "string") return { value: score.value };
  if (score.kind === "NUMERIC") return { score: score.value };
  return { score: score.value, value: score.value === 1 ? "pass" : "fail" };
}

/** Whether feedback of that id is there already. */
const isConflict = (error: unknown): boolean =>
  error instanceof Error && "status" in error && error.status === 409;
