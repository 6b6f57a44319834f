import { share, table } from "../../documents/table.ts";
import type { Claim, Experiment } from "../experiment.ts";
import { inProcesses } from "../in-processes.ts";
import { claimsInBrief, claimsInWords } from "../claims-in-words.ts";
import { PRICE } from "./sweep-arms.ts";
import type { SweepArm, SweepFigures } from "./sweep-point.ts";
import { QUICK_SWEEPS, type Sweep, sweepsOf } from "./sweeps.ts";

const WORKER = { module: new URL("measure-point-worker.js", import.meta.url), name: "measureInProcess" };

/** Failed runs that are tried at each point. */
const RUNS = 150;

interface MeasuredSweep {
  readonly title: string;
  readonly values: readonly { readonly label: string; readonly figures: SweepFigures }[];
}

/** Measures the conditions under which rollback pays: one thing at a time is varied. */
export const sweepsExperiment: Experiment = {
  name: "sweeps",
  question: "What decides: natural failures of the demo's team, one rate at a time varied (simulated model)",
  run: async ({ isQuick, onProgress, runs = RUNS, seed }) => {
    const sweeps = await measured(isQuick ? QUICK_SWEEPS : sweepsOf(runs), seed, onProgress);
    const claims = sweeps.flatMap(claimsOf);
    return {
      markdown: sweepsMarkdown(sweeps, claims),
      summary: sweepsSummary(sweeps, claims),
      figures: sweeps,
      charts: {},
      claims,
    };
  },
};

const INTRODUCTION = `Success with at most three rollbacks, and the steps that ran again, of those of the failed runs. In bold the cheapest: a step costs 1, and a run that ends wrong ${PRICE} run lengths, which is the default price of \`leastCost\`.`;

/** The part of the document: of each rate its first value and its last one. */
export function sweepsSummary(sweeps: readonly MeasuredSweep[], claims: readonly Claim[]): string {
  const ends = sweeps.flatMap(({ title, values }) =>
    values
      .filter((_, at) => at === 0 || at === values.length - 1)
      .map((value) => ({ ...value, label: `${title}: ${value.label}` })),
  );
  return [INTRODUCTION, sweepTable(ends), ...claimsInBrief(claims)].join("\n\n");
}

/** All tables. */
export const sweepsMarkdown = (sweeps: readonly MeasuredSweep[], claims: readonly Claim[]): string =>
  [
    INTRODUCTION,
    ...sweeps.flatMap(({ title, values }) => [`**${title}**`, sweepTable(values)]),
    ...claimsInWords(claims),
  ].join("\n\n");

/** Points that several sweeps share are measured once. */
async function measured(
  sweeps: readonly Sweep[],
  seed: number,
  onProgress: (done: number, of: number) => void,
): Promise<readonly MeasuredSweep[]> {
  const points = sweeps.flatMap(({ values }) =>
    values.map(({ point }) => JSON.stringify({ ...point, seed })),
  );
  const distinct = [...new Set(points)];
  const inputs: readonly unknown[] = distinct.map((point): unknown => JSON.parse(point));
  const figures: readonly SweepFigures[] = await inProcesses(WORKER, inputs, onProgress);
  const byPoint = new Map(distinct.map((point, at) => [point, figures[at]]));
  return sweeps.map(({ title, values }) => ({
    title,
    values: values.flatMap(({ label, point }) => {
      const found = byPoint.get(JSON.stringify({ ...point, seed }));
      return found === undefined ? [] : [{ label, figures: found }];
    }),
  }));
}

function sweepTable(values: MeasuredSweep["values"]): string {
  const arms = values[0]?.figures.arms.map(({ arm }) => arm) ?? [];
  const rows = values.map(({ label, figures }) => {
    const cheapest = figures.arms.toSorted((one, other) => one.cost - other.cost)[0];
    return [
      label,
      share(figures.failed),
      share(figures.auroc),
      ...figures.arms.map((arm) => {
        const cell = `${share(arm.success)} ± ${share(arm.standardError)}, ${arm.redone.toFixed(2)}`;
        return arm === cheapest ? `**${cell}**` : cell;
      }),
    ];
  });
  return table(["", "runs that fail", "AUROC", ...arms], rows);
}

/** Run lengths by which the default may cost more than restarting. */
const DEARER = 0.15;

/** The default policy is hardly dearer than restarting, at the point where it compares worst. */
const claimsOf = ({ title, values }: MeasuredSweep): readonly Claim[] => {
  const excess = values.map(({ label, figures }) => ({
    label,
    more: costOf(figures.arms, "least cost") - costOf(figures.arms, "restart"),
  }));
  const worst = excess.toSorted((one, other) => other.more - one.more)[0];
  return worst === undefined
    ? []
    : [
        {
          sentence: `${title}: the default policy costs at most ${DEARER} run lengths a failed run more than restarting.`,
          holds: worst.more <= DEARER,
          measured: `at ${worst.label}: ${worst.more.toFixed(2)} run lengths more`,
        },
      ];
};

const costOf = (arms: readonly SweepArm[], name: string): number =>
  arms.find(({ arm }) => arm === name)?.cost ?? Number.NaN;
