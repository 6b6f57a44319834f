import { share, table } from "../../documents/table.ts";
import { claimsInBrief, claimsInWords } from "../claims-in-words.ts";
import type { Claim } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { MAX_ROLLBACKS, SETS_ALPHA } from "./recovery-arms.ts";
import { DELTA, type RecoveryCell, SIZES } from "./recovery-cells.ts";
import type { PolicyFigures, RecoveryFigures } from "./recovery-figures.ts";

/** The part of the document. */
export function recoverySummary(figures: RecoveryFigures, claims: readonly Claim[]): string {
  const failures = Math.min(...figures.agents.map((agent) => agent.failures));
  return [
    `Agents are simulated; graphs, checkpoints and \`withRollback\` are real. ${failures} natural failures of each agent, every one rolled back by each policy from the same checkpoints, with at most ${MAX_ROLLBACKS} rollbacks and sets at alpha ${SETS_ALPHA}. Shares of failed runs by K, and steps that rollbacks executed, mean of a run. Differences are from restarting on the same runs, with 95 % intervals by a bootstrap over problems.`,
    policiesTable(figures),
    `Calibrations of n = ${SIZES.join(", ")} runs are drawn from these failures. For each alpha the most of these five: fresh runs that are not recovered within lambda, over all calibrations; the same over those alone that promise something; and the shares of calibrations that promise nothing, from n = ${SIZES[0]} to ${SIZES.at(-1)}. The last column: calibrations with delta ${DELTA} whose promise is not true of the pool, the most of all cells.`,
    boundsTable(figures),
    "Runs of the default policy that end after lambda rollbacks: shares recovered within lambda, where the policy plans for m in all of them and runs are cut, and where it is told lambda. In brackets the number of runs that differ from the audited ones.",
    shorterTable(figures),
    `The account of silent failures. Four versions of the team restart failed runs; they repeat a mistake ever more often, and ${figures.versions.map(({ unrecovered }) => share(unrecovered)).join(", ")} of their failed runs are not recovered. A drift goes from the first version to the last half-way. The adversary waits for credit, and then has nothing recovered until it is spent. Shares of all failed runs; the last two columns are the most over all sequences, and may be at most 0 and ${figures.online[0]?.most ?? 0}.`,
    onlineTable(figures),
    "Calibrated on the first three of these versions together, and on the last one alone: failed runs of the last version that are not recovered within lambda.",
    pooledTable(figures),
    ...claimsInBrief(claims, "claims"),
  ].join("\n\n");
}

/** All tables. */
export const recoveryMarkdown = (figures: RecoveryFigures, claims: readonly Claim[]): string =>
  [
    recoverySummary(figures, claims),
    ...claimsInWords(claims, "claims"),
    "All cells:",
    table(
      [
        "",
        "alpha",
        "n",
        "not recovered",
        "promise nothing",
        "not recovered where promised",
        "untrue with delta",
        "promise nothing with delta",
      ],
      rowsOf(figures, ({ cells }, name) =>
        cells.map((cell) => [
          name,
          share(cell.alpha, 1),
          String(cell.n),
          withError(cell.missed),
          share(cell.unpromised),
          cell.missedWherePromised === null ? "-" : share(cell.missedWherePromised, 3),
          share(cell.untrue, 3),
          share(cell.unpromisedWithDelta),
        ]),
      ),
    ),
  ].join("\n\n");

const rowsOf = (
  { agents }: RecoveryFigures,
  rows: (policy: PolicyFigures, name: string) => readonly (readonly string[])[],
): readonly (readonly string[])[] =>
  agents.flatMap(({ agent, policies }) =>
    policies.flatMap((policy) => rows(policy, `${agent}, ${policy.policy}`)),
  );

const policiesTable = (figures: RecoveryFigures): string =>
  table(
    [
      "",
      ...Array.from({ length: MAX_ROLLBACKS }, (_, at) => `K = ${at + 1}`),
      "none",
      "steps",
      "recovered, less restart's",
      "steps, less restart's",
    ],
    rowsOf(figures, ({ against, shares, steps }, name) => [
      [
        name,
        ...shares.map((each) => share(each)),
        steps.toFixed(1),
        between(against.recovered, (value) => share(value)),
        between(against.steps, (value) => value.toFixed(1)),
      ],
    ]),
  );

const between = (
  { difference, interval }: PolicyFigures["against"]["steps"],
  written: (value: number) => string,
): string => `${written(difference)} [${written(interval.lower)}, ${written(interval.upper)}]`;

function boundsTable(figures: RecoveryFigures): string {
  const alphas = [...new Set(figures.agents[0]?.policies[0]?.cells.map(({ alpha }) => alpha) ?? [])];
  return table(
    [
      "",
      ...alphas.flatMap((alpha) => [`alpha ${share(alpha, 1)}`, "where promised", "promise nothing"]),
      "delta",
    ],
    rowsOf(figures, ({ cells }, name) => [
      [
        name,
        ...alphas.flatMap((alpha) => inBrief(cells.filter((cell) => cell.alpha === alpha))),
        share(Math.max(...cells.map(({ untrue }) => untrue)), 3),
      ],
    ]),
  );
}

function inBrief(cells: readonly RecoveryCell[]): readonly string[] {
  const worst = cells.toSorted((one, other) => other.missed.mean - one.missed.mean)[0];
  const promised = cells.flatMap(({ missedWherePromised }) => missedWherePromised ?? []);
  return [
    worst === undefined ? "-" : withError(worst.missed),
    promised.length === 0 ? "-" : share(Math.max(...promised), 3),
    `${share(cells[0]?.unpromised ?? 1)} to ${share(cells.at(-1)?.unpromised ?? 1)}`,
  ];
}

const shorterTable = ({ agents }: RecoveryFigures): string =>
  table(
    ["", "lambda", "audited, m", "cut", "told lambda", "p"],
    agents.flatMap(({ agent, shorter }) =>
      shorter.map(({ cut, cutDiffers, lambda, p, planned, told, toldDiffers }) => [
        agent,
        String(lambda),
        share(planned, 3),
        `${share(cut, 3)} (${cutDiffers})`,
        `${share(told, 3)} (${toldDiffers})`,
        p.toPrecision(2),
      ]),
    ),
  );

const onlineTable = ({ online }: RecoveryFigures): string =>
  table(
    [
      "",
      "alpha",
      "sequences",
      "failed runs of each",
      "not recovered",
      "silent",
      "handed over",
      "above alpha T",
      "above alpha W",
    ],
    online.map((figures) => [
      figures.kind,
      share(figures.alpha, 1),
      String(figures.sequences),
      String(figures.length),
      share(figures.unrecovered, 3),
      share(figures.silent, 3),
      share(figures.handedOver, 3),
      figures.mostAboveShare.toFixed(2),
      figures.mostAboveWindow.toFixed(2),
    ]),
  );

const pooledTable = ({ pooled }: RecoveryFigures): string =>
  table(
    ["", "failed runs", "versions before", "promise nothing", "the version itself", "promise nothing"],
    pooled.map(({ alpha, n, own, ownUnpromised, pooled: mixed, unpromised }) => [
      `alpha ${share(alpha, 1)}`,
      String(n),
      withError(mixed),
      share(unpromised),
      withError(own),
      share(ownUnpromised),
    ]),
  );

const withError = ({ mean, standardError }: Figure): string =>
  `${share(mean, 3)} ± ${share(standardError, 3)}`;
