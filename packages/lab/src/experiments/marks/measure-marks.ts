import type { Evaluation } from "@langgraph-rollback/attribution/conformal/evaluation";

import { runCommand } from "../run-command.ts";
import { JUDGES } from "../labelled-data/data-sets.ts";
import { type MethodSets, setFigures } from "../set-figures.ts";
import { type FewLabelsFigures, type FewLabelsJob, measureFewLabels } from "./few-labels.ts";
import { type FewRightRunsFigures, type FewRightRunsJob, measureFewRightRuns } from "./few-right-runs.ts";

/** Measurements that one process makes. */
export interface MarksJob {
  readonly kind: "scorers" | "verifiers";
  /** Models whose opinions are measured, each and all together; default all of the file. */
  readonly models?: readonly string[];
  readonly file: string;
  readonly splits: number;
  readonly seed: number;
}

/** Runs and judges that were looked at. */
interface Looked {
  /** Failed runs for scorers, right and wrong ones for verifiers. */
  readonly n: number;
  /** Different tasks of these runs; the JSON of `evaluate` calls them units. */
  readonly units: number;
  readonly splits: number;
}

/** A model or several together as a scorer of steps. */
export interface ScorerMarks extends Looked {
  readonly kind: "scorers";
  readonly name: string;
  readonly methods: MethodSets;
}

/** A mean with its standard error over tasks. */
export interface TaskFigure {
  readonly mean: number;
  readonly standardError: number;
}

/** Worth of verdicts. */
export interface VerdictFigures {
  /** Share of the right runs that are rejected. */
  readonly rejected: TaskFigure;
  /** Share of the wrong runs that are rejected. */
  readonly caught: TaskFigure;
}

/** A model or several together as a verifier of runs. */
export interface VerifierMarks extends Looked {
  readonly kind: "verifiers";
  /** How many of the runs are right. */
  readonly right: number;
  readonly name: string;
  /** By its own yes or no. */
  readonly uncalibrated: VerdictFigures;
  readonly calibrated: readonly (VerdictFigures & { readonly epsilon: number })[];
}

export type MarksFigures = ScorerMarks | VerifierMarks | FewLabelsFigures | FewRightRunsFigures;

interface WrittenScorers extends Looked {
  readonly results: readonly { readonly name: string; readonly methods: Evaluation["methods"] }[];
}

interface WrittenVerifiers extends Looked {
  readonly right: number;
  readonly results: readonly Pick<VerifierMarks, "name" | "uncalibrated" | "calibrated">[];
}

/** Measures models' recorded answers; runs in a process of its own. */
export async function measureMarks(
  job: MarksJob | FewLabelsJob | FewRightRunsJob,
): Promise<readonly MarksFigures[]> {
  if (job.kind === "few-labels") return measureFewLabels(job);
  if (job.kind === "few-right-runs") return measureFewRightRuns(job);
  return measureOpinions(job);
}

async function measureOpinions({
  file,
  kind,
  models = [],
  seed,
  splits,
}: MarksJob): Promise<readonly MarksFigures[]> {
  const chosen = models.length === 0 ? [] : ["--models", models.join(",")];
  const drawn = ["--split-by", "group", "--splits", `${splits}`, "--seed", `${seed}`];
  const args = ["--marks", file, ...drawn, ...chosen];
  if (kind === "scorers") {
    const { n, results, units }: WrittenScorers = JSON.parse(
      await runCommand(["evaluate", ...args, "--methods", "interval,suffix", "--json"]),
    );
    return results.map(({ methods, name }) => ({
      kind,
      name,
      n,
      units,
      splits,
      methods: setFigures(methods),
    }));
  }
  const { n, results, right, units }: WrittenVerifiers = JSON.parse(
    await runCommand(["evaluate", ...args, "--verdicts", "--json"]),
  );
  return results.map(({ calibrated, name, uncalibrated }) => ({
    kind,
    name,
    n,
    units,
    splits,
    right,
    uncalibrated: rounded(uncalibrated),
    calibrated: calibrated.map(({ epsilon, ...figures }) => ({ epsilon, ...rounded(figures) })),
  }));
}

/** Five digits, so that the file of all figures stays small. */
const rounded = ({ caught, rejected }: VerdictFigures): VerdictFigures => ({
  rejected: { mean: five(rejected.mean), standardError: five(rejected.standardError) },
  caught: { mean: five(caught.mean), standardError: five(caught.standardError) },
});

const five = (value: number): number => Number(value.toFixed(5));

/** Labels of one domain, and of two, which have more. */
const LABELS = [
  { domains: 1, labels: 10 },
  { domains: 1, labels: 20 },
  { domains: 1, labels: 50 },
  { domains: 2, labels: 50 },
  { domains: 2, labels: 100 },
];
const RIGHT_RUNS = [19, 38, 58];

/** The jobs of all tables: of the verifiers, all models of the file, and the chosen ones together. The longest come first. */
export function marksJobs(
  file: string,
  { isQuick, seed }: { readonly isQuick: boolean; readonly seed: number },
): readonly (MarksJob | FewLabelsJob | FewRightRunsJob)[] {
  const splits = isQuick ? 5 : 100;
  return [
    { kind: "scorers", models: JUDGES, file, splits, seed },
    { kind: "verifiers", file, splits, seed },
    ...LABELS.map((few) => ({ kind: "few-labels", file, ...few, draws: splits, seed }) as const),
    { kind: "verifiers", models: JUDGES, file, splits, seed },
    ...RIGHT_RUNS.map((right) => ({ kind: "few-right-runs", file, right, draws: splits, seed }) as const),
  ];
}
