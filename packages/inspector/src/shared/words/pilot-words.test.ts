import { type JudgedRun, recordedPilot } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import type { PilotView } from "../view/pilot-view.ts";
import { pilotNotes, pilotRows, unreadableThreads, verifierWords } from "./pilot-words.ts";

const accepted: JudgedRun = { ended: "accepted", draw: 0.5, at: "", steps: 10 };
const redone = { kind: "planned", steps: 4, restart: 10, tokens: { redone: 40, restart: 90 } } as const;
const planned: JudgedRun = { ...accepted, ended: "rejected", redone };

const rowsOf = (...runs: readonly JudgedRun[]) => {
  const [judged] = recordedPilot(runs).verifiers;
  return judged === undefined ? [] : pilotRows(judged.figures);
};

describe("the words of a pilot on recorded runs", () => {
  it("give each figure with its interval, and restarts beside what is redone", () => {
    expect(rowsOf(accepted, accepted, accepted, planned)).toEqual([
      ["runs judged", "4, of 40 steps at first"],
      ["rejected", "1 of 4 (1-81 %)"],
      ["would have been rolled back", "1 of 4 (1-81 %)"],
      ["  steps that would have been redone", "4, by restarts 10"],
      ["  share of a restart's steps, mean", "40 % (0-100 %)"],
      ["  tokens that would have been redone", "40, by restarts 90"],
    ]);
  });

  it("leave out what nothing is known of, and name what was left as it was", () => {
    expect(rowsOf({ ...accepted, ended: "rejected" })).toEqual([
      ["runs judged", "1, of 10 steps at first"],
      ["rejected", "1 of 1 (3-100 %)"],
      ["rejected, and no rollback planned", "1"],
    ]);
  });

  it("say what was looked at and what was left out", () => {
    const view: PilotView = {
      ...recordedPilot([]),
      threads: 1000,
      more: true,
      notJudged: 2,
      leftOut: { disputed: 1, unsure: 2, changed: 1 },
      unreadable: { threads: 1, first: 'Thread "a": An entry is damaged.' },
      calibration: { file: "v.json", verifier: "judge-1", isOfRuns: false },
      toLabel: [],
    };
    expect(pilotNotes(view)).toEqual([
      "The latest 1000 threads; there are more.",
      "2 runs without a verdict on the first attempt.",
      "Labellers disagree on 1 attempt.",
      "2 attempts that nobody could judge.",
      "1 labelled attempt has other steps by now.",
      "No run here has a score of judge-1, the verifier that was calibrated.",
    ]);
    expect(unreadableThreads(view)).toBe(
      '1 thread cannot be read whole. The first: Thread "a": An entry is damaged.',
    );
    expect(verifierWords({ verifier: null })).toBe("A verifier without a fingerprint");
  });
});
