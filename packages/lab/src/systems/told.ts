import type { JudgedAttempt } from "./system.ts";

/** Input of a verifier, as far as it is read here. */
interface JudgedRun {
  trajectory(): Promise<{ readonly steps: readonly unknown[] }>;
}

/** Tells of a verdict on a run, and passes it on. */
export async function told<Verdict extends { readonly ok: boolean }>(
  verdict: Verdict,
  run: JudgedRun,
  onJudged: (attempt: JudgedAttempt) => void,
): Promise<Verdict> {
  const { steps } = await run.trajectory();
  onJudged({ ok: verdict.ok, steps: steps.length });
  return verdict;
}
