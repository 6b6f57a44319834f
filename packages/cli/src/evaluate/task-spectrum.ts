import { type FittedScorer, spectrumScorer } from "@langgraph-rollback/attribution";
import type { LabelledTrajectory, Trajectory } from "@langgraph-rollback/attribution/trajectory";

/**
 * The spectrum of all runs of the data. It looks at no label, and compares each failure with all other runs alike, those of the
 * other half included, so coverage stays exact.
 *
 * @param judged runs without a label whose outcome is known
 */
export function taskSpectrum(
  labelled: readonly LabelledTrajectory[],
  judged: readonly Trajectory[],
): FittedScorer {
  return spectrumScorer([...labelled.map((run) => ({ ...run, outcome: { ok: false } })), ...judged]);
}

/** How many failures there is anything to compare with, in words; a warning if there is none. */
export function comparedRuns(labelled: readonly LabelledTrajectory[], judged: readonly Trajectory[]): string {
  const byTask = new Map<string, Trajectory[]>();
  for (const run of [...labelled, ...judged]) {
    const known = byTask.get(run.task);
    if (known === undefined) byTask.set(run.task, [run]);
    else known.push(run);
  }
  const others = labelled.map(({ id, task }) =>
    task === "" ? [] : (byTask.get(task) ?? []).filter((run) => run.id !== id),
  );
  const some = others.filter(({ length }) => length > 0).length;
  const passing = others.filter((runs) => runs.some(({ outcome }) => outcome?.ok === true)).length;
  return some === 0
    ? "warning: No failure of these data has another run of its task. The spectrum has nothing to compare, and suspects all steps alike."
    : `Spectrum: ${some} of ${labelled.length} failures have another run of their task, ${passing} a passing one.`;
}
