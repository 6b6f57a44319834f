import type {
  Evaluation,
  MeanAndStd,
  MethodEvaluation,
} from "@langgraph-rollback/attribution/conformal/evaluation";
import { printable } from "@langgraph-rollback/inspector/shared";
import { plainTable } from "../terminal/plain-table.ts";
import type { EvaluationReport } from "./evaluation-report.ts";

/** The figures for people, no wider than 80 characters but for the names of groups. */
export function evaluationTable(report: EvaluationReport): string {
  return [
    ...heading(report),
    "",
    methodsTable(report.evaluation),
    ...notes(report.evaluation),
    "",
    ...scorerLines(report),
    ...groupLines(report),
  ].join("\n");
}

function heading({ evaluation, guarantee, n, options, sizes }: EvaluationReport): readonly string[] {
  const { alpha, band, level, splits } = evaluation;
  const fitted = sizes.fitted === 0 ? "" : `${sizes.fitted} fit, `;
  const target = `Target ${share(1 - alpha)} (alpha ${alpha}), band ${share(band.lower)} to ${share(band.upper)}`;
  return [
    `${n} labelled trajectories, ${splits} random even split${splits === 1 ? "" : "s"} (seed ${options.seed}):`,
    ...(options.splitBy === undefined
      ? []
      : [`no value of ${printable(options.splitBy)} on both sides of a split, so sizes vary about`]),
    `${fitted}${sizes.calibrated} calibrate, ${sizes.tested} are predicted. Scorer: ${options.scorer}.`,
    guarantee === "exact"
      ? `${target}; exact: ${share(level)} without ties.`
      : `${target}; approximate, as fitted and calibrated\non the same half.`,
  ];
}

const COLUMNS: readonly (readonly [string, (method: MethodEvaluation) => string])[] = [
  ["Coverage", ({ coverage }) => spread(coverage, 3)],
  ["Removed", ({ removalRate }) => spread(removalRate, 3)],
  ["Rollback cov.", ({ rollbackCoverage }) => spread(rollbackCoverage, 3)],
  ["Redo cost", ({ redoCost }) => spread(redoCost, 3)],
  ["NFE", ({ nfe }) => spread(nfe, 2)],
];

function methodsTable({ methods }: Evaluation): string {
  const table = plainTable(["Method", ...COLUMNS.map(([name]) => name)]);
  for (const [name, method] of Object.entries(methods)) {
    table.push([
      `${name}${method.positionOnly === undefined ? "" : " *"}`,
      ...COLUMNS.map(([, cell]) => cell(method)),
    ]);
  }
  return table.toString();
}

function notes({ methods, splits }: Evaluation): readonly string[] {
  const lines = Object.entries(methods).flatMap(([name, { confidence, positionOnly }]) => [
    ...(positionOnly === undefined
      ? []
      : [
          `* ${name}: by position alone, as scores are flat, in ${(100 * positionOnly).toFixed(0)} % of sets`,
        ]),
    ...(confidence === undefined
      ? []
      : [
          `${name}: coverage within ${share(confidence.lower)} to ${share(confidence.upper)} at 95 % (Clopper-Pearson)`,
        ]),
  ]);
  const what = splits === 1 ? "Of one split" : "Mean ± standard deviation over splits";
  return [
    `${what}. Removed: 1 - |C| / l. Rollback cov.:`,
    "sets that start at or before the decisive step. Redo cost: 1 - start / l.",
    "NFE: scorer calls a trajectory.",
    ...emptySets(methods),
    ...lines,
  ];
}

/** Why coverage may lie above its band. */
function emptySets(methods: Evaluation["methods"]): readonly string[] {
  const shares = Object.entries(methods).map(([name, { empty }]) => ({
    name,
    percent: Math.round(100 * empty.mean),
  }));
  const some = shares.filter(({ percent }) => percent > 0).map(({ name, percent }) => `${name} ${percent} %`);
  return some.length === 0
    ? []
    : [`Empty sets, in which one step stands in and can only add coverage:`, `${some.join(", ")}.`];
}

function scorerLines({ options, scorer }: EvaluationReport): readonly string[] {
  const accuracy = scorer.accuracyWithin.map(({ mean }) => mean.toFixed(2)).join(" ");
  return [
    `Scorer ${options.scorer} by itself: AUROC ${scorer.auroc.mean.toFixed(3)}, AUPRC ${scorer.auprc.mean.toFixed(3)},`,
    `top step within 0 to 5 steps of the decisive one: ${accuracy}.`,
  ];
}

function groupLines({ evaluation, options }: EvaluationReport): readonly string[] {
  if (options.group === undefined) return [];
  const table = plainTable(["Coverage by group", "Method", "Coverage", "Removed", "Sets"]);
  for (const [name, { byGroup }] of Object.entries(evaluation.methods)) {
    for (const { count, coverage, label, removalRate } of byGroup) {
      table.push([printable(label), name, share(coverage), share(removalRate), `${count}`]);
    }
  }
  return [
    "",
    `Each ${printable(options.group)} has a threshold of its own; too few of them for alpha get full sets.`,
    table.toString(),
  ];
}

function spread({ mean, std }: MeanAndStd, digits: number): string {
  return `${mean.toFixed(digits)}±${std.toFixed(digits)}`;
}

function share(value: number): string {
  return value.toFixed(3);
}
