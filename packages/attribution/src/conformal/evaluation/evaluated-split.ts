import { labelsU } from "../labels-u.ts";
import type { LabelledRun } from "../sets/scored-run.ts";
import { lengthKind, positionKind } from "./reliability.ts";
import type { RunOutcomes } from "./run-outcomes.ts";
import type { SplitExamples } from "./split-sets.ts";

/** A run, with all that is found out about it once and used in many splits. */
export class EvaluatedRun {
  readonly run: LabelledRun;
  readonly draw: number;
  /** Of what kind it is, in each way of telling kinds. */
  readonly position: number;
  readonly length: number;
  /** By the place of the method: those that the run's draw has no part in, and those of `crsvp`. */
  readonly outcomes: (RunOutcomes | undefined)[];
  readonly drawnOutcomes: (RunOutcomes | undefined)[] = [];

  /** @param twin the same run with another draw, if there is one */
  constructor(run: LabelledRun, twin: EvaluatedRun | undefined) {
    this.outcomes = twin?.outcomes ?? [];
    this.run = run;
    this.draw = run.draw;
    this.position = positionKind(run);
    this.length = lengthKind(run);
  }
}

/** A split, with what all methods need to know of it. */
export interface EvaluatedSplit {
  readonly examples: SplitExamples;
  readonly calibration: readonly EvaluatedRun[];
  readonly test: readonly EvaluatedRun[];
  /** Draws the rank, where one is drawn: `labelsU` of the labels. */
  readonly u: number | undefined;
  readonly hasGroups: boolean;
  readonly hasPlanted: boolean;
  /** Numbers of the test runs' units; absent where the split names none. */
  readonly units: readonly number[] | undefined;
  /** Numbers of the test runs' groups. */
  readonly groups: readonly number[];
}

/** Looks at runs, units and groups once, however many splits have them. */
export class SplitReader {
  readonly #runs = new WeakMap<LabelledRun, EvaluatedRun>();
  readonly #byScores = new WeakMap<readonly number[], EvaluatedRun>();
  /** Of test runs, numbered in the order in which they appear. */
  readonly #units = new Map<string | number, number>();
  readonly #groups = new Map<string, number>();

  read(examples: SplitExamples): EvaluatedSplit {
    const { calibration, test, testUnits } = examples;
    const labels = calibration.map((run) => this.#evaluated(run));
    return {
      examples,
      calibration: labels,
      test: test.map((run) => this.#evaluated(run)),
      u: labelsU(labels.map(({ draw }) => draw)),
      hasGroups: [calibration, test].some((runs) => runs.some(({ group }) => group !== undefined)),
      hasPlanted: calibration.some(({ planted }) => planted === true),
      units: testUnits && test.map((_, at) => numberOf(this.#units, testUnits[at] ?? at)),
      groups: test.map(({ group = "" }) => numberOf(this.#groups, group)),
    };
  }

  /** Names of groups, by their numbers. */
  groupNames(): readonly string[] {
    return [...this.#groups.keys()];
  }

  #evaluated(run: LabelledRun): EvaluatedRun {
    const known = this.#runs.get(run);
    if (known !== undefined) return known;
    const alike = this.#byScores.get(run.stepScores);
    const twin = alike?.run.decisiveSteps === run.decisiveSteps ? alike : undefined;
    const found = new EvaluatedRun(run, twin);
    this.#runs.set(run, found);
    this.#byScores.set(run.stepScores, found);
    return found;
  }
}

function numberOf<Name>(numbers: Map<Name, number>, name: Name): number {
  const known = numbers.get(name);
  if (known !== undefined) return known;
  const next = numbers.size;
  numbers.set(name, next);
  return next;
}
