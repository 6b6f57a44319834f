import { expect, test } from "vitest";
import { decisiveMistake } from "./decisive-mistake.ts";
import { createMistakeLedger, type MadeMistake } from "./mistake-ledger.ts";

const mistake = (turn: string, cause: MadeMistake["cause"] = "first"): MadeMistake => ({
  problemId: "p",
  seed: 1,
  agent: turn,
  turn,
  kind: "slip",
  cause,
  notes: [],
});
const stepOf = ({ turn }: MadeMistake): number => Number(turn);

test("the ledger gives the unprompted mistakes of a run by their steps, each once", () => {
  const ledger = createMistakeLedger<MadeMistake>();
  for (const made of [mistake("10"), mistake("2"), mistake("10"), mistake("1", "repeated")])
    ledger.record(made);
  expect(ledger.mistakesOf("p", 1, stepOf).map(stepOf)).toEqual([2, 10]);
  expect(ledger.firstMistake("p", 1, stepOf)?.turn).toBe("2");
  expect(ledger.mistakesOf("p", 2, stepOf)).toEqual([]);
});

test("the decisive mistake is the earliest without which alone the run is right", async () => {
  const mistakes = [mistake("1"), mistake("2"), mistake("3")];
  expect(await decisiveMistake(mistakes, async ({ turn }) => turn !== "1")).toEqual({
    mistake: mistakes[1],
    decidesAlone: true,
  });
});

test("where no mistake decides alone, it is the earliest", async () => {
  const mistakes = [mistake("1"), mistake("2")];
  expect(await decisiveMistake(mistakes, async () => false)).toEqual({
    mistake: mistakes[0],
    decidesAlone: false,
  });
  expect(await decisiveMistake([], async () => true)).toBeUndefined();
});
