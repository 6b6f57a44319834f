import type { Attribution } from "@langgraph-rollback/attribution";

import type { CalibrationView } from "../view/calibration-view.ts";
import { percent } from "./percent.ts";

/** What an attribution promises, in words, and whether to rely on it. */
export interface PromiseWords {
  /** For a heading: "80 % target (n = 212)". */
  readonly short: string;
  /** What the figure is about, as sentences. */
  readonly meaning: string;
  /** Why it should not be relied on, as sentences; shown grey if there is one. */
  readonly doubts: readonly string[];
  /** What else should be known, as sentences. */
  readonly remarks: readonly string[];
}

/** @param calibration what is known of the calibration today, if anything */
export function promiseWords(attribution: Attribution, calibration?: CalibrationView): PromiseWords {
  const { set, status } = attribution;
  const remarks = [...(set.fallback === undefined ? [] : [STAND_IN]), ...fallbackOf(attribution)];
  if (status === "unbounded")
    return { short: "no bound", meaning: UNBOUNDED, doubts: [attribution.reason], remarks };
  const target = percent(1 - attribution.alpha);
  const doubts = [
    ...(set.guarantee === "exact" ? [] : [APPROXIMATE]),
    ...(set.shortfall === undefined ? [] : [sentence(set.shortfall.reason)]),
    ...warningsOf(attribution, calibration),
  ];
  return {
    short: `${target} target (n = ${attribution.n})`,
    meaning:
      `${target} is on average over failures like the ${attribution.n} that it was calibrated on: that share of sets holds the decisive step. ` +
      "It is not how certain this thread's set is.",
    doubts,
    remarks: [`Such sets attain ${percent(set.level)}.`, ...remarks],
  };
}

const UNBOUNDED = "Nothing is promised: any step may be the decisive one.";
const STAND_IN =
  "No step passed the threshold, so the one that came nearest stands in, which can only add coverage.";
const APPROXIMATE = "The guarantee is approximate: it is aimed at, not proven.";

function fallbackOf({ fallback }: Attribution): readonly string[] {
  if (fallback === undefined) return [];
  return [
    `The scorer ${fallback.scorer} failed (${fallback.code}), so a fallback with a calibration of its own attributed: ${sentence(fallback.message)}`,
  ];
}

/** What has been found out about the calibration since then; whether one is open at all says nothing about this set. */
function warningsOf(attribution: Attribution, calibration: CalibrationView | undefined): readonly string[] {
  const fingerprint = calibration?.calibration?.scorerFingerprint;
  if (calibration === undefined || fingerprint === undefined) return [];
  if (fingerprint !== attribution.scorerFingerprint)
    return ["The calibration that is open now was fitted with another scorer than this set."];
  return calibration.warnings
    .filter(({ code }) => code !== "APPROXIMATE" && code !== "OTHER_SCORER" && code !== "OTHER_VERIFIER")
    .map(({ message }) => message);
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
