import { failedRunIn } from "langgraph-rollback/inspection";

import type { RunView } from "../shared/view/thread-view.ts";
import { runBriefOf } from "./run-brief.ts";

/** A failed run of an agent that learns from its own runs. */
export interface LearntRun {
  readonly agent: string;
  /** Id of the version that it began with. */
  readonly version: string;
  readonly hasEnded: boolean;
  readonly isRecovered: boolean;
  /** Steps that its retries executed. */
  readonly redone: number;
  /** Retries that began later than at the first step and were judged. */
  readonly told: number;
}

/** @returns `undefined` for a run that did not fail, was only observed, or is of an agent that does not learn */
export function learntRunOf(thread: string, run: RunView): LearntRun | undefined {
  const { attempts } = run;
  const failed = failedRunIn(run.run, attempts);
  const learnt = failed?.recovery.learnt;
  if (failed === undefined || learnt === undefined) return undefined;
  const redone = runBriefOf(thread, run)?.judged.redone;
  return {
    agent: learnt.agent,
    version: learnt.version,
    hasEnded: !failed.isOpen,
    isRecovered: failed.run.recoveredBy !== undefined,
    redone: redone?.kind === "made" ? redone.steps : 0,
    told: attempts.filter(
      ({ outcome, rewind }, at) =>
        outcome?.ok === false && (rewind?.step ?? 0) > 0 && attempts[at + 1]?.outcome !== undefined,
    ).length,
  };
}
