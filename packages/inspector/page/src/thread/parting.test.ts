import { describe, expect, it } from "vitest";

import type { AttemptView, RunView } from "../../../src/shared/view/thread-view.ts";
import { partingOf } from "./parting.ts";

const attemptOf = (attempt: number, ok: boolean, texts: readonly string[], kept = 0): AttemptView => ({
  attempt,
  kept,
  outcome: { ok },
  steps: texts.map((summary, index) => ({ index, agent: `agent ${index}`, summary, tools: [], depth: 0 })),
});

const runOf = (...attempts: readonly AttemptView[]): RunView => ({
  run: "r",
  status: "recovered",
  reason: "",
  task: "",
  attempts,
});

const LEAD = "The bus leaves at nine from the station and takes an hour, so the fare for three people is";

describe("partingOf", () => {
  const first = attemptOf(1, false, ["plan", `${LEAD} 45 euros.`, "45"]);
  const second = attemptOf(2, false, ["plan", `${LEAD} 44 euros.`, "44"], 1);
  const third = attemptOf(3, true, ["plan", `${LEAD} 42 euros.`, "42"], 1);

  it("finds the first words that the accepted attempt has otherwise, with some before them", () => {
    const parting = partingOf(runOf(first, second, third), third);
    expect(parting?.row).toBe(1);
    expect(parting?.failed).toMatchObject({ attempt: 1, step: { index: 1 } });
    expect(parting?.accepted).toMatchObject({ attempt: 3, step: { index: 1 } });
    expect(parting?.failed.pieces).toEqual([
      { isChanged: false, text: `…${`${LEAD} `.slice(-50)}` },
      { isChanged: true, text: "45" },
      { isChanged: false, text: " euros." },
    ]);
    expect(parting?.accepted.pieces[1]).toEqual({ isChanged: true, text: "42" });
  });

  it("takes the attempt that is looked at, if it failed", () => {
    expect(partingOf(runOf(first, second, third), second)?.failed.attempt).toBe(2);
  });

  it("shows texts that are too unlike from their beginning, and shortens them", () => {
    const long = "wrong ".repeat(100);
    const parting = partingOf(runOf(attemptOf(1, false, [long]), attemptOf(2, true, ["Right."])), first);
    expect(parting?.failed.pieces).toEqual([{ isChanged: false, text: `${long.slice(0, 180)}…` }]);
    expect(parting?.accepted.pieces).toEqual([{ isChanged: false, text: "Right." }]);
  });

  it("shows a step that only one attempt has", () => {
    const parting = partingOf(
      runOf(attemptOf(1, false, ["plan", "guess"]), attemptOf(2, true, ["plan"])),
      first,
    );
    expect(parting).toMatchObject({ row: 1, failed: { step: { index: 1 } }, accepted: { pieces: [] } });
    expect(parting?.accepted.step).toBeUndefined();
  });

  it("has nothing to show without a failed and an accepted attempt, or where no row differs", () => {
    expect(partingOf(runOf(first, second), first)).toBeUndefined();
    expect(partingOf(runOf(third), third)).toBeUndefined();
    expect(partingOf(runOf(attemptOf(1, false, ["a"]), attemptOf(2, true, ["a"])), first)).toBeUndefined();
  });
});
