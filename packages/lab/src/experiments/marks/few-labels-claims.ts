import { share } from "../../documents/table.ts";
import type { Claim } from "../experiment.ts";
import type { FewLabelsFigures } from "./few-labels.ts";
import { FEW_RIGHT_RUNS_EPSILON, type FewRightRunsFigures } from "./few-right-runs.ts";

/** Aims for labels of one domain by weights of the others, at a coverage of so much. */
const AIMS = [
  { labels: 10, removal: 0.5, redo: 0.64 },
  { labels: 20, removal: 0.56, redo: 0.61 },
  { labels: 50, removal: 0.56, redo: 0.65 },
];
const COVERAGE = 0.79;
/** Right runs, and the share of wrong ones that they are to let a verifier catch. */
const RIGHT = 38;
const CAUGHT = 0.5;
/** Standard errors that a mean may be off. */
const ERRORS = 3;

/** Claims of our documents about few labels; nothing where nothing was measured. */
export const fewLabelsClaims = (
  sets: readonly FewLabelsFigures[],
  verdicts: readonly FewRightRunsFigures[],
): readonly Claim[] =>
  sets.length === 0 ? [] : [removal(sets), redo(sets), beforeTheEnsemble(sets), caught(verdicts)];

/** Of all judges together, with labels of one domain. */
function figuresOf(
  sets: readonly FewLabelsFigures[],
  labels: number,
  by: FewLabelsFigures["by"],
): Readonly<Record<"coverage" | "removal" | "rollbackCoverage" | "redo", number>> {
  const { interval, suffix } =
    sets.find(
      (each) => each.judges === "together" && each.domains === 1 && each.labels === labels && each.by === by,
    )?.methods ?? {};
  return {
    coverage: interval?.coverage.mean ?? Number.NaN,
    removal: interval?.removalRate.mean ?? Number.NaN,
    rollbackCoverage: suffix?.rollbackCoverage.mean ?? Number.NaN,
    redo: suffix?.redoCost.mean ?? Number.NaN,
  };
}

const listed = (values: readonly number[]): string => values.map((value) => share(value, 3)).join(", ");
const aims = (values: readonly number[]): string => values.map((value) => share(value)).join(" / ");
const LABELS = AIMS.map(({ labels }) => labels).join(" / ");

function removal(sets: readonly FewLabelsFigures[]): Claim {
  const found = AIMS.map((aim) => ({ ...figuresOf(sets, aim.labels, "weights"), aim: aim.removal }));
  return {
    sentence: `By weights of other domains, intervals of ${LABELS} labels remove at least ${aims(AIMS.map((aim) => aim.removal))} of the steps, at a coverage of ${share(COVERAGE)} or more.`,
    holds: found.every((each) => each.removal >= each.aim && each.coverage >= COVERAGE),
    measured: `${listed(found.map((each) => each.removal))} at ${listed(found.map(({ coverage }) => coverage))}`,
  };
}

function redo(sets: readonly FewLabelsFigures[]): Claim {
  const found = AIMS.map((aim) => ({ ...figuresOf(sets, aim.labels, "weights"), aim: aim.redo }));
  return {
    sentence: `Rolling back to the start of suffixes of ${LABELS} labels redoes at most ${aims(AIMS.map((aim) => aim.redo))} of the steps, at a rollback coverage of ${share(COVERAGE)} or more.`,
    holds: found.every((each) => each.redo <= each.aim && each.rollbackCoverage >= COVERAGE),
    measured: `${listed(found.map((each) => each.redo))} at ${listed(found.map(({ rollbackCoverage }) => rollbackCoverage))}`,
  };
}

function beforeTheEnsemble(sets: readonly FewLabelsFigures[]): Claim {
  const pairs = AIMS.map(({ labels }) => ({
    weights: figuresOf(sets, labels, "weights"),
    ensemble: figuresOf(sets, labels, "ensemble"),
  }));
  return {
    sentence: `With ${LABELS} labels, weights of other domains remove more and redo less than an ensemble that is fitted to a part of the labels.`,
    holds: pairs.every(
      ({ ensemble, weights }) => weights.removal > ensemble.removal && weights.redo < ensemble.redo,
    ),
    measured: `removed ${listed(pairs.map(({ weights }) => weights.removal))} against ${listed(pairs.map(({ ensemble }) => ensemble.removal))}, redone ${listed(pairs.map(({ weights }) => weights.redo))} against ${listed(pairs.map(({ ensemble }) => ensemble.redo))}`,
  };
}

function caught(verdicts: readonly FewRightRunsFigures[]): Claim {
  const of = (rank: FewRightRunsFigures["rank"]) =>
    verdicts.find((each) => each.right === RIGHT && each.rank === rank);
  const [drawn, rounded] = [of("drawn"), of("rounded")];
  const { mean = Number.NaN, standardError = 0 } = drawn?.rejected ?? {};
  const found = drawn?.caught.mean ?? Number.NaN;
  return {
    sentence: `With ${RIGHT} right runs and epsilon ${share(FEW_RIGHT_RUNS_EPSILON)}, the panel of five catches at least ${share(CAUGHT)} of the wrong runs, and rejects no more right runs than epsilon, within ${ERRORS} standard errors.`,
    holds: found >= CAUGHT && mean <= FEW_RIGHT_RUNS_EPSILON + ERRORS * standardError,
    measured: `${share(found, 3)}, with a rank rounded up ${share(rounded?.caught.mean ?? Number.NaN, 3)}; rejected ${share(mean, 3)}`,
  };
}
