import { SUPPORT } from "../../systems/systems.ts";
import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import type { LabelsFigures } from "./labels-figures.ts";

/** How far a figure may lie on the wrong side before it refutes anything, in standard errors. */
const ERRORS = 3;
/** Of fewer rounds, standard errors are too uncertain to refute anything. */
const ENOUGH_ROUNDS = 10;

/** Sentences of the documentation about few labels. */
export function labelsClaims(figures: readonly LabelsFigures[]): readonly Claim[] {
  const support = figures.filter(({ size, system }) => system === SUPPORT && size >= 15);
  return [
    aboutAll(
      "From 15 labels on, first rollbacks keep a step in more than half of the failures.",
      support,
      ({ kept }) => ({ ...kept, mean: kept.mean - 0.5 }),
      ({ kept }) => share(kept.mean),
    ),
    aboutAll(
      "From 15 labels on, at most four fifths of the steps are redone that restarts redo.",
      support,
      ({ redone }) => ({ ...redone, mean: 0.8 - redone.mean }),
      ({ redone }) => share(redone.mean),
    ),
    aboutAll(
      "Recoveries are within 3 points of those of restarting, or more.",
      support,
      ({ gain }) => ({ ...gain, mean: gain.mean + 0.03 }),
      ({ gain }) => share(gain.mean),
    ),
    ...figures.flatMap((row) => forecastClaim(row)),
  ];
}

function forecastClaim({ forecastError, rounds, size, system }: LabelsFigures): readonly Claim[] {
  if (forecastError === null || size < 10) return [];
  const { mean, standardError } = forecastError;
  const holds = Math.abs(mean) <= ERRORS * standardError;
  return [
    {
      sentence: `The forecast of \`calibrate\` is what then happens, on average: ${system}, ${size} labels.`,
      holds,
      ...(holds || rounds >= ENOUGH_ROUNDS ? {} : { isOpen: true }),
      measured: `${share(mean, 3)} ± ${share(standardError, 3)}`,
    },
  ];
}

/** @param margin above 0 where it holds */
function aboutAll(
  sentence: string,
  rows: readonly LabelsFigures[],
  margin: (row: LabelsFigures) => Figure,
  told: (row: LabelsFigures) => string,
): Claim {
  const margins = rows.map((row) => margin(row));
  const holds = margins.every(({ mean }) => mean >= 0);
  const isRefuted =
    rows.every(({ rounds }) => rounds >= ENOUGH_ROUNDS) &&
    margins.some(({ mean, standardError }) => mean < -ERRORS * standardError);
  const measured = rows.map((row) => `${row.size}: ${told(row)}`).join(", ");
  return { sentence, holds, ...(holds || isRefuted ? {} : { isOpen: true }), measured };
}
