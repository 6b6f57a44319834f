import { describe, expect, it } from "vitest";

import type { LearntAgent } from "../../../src/shared/view/learning-view.ts";
import { countedWords, didTable, evidenceWords, madeTable } from "./learnt-words.ts";

const made = { at: "2026-11-22T12:00:00.000Z", failures: 20, cap: "lifted", explore: 0.55 } as const;
const agent: LearntAgent = {
  agent: "a",
  failures: 30,
  replayed: 0,
  inForce: "",
  promise: "",
  isPromised: false,
  isKept: true,
  missed: 0,
  told: 0,
  versions: [
    { id: "cold", did: { failed: 4, recovered: 3, redone: 5.25 } },
    { id: "one", made, promised: { level: 0.9, n: 12, within: 2 }, did: { failed: 0, recovered: 0 } },
    {
      id: "two\u001B",
      made: { ...made, cap: "last-recovering-start" },
      promised: { level: 0, n: 9 },
      did: { failed: 1, recovered: 1, redone: 2 },
    },
    { id: "lost", did: { failed: 2, recovered: 0, redone: 0 } },
  ],
  changes: [],
};

describe("what an agent has learnt, in words", () => {
  it("says when each version was made, by how many failed runs, and how it plans", () => {
    expect(madeTable(agent).rows).toEqual([
      ["none yet", "the beginning", "0", "none", "100\u00A0%"],
      ["one", expect.stringMatching(/^2026-11-2\d \d\d:\d\d$/), "20", "none", "55\u00A0%"],
      ["two␛", expect.any(String), "20", "sets on replays", "55\u00A0%"],
      ["lost", "–", "–", "–", "–"],
    ]);
  });

  it("says what each version promised and did", () => {
    expect(didTable(agent).rows).toEqual([
      ["none yet", "nothing yet", "4", "3 (75\u00A0%)", "5.3"],
      ["one", "90\u00A0% within 2 rollbacks (n = 12)", "0", "–", "–"],
      ["two␛", "nothing (n = 9)", "1", "1 (100\u00A0%)", "2"],
      ["lost", "nothing yet", "2", "0 (0\u00A0%)", "0"],
    ]);
  });

  it("says what it learns from, what is missing, and where was counted", () => {
    expect(evidenceWords(agent)).toBe("It learns from 30 failed runs.");
    expect(evidenceWords({ ...agent, failures: 1, missed: 1, replayed: 1 })).toBe(
      "It learns from 1 failed run, 1 of them replayed. 1 failed run is not among them: the command langgraph-rollback learn takes them in.",
    );
    expect(countedWords({ agents: [], threads: 1000, more: true })).toContain("latest 1,000 threads");
    expect(countedWords({ agents: [], threads: 3, more: false })).toContain("all threads");
  });
});
