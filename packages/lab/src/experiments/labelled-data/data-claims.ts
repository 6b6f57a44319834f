import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";

import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { PaperClaim } from "../paper-claim.ts";
import type { SplitFigure } from "../set-figures.ts";
import type { DataFigures } from "./measure-data.ts";
import { MEASURED_METHODS } from "../measured-methods.ts";

const TARGET = 0.8;
/** Standard errors that a mean may lie below its target: over a hundred means are looked at. */
const ERRORS = 4;
/** Differences between methods. */
const LITTLE = 0.02;
/** Differences between scorers, whose best doubles or trebles what `vanilla` removes. */
const HARDLY = 0.1;
const CONTIGUOUS: readonly ConformalMethod[] = ["crsvp", "left", "right", "two-way"];
const PAPERS: readonly ConformalMethod[] = ["vanilla", ...CONTIGUOUS];
const FILTRATIONS: readonly ConformalMethod[] = ["left", "right", "two-way"];

const removal = ({ methods }: DataFigures, method: ConformalMethod): number =>
  methods[method]?.removalRate.mean ?? Number.NaN;

const bestOf = (figures: DataFigures, methods: readonly ConformalMethod[]): number =>
  Math.max(...methods.map((method) => removal(figures, method)));

const of = (figures: readonly DataFigures[], set: string, scorer: string): readonly DataFigures[] =>
  figures.filter((each) => each.set === set && each.scorer === scorer);

/** Claims of the paper about real data; only of sets that were measured. */
export const paperClaims = (figures: readonly DataFigures[]): readonly PaperClaim[] => [
  lowerBound(figures),
  ...of(figures, "Who&When", "constant").map(rightIsBest),
  ...of(figures, "Who&When", "logit").map((logit) => ({
    ...rightIsBest(logit),
    documented: "refuted" as const,
  })),
  isInsensitive(figures),
];

/** From the scorer by which a method removes least to the one by which it removes most. */
function spread(own: readonly DataFigures[], method: ConformalMethod): number {
  const rates = own.map((each) => removal(each, method));
  return Math.max(...rates) - Math.min(...rates);
}

function isInsensitive(figures: readonly DataFigures[]): PaperClaim {
  const sets = [...new Set(figures.map(({ set }) => set))].map((set) => {
    const own = figures.filter((each) => each.set === set);
    return {
      set,
      filtration: Math.max(...FILTRATIONS.map((method) => spread(own, method))),
      vanilla: spread(own, "vanilla"),
    };
  });
  return {
    says: "what filtration removes hardly depends on the scorer",
    isSo: sets.every(({ filtration }) => filtration <= HARDLY),
    documented: "confirmed",
    measured: `from the worst scorer to the best, the filtration that differs most, and \`vanilla\` beside it: ${sets.map(({ filtration, set, vanilla }) => `${set} ${share(filtration)} and ${share(vanilla)}`).join(", ")}`,
  };
}

/** How far below its target a mean is, in standard errors: of the mean over splits, or over tasks where they are never parted. */
function errorsBelow({ byTask, splits }: DataFigures, { mean, standardError, std }: SplitFigure): number {
  const error = byTask ? standardError : std / Math.sqrt(splits);
  return (TARGET - mean) / error;
}

function lowerBound(figures: readonly DataFigures[]): PaperClaim {
  const below = figures.flatMap((each) =>
    MEASURED_METHODS.flatMap((method) => {
      const found = each.methods[method];
      return found === undefined ? [] : [errorsBelow(each, found.coverage)];
    }),
  );
  const most = Math.max(...below);
  return {
    says: "coverage is at least 1 - alpha by every method",
    isSo: most <= ERRORS,
    documented: "confirmed",
    measured: `of ${below.length} means, the one furthest below is so by ${Math.max(0, most).toFixed(1)} standard errors (${ERRORS} are allowed)`,
  };
}

function rightIsBest(figures: DataFigures): PaperClaim {
  const others = bestOf(
    figures,
    CONTIGUOUS.filter((method) => method !== "right"),
  );
  return {
    says: `of its contiguous methods, \`right\` removes most on Who&When, here by the scorer \`${figures.scorer}\``,
    isSo: removal(figures, "right") > others,
    documented: "confirmed",
    measured: `${share(removal(figures, "right"))}, the best of the others ${share(others)}`,
  };
}

/** Sets on which our own methods win; on the others they do not. */
const WINS = ["Who&When", "MR-GSM8K", "BIG-Bench Mistake"];

/** Claims of our documents about our own methods; only of sets that were measured often enough to tell. */
export function ownClaims(figures: readonly DataFigures[]): readonly Claim[] {
  const wins = WINS.flatMap((set) => of(figures, set, "logit"));
  const noWin = of(figures, "Mr-Ben", "logit");
  if (wins.length < WINS.length || noWin.length === 0) return [];
  const redo = (each: DataFigures, method: ConformalMethod): number =>
    each.methods[method]?.redoCost.mean ?? Number.NaN;
  return [
    {
      sentence: `\`list\` is \`vanilla\` on another scale, l p in place of p: by the scorer \`logit\` it removes more so on ${WINS.join(", ")}.`,
      holds: wins.every((each) => removal(each, "list") > removal(each, "vanilla")),
      measured: wins
        .map((each) => `${share(removal(each, "list"))} against ${share(removal(each, "vanilla"))}`)
        .join(", "),
    },
    {
      sentence: `By the scorer \`logit\`, rolling back to the start of \`suffix\` redoes less than to that of \`left\` on ${WINS.join(", ")}.`,
      holds: wins.every((each) => redo(each, "suffix") < redo(each, "left")),
      measured: wins
        .map((each) => `${share(redo(each, "suffix"))} against ${share(redo(each, "left"))}`)
        .join(", "),
    },
    {
      sentence:
        "On Mr-Ben the scorer `logit` wins little: the better of `interval` and `list` removes at most .02 more than the best of the paper's five.",
      holds: noWin.every((each) => bestOf(each, ["interval", "list"]) <= bestOf(each, PAPERS) + LITTLE),
      measured: noWin
        .map((each) => `${share(bestOf(each, ["interval", "list"]))} against ${share(bestOf(each, PAPERS))}`)
        .join(", "),
    },
  ];
}
