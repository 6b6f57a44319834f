import type { Evaluation } from "@langgraph-rollback/attribution/conformal/evaluation";

import { runCommand } from "../run-command.ts";
import { type MethodSets, setFigures } from "../set-figures.ts";
import { DATA_SETS, JUDGES } from "./data-sets.ts";

/** Measurement of one process. */
export interface DataJob {
  /** Name of the set. */
  readonly set: string;
  readonly file: string;
  /** A scorer of `evaluate --scorer`; "marks" for recorded opinions, which are measured beside positions. */
  readonly scorer: string;
  readonly splits: number;
  readonly seed: number;
}

/** Worth of the sets of one scorer on one set of labelled failures. */
export interface DataFigures {
  readonly set: string;
  readonly scorer: string;
  /** Labelled failures. */
  readonly n: number;
  readonly splits: number;
  readonly fitted: number;
  readonly calibrated: number;
  /** Runs of one task were never parted. */
  readonly byTask: boolean;
  readonly methods: MethodSets;
}

/** JSON that `evaluate --json` writes, as far as it is read here. */
interface Written extends Pick<DataFigures, "n" | "splits" | "fitted" | "calibrated"> {
  readonly methods: Evaluation["methods"];
}

/** Each result says for itself how labels were used. */
interface WrittenOfMarks extends Pick<Written, "n" | "splits"> {
  readonly results: readonly (Pick<Written, "methods" | "fitted" | "calibrated"> & {
    readonly name: string;
  })[];
}

/** Measures one scorer at alpha 0.2; runs in a process of its own. */
export async function measureData(job: DataJob): Promise<readonly DataFigures[]> {
  const { file, scorer, seed, set, splits } = job;
  const common = ["--alpha", "0.2", "--splits", `${splits}`, "--seed", `${seed}`];
  if (scorer !== "marks") {
    const written: Written = JSON.parse(
      await runCommand(["evaluate", "--data", file, "--scorer", scorer, ...common, "--json"]),
    );
    return [figuresOf(written, { set, scorer, byTask: false }, written.methods)];
  }
  const marks = ["--marks", file, "--models", JUDGES.join(","), "--split-by", "group"];
  const {
    n,
    results,
    splits: drawn,
  }: WrittenOfMarks = JSON.parse(await runCommand(["evaluate", ...marks, ...common, "--json"]));
  const wanted = new Map([
    ["position", "position"],
    [`all ${JUDGES.length} together`, "ensemble"],
  ]);
  return results.flatMap(({ calibrated, fitted, methods, name }) => {
    const known = wanted.get(name);
    const looked = { n, splits: drawn, fitted, calibrated };
    return known === undefined ? [] : [figuresOf(looked, { set, scorer: known, byTask: true }, methods)];
  });
}

const figuresOf = (
  { calibrated, fitted, n, splits }: Omit<Written, "methods">,
  where: Pick<DataFigures, "set" | "scorer" | "byTask">,
  methods: Evaluation["methods"],
): DataFigures => ({ ...where, n, splits, fitted, calibrated, methods: setFigures(methods) });

/** Splits where nothing is fitted. */
const MANY = 300;
const QUICK = 10;
/** Sets small enough for the short form. */
const QUICK_SETS = ["Who&When", "AgentRx"];

/** All that there is to measure of the files that are there. */
export function dataJobs(
  files: ReadonlyMap<string, string>,
  { isQuick, seed }: { readonly isQuick: boolean; readonly seed: number },
): readonly DataJob[] {
  return DATA_SETS.flatMap(({ file: name, name: set, scorers, splits }): readonly DataJob[] => {
    const file = files.get(name);
    if (file === undefined || (isQuick && !QUICK_SETS.includes(set))) return [];
    const own = scorers.includes("ensemble") ? ["marks"] : scorers;
    return own.map((scorer) => {
      const often = scorer === "constant" || scorer === "first-write" ? MANY : splits;
      return { set, file, scorer, seed, splits: isQuick ? QUICK : often };
    });
  });
}
