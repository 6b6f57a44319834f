import type { StepScorer } from "@langgraph-rollback/attribution";
import type { ConformalMethod } from "@langgraph-rollback/attribution/conformal";
import { escalate, leastCost, type Policy, restart, topOne, toSet } from "langgraph-rollback/policies";

import type { FailedRun } from "../failures/failed-run.ts";
import type { ArmOptions } from "../systems/system.ts";
import type { Arm, Learnt } from "./arm.ts";

/** Rollbacks that every arm is allowed: the default of `withRollback`. */
export const ROLLBACKS = 3;

/** The way of making sets that `calibrate` takes unless told. */
const DEFAULT_METHOD = "suffix";

/** Says that the result was rejected, and nothing about how it came about. */
const NOTE_WITHOUT_TRACE =
  "[rollback] The result was rejected. Work it out afresh from here, with more care.";

/** The paper's ways to make sets, by its own names for them, and the density-ratio suffix. */
const SETS = [
  ["VCP", "vanilla"],
  ["CRSVP", "crsvp"],
  ["LF", "left"],
  ["RF", "right"],
  ["TWF", "two-way"],
  ["DR suffix", DEFAULT_METHOD],
] as const satisfies readonly (readonly [string, ConformalMethod])[];

/** Ways of making sets that the arms need calibrations of. */
export const METHODS: readonly ConformalMethod[] = SETS.map(([, method]) => method);

/** Arms that read no miss rate. */
export const ARMS_WITHOUT_SETS: readonly Arm[] = [
  { name: "node retry", options: () => "nodes" },
  { name: "restart", options: byPolicy(() => restart()) },
  {
    name: "restart, no trace",
    options: byPolicy(() => restart(), DEFAULT_METHOD, { replan: () => NOTE_WITHOUT_TRACE }),
  },
  { name: "top one", options: byPolicy(() => topOne()) },
  {
    name: "oracle",
    options: (_, run) => ({ scorer: oracle(run), policy: topOne(), maxRollbacks: ROLLBACKS }),
  },
];

/** Arms that go back by a prediction set, or plan with its start. */
export const ARMS_WITH_SETS: readonly Arm[] = [
  ...SETS.map(([name, method]): Arm => ({ name, options: byPolicy(() => toSet(), method) })),
  { name: "escalate", options: byPolicy((learnt) => escalate({ alphas: falling(learnt) })) },
  // How it plans depends on how many rollbacks are left.
  { name: "least cost, once", options: byPolicy(() => leastCost(), DEFAULT_METHOD, { maxRollbacks: 1 }) },
  { name: "least cost", options: byPolicy(() => leastCost()) },
];

function byPolicy(
  policy: (learnt: Learnt) => Policy,
  method: ConformalMethod = DEFAULT_METHOD,
  more: ArmOptions = {},
) {
  return ({ calibrations, history, scorer, ...learnt }: Learnt): ArmOptions => {
    const calibration = calibrations.get(method);
    return {
      scorer,
      ...(calibration === undefined ? {} : { calibration }),
      history,
      policy: policy({ calibrations, history, scorer, ...learnt }),
      maxRollbacks: ROLLBACKS,
      ...more,
    };
  };
}

/** Knows the faulty step. */
const oracle = ({ trajectory }: FailedRun): StepScorer => ({
  fingerprint: "oracle",
  score: ({ steps }) =>
    Promise.resolve(steps.map(({ index }) => (index === trajectory.label.decisiveStep ? 1 : 0))),
});

/** A miss rate for each of three rollbacks, the set's own in the middle. */
const falling = ({ alpha }: Learnt): readonly number[] => [2 * alpha, alpha, alpha / 2];
