import type { LangfuseClient } from "@langfuse/client";
import type { RunHistory } from "langgraph-rollback";

import { runScores, type Texts } from "./run-scores.ts";
import { scoreId } from "./score-id.ts";

/** The trace or the session in Langfuse that scores are about. */
export type LangfusePlace = Texts & ({ readonly traceId: string } | { readonly sessionId: string });

/**
 * Sends the figures of a run to Langfuse as scores. The client logs what the server does not take.
 *
 * @returns what kept them from being handed to the client; it never throws, so that a caller needs not wait for it
 */
export async function toLangfuse(
  client: LangfuseClient,
  run: RunHistory,
  { redact, texts, ...place }: LangfusePlace,
): Promise<readonly unknown[]> {
  try {
    const whole = { ...(texts === undefined ? {} : { texts }), ...(redact === undefined ? {} : { redact }) };
    const id = "traceId" in place ? place.traceId : place.sessionId;
    for (const { facts, kind, ...score } of runScores(run, whole)) {
      const data = { ...place, ...score, dataType: kind, metadata: facts };
      client.score.create({ ...data, id: scoreId(id, run.run, score.name) });
    }
    await client.flush();
    // A flush that was under way already leaves out the scores that came later.
    await client.flush();
    return [];
  } catch (error) {
    return [error];
  }
}
