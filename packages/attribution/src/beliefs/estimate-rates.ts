import type { AgentHistory, FirstAttempts, Redo } from "./agent-history.ts";
import { highestOf } from "./step-shares.ts";

/** How often an agent errs. */
export interface AgentRates {
  /** Probability that a step errs although none before it did. In (0, 1). */
  readonly errorRate: number;
  /** Probability that a mistake is made again although the note shows it. In (0, 1). */
  readonly repeatRate: number;
}

const POINTS = 40;

/** Error rates from 0.001 to 0.7, at equal ratios. */
const ERROR_RATES = grid((share) => 0.001 * 700 ** share);

/** Repeat rates from 0.01 to 0.95, at equal distances. */
const REPEAT_RATES = grid((share) => 0.01 + 0.94 * share);

/** No score is so sure that a rollback cannot have reached the mistake. */
const LEAST_REACH = 0.001;

/**
 * Estimates how often an agent errs and how often it repeats a mistake, from its earlier runs: the mean of the posterior
 * on a grid of 40 x 40.
 *
 * The priors are Beta(1, 30) for the error rate e and Beta(1, 4) for the repeat rate. A first attempt of l steps succeeds with
 * (1 - e)^l. An attempt that executes m steps again succeeds with reach (1 - repeat rate)(1 - e)^m. So first attempts,
 * successes among them, tell e; redos tell the repeat rate. An empty history gives the priors' means on the grid, about
 * 0.033 and 0.2.
 *
 * The result depends on the counts alone, not on their order. Time grows by 1,600 logarithms a redo.
 *
 * @throws {RangeError} on a length or number of redone steps that is no whole number >= 1, a count that is none >= 0, or a
 *   reach outside [0, 1]
 */
export function estimateRates({ firstAttempts, redos }: AgentHistory): AgentRates {
  for (const attempts of firstAttempts) checkFirstAttempts(attempts);
  for (const redo of redos) checkRedo(redo);
  // Density of Beta(1, 30); its last factor is there because the grid's points lie at equal ratios.
  const ofErrorRate = ERROR_RATES.map(
    (rate) => 29 * Math.log1p(-rate) + Math.log(rate) + ofFirstAttempts(firstAttempts, rate),
  );
  const ofRepeatRate = REPEAT_RATES.map((rate) => 3 * Math.log1p(-rate));
  const logs = ofErrorRate.map((ofError, row) =>
    ofRepeatRate.map(
      (ofRepeat, column) =>
        ofError + ofRepeat + ofRedos(redos, at(ERROR_RATES, row), at(REPEAT_RATES, column)),
    ),
  );
  return posteriorMeans(logs);
}

/** Logarithm of the likelihood of first attempts. */
function ofFirstAttempts(attempts: readonly FirstAttempts[], errorRate: number): number {
  return attempts.reduce((sum, { length, succeeded, failed }) => {
    const success = length * Math.log1p(-errorRate);
    return sum + succeeded * success + failed * logComplement(success);
  }, 0);
}

/** Logarithm of the likelihood of redos. */
function ofRedos(redos: readonly Redo[], errorRate: number, repeatRate: number): number {
  const [flawless, heeded] = [Math.log1p(-errorRate), Math.log1p(-repeatRate)];
  return redos.reduce((sum, { redone, reach, succeeded }) => {
    const success = Math.log(Math.max(reach, LEAST_REACH)) + heeded + redone * flawless;
    return sum + (succeeded ? success : logComplement(success));
  }, 0);
}

/** log(1 - p) of log p < 0, without loss where p is near 0 or 1. */
function logComplement(log: number): number {
  return Math.log(-Math.expm1(log));
}

function posteriorMeans(logs: readonly (readonly number[])[]): AgentRates {
  const highest = highestOf(logs.map(highestOf));
  let [total, errorRate, repeatRate] = [0, 0, 0];
  for (const [row, columns] of logs.entries()) {
    for (const [column, log] of columns.entries()) {
      const weight = Math.exp(log - highest);
      total += weight;
      errorRate += weight * at(ERROR_RATES, row);
      repeatRate += weight * at(REPEAT_RATES, column);
    }
  }
  return { errorRate: errorRate / total, repeatRate: repeatRate / total };
}

function grid(value: (share: number) => number): readonly number[] {
  return Array.from({ length: POINTS }, (_, index) => value(index / (POINTS - 1)));
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Number.NaN;
}

function checkFirstAttempts({ length, succeeded, failed }: FirstAttempts): void {
  checkWhole("length", length, 1);
  checkWhole("succeeded", succeeded, 0);
  checkWhole("failed", failed, 0);
}

function checkRedo({ redone, reach }: Redo): void {
  checkWhole("redone", redone, 1);
  if (!(reach >= 0 && reach <= 1)) throw new RangeError(`Expected \`reach\` in [0, 1], got ${reach}.`);
}

function checkWhole(name: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) {
    throw new RangeError(`Expected \`${name}\` to be a whole number >= ${least}, got ${value}.`);
  }
}
