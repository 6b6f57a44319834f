import type { Attribution } from "@langgraph-rollback/attribution";

import type { AttemptView, OutcomeView } from "../view/thread-view.ts";
import type { CalibrationView, CalibrationWarning } from "../view/calibration-view.ts";
import { askedOf, LAST_START } from "./coverage-words.ts";
import { percent } from "./percent.ts";

/** Promise of an attribution, in words, and whether to rely on it. */
export interface PromiseWords {
  /** For a heading: "80 % target (n = 212)". */
  readonly short: string;
  /** Whether a level is promised at all, to be relied on or not. */
  readonly isPromised: boolean;
  /** Meaning of the figure, as sentences. */
  readonly meaning: string;
  /** Why it should not be relied on, as sentences; shown grey if there is one. */
  readonly doubts: readonly string[];
  /** Other facts that should be known, as sentences. */
  readonly remarks: readonly string[];
}

/** Known facts beside the attribution itself. */
export interface PromiseContext {
  /** Known facts about the calibration today; without them, only the set's own record counts. */
  readonly calibration?: CalibrationView | undefined;
  /** Number of the attempt, from 1. Default 1: a calibration speaks of first attempts only. */
  readonly attempt?: number | undefined;
  /** Whether an alarm or a failed check ended the attempt. Default false. */
  readonly isEarly?: boolean | undefined;
}

/** Promise in the record of a set, and the reasons against it. */
export function promiseWords(attribution: Attribution, context: PromiseContext = {}): PromiseWords {
  const { attempt = 1, calibration, isEarly = false } = context;
  const { set, status } = attribution;
  const remarks = [...(set.fallback === undefined ? [] : [STAND_IN]), ...fallbackOf(attribution)];
  if (status === "unbounded")
    return {
      short: "no bound",
      isPromised: false,
      meaning: UNBOUNDED,
      doubts: [attribution.reason],
      remarks,
    };
  if (attempt > 1)
    return {
      short: "no promise",
      isPromised: false,
      meaning: laterMeaning(attempt),
      doubts: [ONLY_FIRST],
      remarks,
    };
  const target = percent(1 - attribution.alpha);
  const doubts = [
    ...(isEarly && set.guarantee !== "exact" ? [TRUNCATED] : otherVerifierOf(attribution)),
    ...(set.shortfall === undefined ? [] : [sentence(set.shortfall.reason)]),
    ...warningsOf(attribution, calibration),
  ];
  return {
    short: `${target} target (n = ${attribution.n})`,
    isPromised: true,
    meaning: meaningOf(attribution, target),
    doubts,
    remarks: [...(set.guarantee === "exact" ? [] : [APPROXIMATE]), ...boundOf(attribution), ...remarks],
  };
}

/** Attempt whose set promises something. */
interface AttributedAttempt extends Pick<AttemptView, "attempt" | "attribution"> {
  readonly outcome?: Pick<OutcomeView, "early" | "stoppedEarly"> | undefined;
}

/** Promise of an attempt's set; absent where it has none. */
export function promiseOf(
  { attempt, attribution, outcome }: AttributedAttempt,
  { calibration }: Pick<PromiseContext, "calibration"> = {},
): PromiseWords | undefined {
  if (attribution === undefined) return undefined;
  const isEarly = outcome?.early !== undefined || outcome?.stoppedEarly === true;
  return promiseWords(attribution, { attempt, calibration, isEarly });
}

const UNBOUNDED = "Nothing is promised: any step may be the decisive one.";
const STAND_IN =
  "No step passed the threshold, so the one that came nearest stands in, which can only add coverage.";
const APPROXIMATE = "The guarantee is approximate: it is aimed at, not proven.";
const TRUNCATED =
  "It was calibrated on failures that have run to their end, and this attempt was ended early.";
const ONLY_FIRST = "A calibration speaks of first attempts only.";

const laterMeaning = (attempt: number): string =>
  `Nothing is promised of attempt ${attempt}, as it followed a failed one. Its set only says where its scores point.`;

/** "Promised" is what is proven, "aimed at" what is not. Measured figures stand elsewhere, beside labels. */
function meaningOf({ calibrated, n, set }: Attribution, target: string): string {
  const { convention, goal = "first" } = calibrated ?? {};
  const sure = set.guarantee === "exact" ? "promised" : "aimed at";
  const what =
    goal === "mean"
      ? "so large a share of an attempt's decisive steps is to be in its set"
      : convention === undefined
        ? `so large a share of sets is to contain ${askedOf(goal)}`
        : `so large a share of sets is to begin at or before ${LAST_START}, and it is not about the first mistake`;
  return (
    `${target} is ${sure} on average over failures like the ${n} that it was calibrated on: ${what}. ` +
    "It is not how certain this thread's set is."
  );
}

/** The rank allows somewhat more than the requested level, or the draw of a rank somewhat more or less. */
function boundOf({ alpha, n, set }: Attribution): readonly string[] {
  const bound = percent(set.level);
  if (set.drawn !== undefined)
    return [
      `Its rank was drawn: with n = ${n} it comes to ${bound} for this calibration, and to ${percent(set.drawn.average)} on average over calibrations.`,
    ];
  return set.guarantee !== "exact" || bound === percent(1 - alpha)
    ? []
    : [`With n = ${n} the promise comes to ${bound}.`];
}

function otherVerifierOf({ otherVerifier }: Attribution): readonly string[] {
  if (otherVerifier === undefined) return [];
  const { actual, calibrated } = otherVerifier;
  return [
    `It was calibrated on failures that the verifier "${calibrated}" rejects, and "${actual}" rejected this attempt.`,
  ];
}

function fallbackOf({ fallback }: Attribution): readonly string[] {
  if (fallback === undefined) return [];
  return [
    `The scorer ${fallback.scorer} failed (${fallback.code}), so a fallback with a calibration of its own attributed: ${sentence(fallback.message)}`,
  ];
}

/** Warnings that the set's own record shows. */
const IN_RECORD: ReadonlySet<CalibrationWarning["code"]> = new Set([
  "NO_CALIBRATION",
  "OTHER_SCORER",
  "OTHER_VERIFIER",
]);

/** About sets that were made with the very calibration that is open, or counted. */
const OF_SAME_SETS: ReadonlySet<CalibrationWarning["code"]> = new Set(["BELOW_PROMISE", "TOO_SMALL"]);

/** Findings about the calibration since then; whether one is open at all tells nothing about this set. */
function warningsOf(attribution: Attribution, view: CalibrationView | undefined): readonly string[] {
  const open = view?.calibration ?? view?.counted;
  if (view === undefined || open === undefined) return [];
  if (open.scorerFingerprint !== attribution.scorerFingerprint)
    return view.calibration === undefined
      ? []
      : ["The calibration that is open now was fitted with another scorer than this set."];
  const isSame = open.n === attribution.n;
  return view.warnings
    .filter(({ code }) => !IN_RECORD.has(code) && (isSame || !OF_SAME_SETS.has(code)))
    .map(({ message }) => message);
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
