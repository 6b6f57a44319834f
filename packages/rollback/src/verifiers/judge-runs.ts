import type { LabelledVerdict } from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";

import { parseVerdict } from "./judge.ts";
import type { Verifier, VerifierRun } from "./verifier.ts";

/** A finished run that somebody has judged right or wrong. What its verifier does not look at may be left out. */
export interface LabelledResult<Input = unknown, Output = unknown> extends Partial<
  Omit<VerifierRun<Input, Output>, "input" | "inputs" | "output" | "outputs" | "error">
> {
  readonly input: Input;
  readonly output: Output;
  readonly right: boolean;
  /** The group of runs that it belongs to, known before the run. */
  readonly group?: string;
}

/** A verifier's scores of labelled runs. */
export interface JudgedRuns {
  readonly verdicts: readonly LabelledVerdict[];
  /** Runs without a verdict: their places in the list, and the errors. */
  readonly unjudged: readonly { readonly index: number; readonly error: unknown }[];
}

/**
 * Asks a verifier about labelled runs, one after the other.
 *
 * @param verifier as `withRollback` takes it
 * @param runs    runs that were not used to make the verifier
 * @param options `seed` draws a number for each run, default 0: they break ties in the test for drift, and draw the rank of a calibration; `signal` stops asking, and its reason is thrown
 */
export async function judgeRuns<Input, Output>(
  verifier: Verifier<Input, Output>,
  runs: readonly LabelledResult<Input, Output>[],
  { seed = 0, signal }: { readonly seed?: number; readonly signal?: AbortSignal } = {},
): Promise<JudgedRuns> {
  const ranks = seededOrder(runs.length, seed);
  const verdicts: LabelledVerdict[] = [];
  const unjudged: { index: number; error: unknown }[] = [];
  for (const [index, run] of runs.entries()) {
    signal?.throwIfAborted();
    try {
      const { ok, score = Number(ok) } = parseVerdict(await verifier(runToJudge(run, signal)));
      const draw = ((ranks[index] ?? 0) + 0.5) / runs.length;
      verdicts.push({
        score,
        right: run.right,
        draw,
        ...(run.group === undefined ? {} : { group: run.group }),
      });
    } catch (error) {
      signal?.throwIfAborted();
      unjudged.push({ index, error });
    }
  }
  return { verdicts, unjudged };
}

/** @internal A labelled run as a verifier sees it. */
export function runToJudge<Input, Output>(
  { right: _right, group: _group, ...run }: LabelledResult<Input, Output>,
  signal?: AbortSignal,
): VerifierRun<Input, Output> {
  return {
    threadId: "labelled",
    attempt: 1,
    trajectory: () => Promise.reject(new Error("This labelled run was given without `trajectory`.")),
    readStep: () => Promise.reject(new Error("This labelled run was given without `readStep`.")),
    ...run,
    inputs: run.input,
    outputs: run.output,
    ...(signal === undefined ? {} : { signal }),
  };
}
