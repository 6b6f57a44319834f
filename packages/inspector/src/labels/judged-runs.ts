import type { ThreadSource } from "../source/thread-source.ts";
import type { AttemptView } from "../shared/view/thread-view.ts";
import type { AttemptBrief } from "./attempt-brief.ts";
import { rememberedAttempts } from "./remembered-attempts.ts";

const judgedIn = rememberedAttempts(isJudgedRun);

/**
 * First attempts with a verdict, accepted and rejected ones alike, of the source's latest threads.
 * Threads that have not changed since are not read again.
 *
 * @param limit of threads that are looked at
 */
export async function judgedRuns(source: ThreadSource, limit: number): Promise<readonly AttemptBrief[]> {
  const { threads } = await source.list(limit);
  const judged = judgedIn(source);
  const runs: AttemptBrief[] = [];
  // One at a time: each is read from the source's database.
  for (const { id } of threads)
    for (const each of (await judged.read(id)).filter(isRecorded)) runs.push(each);
  return runs;
}

/** No verifier judges a run that ended with an exception. */
export function isJudgedRun({ attempt, outcome, steps }: AttemptView): boolean {
  return attempt === 1 && outcome !== undefined && outcome.error === undefined && steps.length > 0;
}

/** A trajectory from a file keeps neither its score nor which attempt it was. */
export function isRecorded({ run }: { readonly run: string }): boolean {
  return run !== "";
}
