import { readFileSync } from "node:fs";

import { share, table } from "../../documents/table.ts";
import { filesIn, nothingFound } from "../data-folder.ts";
import type { Claim, Experiment } from "../experiment.ts";
import type { Figure } from "../figure.ts";
import { MARKS_FILE, markedRuns } from "../marks/marked-runs.ts";
import { ownClaimList } from "../paper-claim.ts";
import { GAMMAS, measureWrongAccepts, type WrongAcceptsFigures } from "./measure-wrong-accepts.ts";

const SIZE = { splits: 100, calibrating: 100, fresh: 400 };
const QUICK = { ...SIZE, splits: 10 };

/** Right retries that are still accepted when few failed runs may end with a wrong result accepted, by recorded opinions of real models. */
export const wrongAcceptsExperiment: Experiment = {
  name: "wrong-accepts",
  question: "How many wrong results are accepted after a failure, and what a bound costs (needs --data)",
  document: "verifiers.md",
  run: async ({ data, isQuick, onProgress, seed }) => {
    const { found, missing } = filesIn(data, [MARKS_FILE]);
    const file = found.get(MARKS_FILE);
    if (file === undefined) return nothingFound(missing);
    const runs = markedRuns(readFileSync(file, "utf8"));
    const figures = measureWrongAccepts(runs, isQuick ? QUICK : SIZE, seed);
    onProgress(1, 1);
    return {
      markdown: wrongAcceptsMarkdown(figures),
      summary: wrongAcceptsSummary(figures),
      figures,
      charts: {},
      claims: wrongAcceptsClaims(figures),
    };
  },
};

/** Scores and tries as the tables name them. */
const SCORES = { votes: "votes", fitted: "fitted panel" } as const;
const TRIES = { all: "of all runs", wrong: "of wrong runs" } as const;

/** The part of the document. */
export function wrongAcceptsSummary(figures: readonly WrongAcceptsFigures[]): string {
  const rows = figures.filter(({ gamma }) => gamma === GAMMA);
  return [
    table(
      ["score", "tries", "retries", ...GAMMAS.map((gamma) => `gamma ${share(gamma)}`), "unbounded"],
      rows.map(({ retries, rightUnbounded, score, tries, wrongUnbounded }) => [
        SCORES[score],
        TRIES[tries],
        `${retries}`,
        ...figures
          .filter((each) => each.retries === retries && each.tries === tries && each.score === score)
          .map(({ right, wrong }) => `${share(right.mean)}, ${share(wrong.mean)}`),
        `${share(rightUnbounded.mean)}, ${share(wrongUnbounded.mean)}`,
      ]),
    ),
    ownClaimList(wrongAcceptsClaims(figures)),
  ].join("\n\n");
}

/** All figures and the claims. */
export function wrongAcceptsMarkdown(figures: readonly WrongAcceptsFigures[]): string {
  return [
    table(
      [
        "score",
        "tries",
        "retries",
        "gamma",
        "right retries accepted",
        "runs that end wrong",
        "right, unbounded",
        "end wrong, unbounded",
        "calibrations that accept nothing",
      ],
      figures.map((each) => [
        SCORES[each.score],
        TRIES[each.tries],
        `${each.retries}`,
        share(each.gamma),
        withError(each.right),
        withError(each.wrong),
        share(each.rightUnbounded.mean, 3),
        share(each.wrongUnbounded.mean, 3),
        `${each.nothing} of 100`,
      ]),
    ),
    ownClaimList(wrongAcceptsClaims(figures)),
  ].join("\n\n");
}

const withError = ({ mean, standardError }: Figure): string =>
  `${share(mean, 3)} ± ${share(standardError, 3)}`;

/** Standard errors that a mean may be off. */
const ERRORS = 3;
/** Right retries that votes are to accept at gamma .2, by the number of retries. */
const AIMS = [
  { retries: 2, accepted: 0.6 },
  { retries: 3, accepted: 0.35 },
];
const GAMMA = 0.2;

/** Claims of our documents about retries that are bounded. */
export function wrongAcceptsClaims(figures: readonly WrongAcceptsFigures[]): readonly Claim[] {
  const found = (retries: number): Figure =>
    figures.find(
      (each) =>
        each.score === "votes" && each.tries === "wrong" && each.gamma === GAMMA && each.retries === retries,
    )?.right ?? { mean: Number.NaN, standardError: Number.NaN };
  const above = figures.map(({ gamma, wrong }) => (wrong.mean - gamma) / Math.max(wrong.standardError, 1e-9));
  return [
    {
      sentence: `No more than gamma of the failed runs end with a wrong result accepted, within ${ERRORS} standard errors.`,
      holds: above.every((each) => each <= ERRORS),
      measured: `the one furthest above is so by ${Math.max(0, ...above).toFixed(1)} standard errors`,
    },
    ...AIMS.map(({ accepted, retries }) => {
      const right = found(retries);
      const holds = right.mean >= accepted;
      return {
        sentence: `At gamma ${share(GAMMA)} and ${retries} retries, five models that vote still accept at least ${share(accepted)} of the right ones, though all tries of the failed runs are wrong.`,
        holds,
        ...(!holds && right.mean + ERRORS * right.standardError >= accepted ? { isOpen: true } : {}),
        measured: withError(right),
      };
    }),
  ];
}
