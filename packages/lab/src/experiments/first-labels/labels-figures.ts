import { type Figure, mean, overGroups, ratioOverProblems } from "../figure.ts";
import type { TriedLabels } from "./try-labels.ts";

/** Results of fresh failures with so many labels. Errors are over rounds: each has labels of its own. */
export interface LabelsFigures {
  readonly system: string;
  /** Labels; 0 where each rollback was a restart. */
  readonly size: number;
  /** Rounds, each with labels of its own. */
  readonly rounds: number;
  /** Failures that were tried. */
  readonly runs: number;
  /** Share of failures whose first rollback kept a step. */
  readonly kept: Figure;
  /** Steps that all rollbacks executed again, of those of restarting. */
  readonly redone: Figure;
  /** Share of failures whose result is right in the end. */
  readonly recovered: Figure;
  /** `recovered` less that of restarting the same failures. */
  readonly gain: Figure;
  /** Share of steps that first rollbacks executed again. */
  readonly first: Figure;
  /** The forecast of `first` less it; null without labels. */
  readonly forecastError: Figure | null;
}

/** Figures of all rounds of a system with so many labels. */
export function labelsFigures(system: string, size: number, tried: readonly TriedLabels[]): LabelsFigures {
  const rounds = tried.filter((each) => each.size === size);
  const restarts = rounds.map(
    ({ seed }) => tried.find((each) => each.size === 0 && each.seed === seed)?.runs ?? [],
  );
  const runs = rounds.flatMap((round) => round.runs);
  const groups = rounds.flatMap((round) => round.runs.map(() => round.seed));
  const others = restarts.flat();
  const over = (values: readonly number[]): Figure => overGroups(values, groups);
  const errors = rounds.flatMap(({ forecast, runs: own }) =>
    forecast === null ? [] : [forecast.redone - mean(own.map(({ first }) => first))],
  );
  return {
    system,
    size,
    rounds: rounds.length,
    runs: runs.length,
    kept: over(runs.map(({ isKept }) => Number(isKept))),
    redone: ratioOverProblems(
      runs.map(({ redone }) => redone),
      others.map(({ redone }) => redone),
      groups.map(String),
    ),
    recovered: over(runs.map(({ ok }) => Number(ok))),
    gain: over(runs.map(({ ok }, at) => Number(ok) - Number(others[at]?.ok ?? false))),
    first: over(runs.map(({ first }) => first)),
    forecastError: errors.length === 0 ? null : overGroups(errors, [...errors.keys()]),
  };
}
