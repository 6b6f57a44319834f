import { readFileSync } from "node:fs";
import { conformalQuantile, nonconformity, seededRandom } from "@langgraph-rollback/attribution/conformal";
import { evaluateSplits } from "@langgraph-rollback/attribution/conformal/evaluation";

export const SPLITS = 1000;
const TRAJECTORIES = 184;
const ALPHA = 0.2;
const METHODS = ["vanilla", "crsvp", "left", "right", "two-way"];

/**
 * Lengths and decisive positions of the 111 Who&When trajectories at hand, no text. The paper has 184: the other 73 are
 * drawn from these, by seed.
 */
const known = JSON.parse(readFileSync(new URL("who-and-when-positions.json", import.meta.url), "utf8")).map(
  ([length, decisive]) => ({ length, decisive }),
);

function trajectories(random) {
  const drawn = Array.from(
    { length: TRAJECTORIES - known.length },
    () => known[Math.floor(known.length * random())],
  );
  return [...known, ...drawn];
}

const constantScores = (length) => Array.from({ length }, () => 1 / length);

/** Constant scores, so S depends on the length alone, but for the draws of crsvp. */
function scored({ length, decisive }, method, random) {
  const scores = nonconformity(constantScores(length), { method, draw: random() });
  return { scores, atDecisive: scores[decisive] };
}

/** A random even split, in place. */
function shuffle(items, random) {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other], items[last]];
  }
}

/** Coverage and removal rate of one calibrated half on the other; an empty set counts as its fallback, one step. */
function evaluate(calibration, test) {
  const threshold = conformalQuantile(
    calibration.map(({ atDecisive }) => atDecisive),
    ALPHA,
  );
  let [covered, removed] = [0, 0];
  for (const { scores, atDecisive } of test) {
    let size = 0;
    for (const score of scores) if (score <= threshold) size += 1;
    if (atDecisive <= threshold) covered += 1;
    removed += 1 - Math.max(1, size) / scores.length;
  }
  return { coverage: covered / test.length, removalRate: removed / test.length };
}

/** All splits of one method: scores the trajectories anew, as the authors' script does for each method. */
function evaluateMethod(method, runs, seed) {
  const random = seededRandom(seed);
  const prepared = runs.map((run) => scored(run, method, random));
  const half = prepared.length / 2;
  let [coverage, removalRate] = [0, 0];
  for (let split = 0; split < SPLITS; split += 1) {
    shuffle(prepared, random);
    const found = evaluate(prepared.slice(0, half), prepared.slice(half));
    coverage += found.coverage / SPLITS;
    removalRate += found.removalRate / SPLITS;
  }
  return { method, coverage, removalRate };
}

/** Every paper method, each on its 1000 splits. */
export function evaluatePaperMethods() {
  const runs = trajectories(seededRandom(184));
  return METHODS.map((method) => evaluateMethod(method, runs, 1));
}

/** The same by the package's own evaluation. */
export function evaluateByPackage() {
  const examples = trajectories(seededRandom(184)).map(({ length, decisive }, index) => ({
    draw: index,
    decisiveSteps: [decisive],
    stepScores: constantScores(length),
  }));
  // Each run is a unit of its own, as the command names them.
  const units = examples.map(({ draw }) => `run-${draw}`);
  return evaluateSplits(examples, {
    methods: METHODS,
    alpha: ALPHA,
    shares: true,
    splits: SPLITS,
    seed: 1,
    units,
  });
}
