import { NotEnoughLabelsError } from "@langgraph-rollback/attribution";
import { trajectoryDraw } from "@langgraph-rollback/attribution/draws";

/** Right runs, and wrong ones, that fitting takes. As many calibrate. */
const FEWEST = 20;

/** A run to fit an alarm on, or to calibrate it on. */
export interface HalvedRun {
  readonly name: string;
  readonly right: boolean;
  /** Number of its steps. */
  readonly length: number;
}

/** Runs in two halves. */
export interface Halves<Run> {
  readonly fitted: readonly Run[];
  readonly calibrated: readonly Run[];
}

/**
 * Parts runs in two halves of right runs and of wrong ones alike: those with the lowest draws fit. Draws depend on names and seed alone, so right runs that calibrate stay exchangeable with those to come.
 *
 * @throws {NotEnoughLabelsError} unless each half has 20 right runs and 20 wrong ones of two steps or more: others cannot be stopped
 */
export function inHalves<Run>(
  runs: readonly Run[],
  seed: number,
  about: (run: Run) => HalvedRun,
): Halves<Run> {
  const all = runs.map((run) => ({ run, ...about(run) }));
  for (const right of [true, false]) checkEnough(all, right);
  const fitted: Run[] = [];
  const calibrated: Run[] = [];
  for (const right of [true, false])
    for (const isLong of [true, false]) {
      const alike = all.filter((each) => each.right === right && isStoppable(each) === isLong);
      const drawn = alike
        .map(({ name, run }) => ({ run, draw: trajectoryDraw({ id: `alarm ${seed}: ${name}` }) }))
        .toSorted((a, b) => a.draw - b.draw)
        .map(({ run }) => run);
      const half = Math.ceil(drawn.length / 2);
      for (const [place, run] of drawn.entries()) (place < half ? fitted : calibrated).push(run);
    }
  return { fitted, calibrated };
}

/** After the last step nothing is left to stop. */
const isStoppable = ({ length }: HalvedRun): boolean => length > 1;

function checkEnough(all: readonly HalvedRun[], right: boolean): void {
  const found = all.filter((run) => run.right === right && isStoppable(run)).length;
  const missing = 2 * FEWEST - found;
  if (missing <= 0) return;
  const kind = right ? "right" : "wrong";
  const share =
    found === 0
      ? ""
      : `, some ${Math.ceil((missing * all.length) / found)} runs in all if they come as before`;
  throw new NotEnoughLabelsError(
    `Calibrating an alarm (${kind} runs of two steps or more)`,
    2 * FEWEST,
    found,
    `Half of them fit it, and half calibrate it. Record ${missing} more ${kind} ones${share}.`,
  );
}
