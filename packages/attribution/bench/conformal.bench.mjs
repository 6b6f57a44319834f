// Run by `pnpm --filter @langgraph-rollback/attribution bench:conformal`. Ratios within one process travel between machines; the
// milliseconds beside them do not. docs/benchmarks.md has the figures of one machine.
import { calibrateThreshold, predictionSet, seededRandom } from "@langgraph-rollback/attribution/conformal";
import { leastTime } from "./measure.mjs";
import { evaluateByPackage, evaluatePaperMethods, SPLITS } from "./splits.mjs";

/** Time of the authors' Python for 1000 splits, in seconds a method on one core: ../shared/design/conformal.md. */
const AUTHORS_SECONDS = { least: 4, most: 12 };
const PAPER_METHODS = 5;

const random = seededRandom(1);
const fixed = (value, digits = 2) => value.toFixed(digits);
const microseconds = (milliseconds) => `${fixed(1000 * milliseconds, 1)} us`;
const failures = [];

function report(label, measured, bound, detail) {
  const met = measured <= bound;
  if (!met) failures.push(label);
  console.log(`${met ? "ok  " : "SLOW"} ${label}: ${fixed(measured)} (at most ${bound}); ${detail}`);
}

function benchSplits() {
  console.log(`\n${SPLITS} splits of the five paper methods, 184 trajectories, constant scores, alpha 0.2`);
  for (const { method, coverage, removalRate } of evaluatePaperMethods()) {
    console.log(`     ${method}: coverage ${fixed(coverage, 3)}, removal rate ${fixed(removalRate, 3)}`);
  }
  const ours = leastTime(() => evaluatePaperMethods()[0].coverage, { rounds: 15 });
  const authors = 1000 * PAPER_METHODS * AUTHORS_SECONDS.least;
  report(
    "share of 1/200 of the authors' least time",
    ours / (authors / 200),
    1,
    `${fixed(ours, 1)} ms for all five; theirs ${PAPER_METHODS * AUTHORS_SECONDS.least} to ${PAPER_METHODS * AUTHORS_SECONDS.most} s, ` +
      `${Math.round(authors / ours)} to ${Math.round((authors * AUTHORS_SECONDS.most) / AUTHORS_SECONDS.least / ours)} times as long`,
  );
}

/** The same splits by `evaluateSplits`, which also collects rollback figures, errors over runs and reliability. */
function benchEvaluateSplits() {
  console.log("\nthe same splits by evaluateSplits, against the counting above");
  const counting = leastTime(() => evaluatePaperMethods()[0].coverage, { rounds: 15 });
  const ours = leastTime(() => evaluateByPackage().methods.left.coverage.mean, { rounds: 15 });
  report("times the counting", ours / counting, 3, `${fixed(counting, 1)} ms -> ${fixed(ours, 1)} ms`);
}

const ten = 10_000;
const drawScores = (length) => Array.from({ length }, () => random());
const long = drawScores(ten);
const short = drawScores(ten / 10);

function sumOnce() {
  let sum = 0;
  for (let step = 0; step < long.length; step += 1) sum += long[step];
  return sum;
}

const filtration = (method, aggregation, label) => ({ method, aggregation, label: `${method}, ${label}` });
const predicted = [
  ...["vanilla", "crsvp", "left", "right", "two-way", "interval", "suffix", "prefix", "list"].map(
    (method) => ({ method, label: method }),
  ),
  filtration("left", { kind: "max" }, "max"),
  filtration("left", { kind: "sum", lengthPenalty: 0.1 }, "length penalty"),
  filtration("left", { kind: "log-sum-exp", beta: 1 }, "log-sum-exp, beta 1"),
  // Twice the 20 of the issue: log-sum-exp from both sides, exponentials and logarithms that no pass over sums has.
  { ...filtration("two-way", { kind: "log-sum-exp", beta: 1 }, "log-sum-exp, beta 1"), most: 40 },
];

/** About half of the steps are in the set: the threshold is the median nonconformity that each method gives. */
function benchPredict() {
  console.log("\npredictionSet at l = 10,000, against l = 1,000 and against one pass that sums the scores");
  const sum = leastTime(sumOnce, { calls: 50 });
  console.log(`     the sum takes ${microseconds(sum)}`);
  for (const { label, most = 20, ...options } of predicted) {
    const threshold = { ...halfway(options), draw: 0.5 };
    const run = (scores) => () => predictionSet(scores, threshold).range.end;
    const time = leastTime(run(long), { calls: 5 });
    const tenth = leastTime(run(short), { calls: 50 });
    report(
      `${label}, ten times the length`,
      time / tenth,
      12,
      `${microseconds(tenth)} -> ${microseconds(time)}`,
    );
    report(`${label}, passes that sum`, time / sum, most, microseconds(time));
  }
}

function halfway(options) {
  let [low, high] = [-10, 20_000];
  const at = (value) => calibrateThreshold([value, value, value, value], { ...options, alpha: 0.2 });
  for (let round = 0; round < 60; round += 1) {
    const middle = (low + high) / 2;
    const { steps } = predictionSet(long, { ...at(middle), draw: 0.5 });
    if (steps.length > ten / 2) high = middle;
    else low = middle;
  }
  return at(high);
}

function benchCalibrate() {
  console.log("\ncalibrateThreshold of 100,000 scores, against a bare sort of a typed copy");
  const scores = drawScores(100_000);
  const typed = Float64Array.from(scores);
  const sort = leastTime(() => typed.toSorted()[7], { rounds: 50 });
  const ours = leastTime(() => calibrateThreshold(scores, { method: "left", alpha: 0.2 }).value, {
    rounds: 50,
  });
  report("bare sorts", ours / sort, 2, `${fixed(sort)} ms -> ${fixed(ours)} ms`);
}

console.log(`Node ${process.version}, ${process.platform} ${process.arch}`);
// evaluateSplits comes last: once V8 has seen arrays of whole numbers, as it has inside, every pass is slower.
benchSplits();
benchPredict();
benchCalibrate();
benchEvaluateSplits();
if (failures.length > 0) process.exitCode = 1;
