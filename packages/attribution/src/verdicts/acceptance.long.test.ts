import { it, expect } from "vitest";

import { type Share, shareOf } from "../conformal/fixtures/share-of.ts";
import { seededRandom } from "../conformal/index.ts";
import { acceptanceOf, calibrateVerifier } from "../index.ts";
import { rejectionOf } from "./rejection.ts";
import type { RetryVerdict } from "./retried-tasks.ts";

/** Calibrations of each cell: they are independent. */
const CALIBRATIONS = 400;
/** Failed runs that each of them is tried on. */
const FRESH = 10;
const EPSILON = 0.1;

interface Judge {
  readonly name: string;
  /** Difference of a right and a wrong run's mean scores, in deviations. */
  readonly tells: number;
  /** Share of a score's variance that all tries at a task have in common: a wrong run that convinces does so again. */
  readonly common: number;
  /** Steps of the scale. Absent: it has none. */
  readonly levels?: number;
}

const JUDGES: readonly Judge[] = [
  { name: "good, independent", tells: 3, common: 0 },
  { name: "good, dependent", tells: 3, common: 0.6 },
  { name: "weak, independent", tells: 1, common: 0 },
  { name: "weak, dependent", tells: 1, common: 0.6 },
  { name: "blind, dependent", tells: 0, common: 0.6 },
  { name: "three levels, dependent", tells: 2, common: 0.6, levels: 3 },
  { name: "yes or no, dependent", tells: 2, common: 0.6, levels: 2 },
];
const CELLS = JUDGES.flatMap((judge) =>
  [1, 2, 3].flatMap((retries) =>
    [0.05, 0.1, 0.2].flatMap((gamma) => [15, 60].map((n) => ({ judge, retries, gamma, n }))),
  ),
);

type Draw = () => number;

const normal = (random: Draw): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A task: how its tries come out, and how they are scored. Hard tasks fail again, and their wrong results resemble each other. */
function taskOf({ common, levels, tells }: Judge, random: Draw): () => Required<RetryVerdict> {
  const ease = random();
  const shared = Math.sqrt(common) * normal(random);
  return () => {
    const right = random() < ease;
    const score = shared + Math.sqrt(1 - common) * normal(random) + (right ? tells : 0);
    const chance = 1 / (1 + Math.exp(-score));
    return { right, score: levels === undefined ? score : Math.round(chance * (levels - 1)) };
  };
}

/** Retries of a task whose first attempt is wrong and was rejected. */
function failedTask(judge: Judge, below: number, retries: number, random: Draw): readonly RetryVerdict[] {
  for (;;) {
    const attempt = taskOf(judge, random);
    const first = attempt();
    // A judge with few levels rejects no first attempt below its lowest one: a run that threw is a failure as well.
    if (!first.right && (first.score < below || random() < 0.05))
      return Array.from({ length: retries }, attempt);
  }
}

interface Ends {
  /** Share of failed runs that end with a wrong result accepted. */
  readonly wrong: Share;
  /** The same of the verifier without a bound. */
  readonly unbounded: number;
  readonly accepted: number;
  readonly k: number;
}

function measure({ gamma, judge, n, retries }: (typeof CELLS)[number], seed: number): Ends {
  const random = seededRandom(seed);
  const verdicts = Array.from({ length: 200 }, () => taskOf(judge, random)()).filter(({ right }) => right);
  const options = { verifier: judge.name, epsilon: EPSILON };
  const { below } = rejectionOf(calibrateVerifier(verdicts, options));
  let [accepted, k, unbounded] = [0, 0, 0];
  const wrong = Array.from({ length: CALIBRATIONS }, () => {
    const tasks = Array.from({ length: n }, () => failedTask(judge, below, retries, random));
    const part = { below, maxRetries: retries, tasks, gamma };
    const acceptance = acceptanceOf({ retries: part });
    if (acceptance === undefined) throw new Error("Expected an acceptance.");
    k = acceptance.k;
    const ends = Array.from({ length: FRESH }, () => {
      const passing = failedTask(judge, below, retries, random).filter(
        ({ score = -Infinity }) => score >= below,
      );
      unbounded += Number(passing[0] !== undefined && !passing[0].right);
      return passing.find(({ score = -Infinity }) => score > acceptance.above);
    }).filter((end) => end !== undefined);
    accepted += ends.length;
    return ends.filter(({ right }) => !right).length;
  });
  const runs = CALIBRATIONS * FRESH;
  return { accepted: accepted / runs, k, unbounded: unbounded / runs, wrong: shareOf(wrong, FRESH) };
}

it("lets at most gamma of failed runs end with a wrong result accepted, with dependent tries and any judge", () => {
  const ends = CELLS.map((cell, at) => ({ ...cell, ...measure(cell, 1 + at) }));
  for (const { gamma, judge, k, n, retries, wrong } of ends) {
    expect(
      wrong.mean,
      `${judge.name}, ${retries} retries, gamma ${gamma}, n = ${n}, k = ${k}`,
    ).toBeLessThanOrEqual(gamma + 3 * wrong.error);
  }
  // Bounds that hold because nothing is accepted are counted apart: of too few tasks, and of scores that tie at their best level.
  expect(ends.filter(({ k }) => k === 0)).toHaveLength(21);
  expect(ends.filter(({ accepted, k }) => k > 0 && accepted === 0).length).toBeLessThan(10);
  const bounded = ends.filter(({ accepted }) => accepted > 0);
  const worse = bounded.filter(({ gamma, unbounded }) => unbounded > gamma);
  expect(worse.length).toBeGreaterThan(bounded.length / 2);
});
