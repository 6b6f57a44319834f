import type { VerifierCalibration } from "./verifier-calibration.ts";

/**
 * The `runs` that the calibration was not made from. Only these can test it.
 *
 * @param runs known by their draw, which is made of a run's address; a run without one counts as outside
 */
export function outsideCalibration<Run extends { readonly draw?: number }>(
  { verdicts }: Pick<VerifierCalibration, "verdicts">,
  runs: readonly Run[],
): readonly Run[] {
  const own = new Set(verdicts.flatMap(({ draw }) => draw ?? []));
  return runs.filter(({ draw }) => draw === undefined || !own.has(draw));
}
