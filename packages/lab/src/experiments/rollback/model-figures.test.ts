import { expect, it } from "vitest";

import { tableRows } from "./model-figures.ts";
import { modelTable } from "./model-table.ts";
import type { TriedFailure } from "./tried-failure.ts";

const tokens = { input: 1000, output: 100 };
const rollback = (start: number, ok: boolean) => ({ start, redone: 5 - start, ok, tokens });

/** A run whose mistake is step 2 (0-based): the first arms miss it at first, the default with one rollback does not. */
const failure = (problem: string, isRight: boolean): TriedFailure => {
  const twice = { rollbacks: [rollback(3, false), rollback(0, isRight)], ok: isRight, tokens: 2200 };
  const once = { rollbacks: [rollback(1, true)], ok: true, tokens: 1100 };
  return {
    problem,
    calibration: 1,
    steps: 5,
    mistake: 2,
    arms: {
      "node retry": { rollbacks: [], ok: false, tokens: 0 },
      restart: once,
      "top one": twice,
      "VCP at 0.2": twice,
      "LF at 0.2": twice,
      "least cost, once at 0.2": once,
      "least cost at 0.2": twice,
    },
  };
};

it("makes a row of each arm: what one rollback reaches and costs, and what up to three do", () => {
  const rows = tableRows([failure("a", true), failure("b", false)], {
    alpha: 0.2,
    price: { input: 1, output: 10 },
  });
  const cells = modelTable([{ system: "team", n: 2, rows }])
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const row = (label: string) => cells.find(([, name]) => name === `team, ${label}`)?.slice(2, -1);
  const none = [".00 (.00 to .84)", "0", "$0.00000 ($0.00000 to $0.00000)"];
  // 1000 tokens at $1 and 100 at $10 for a million are $0.002.
  const missed = [".00 (.00 to .84)", ".00 (.00 to .84)", "1100", "$0.00200 ($0.00200 to $0.00200)"];
  const half = [".00 (.00 to .84)", ".50 (.01 to .99)", "2200", "$0.00400 ($0.00400 to $0.00400)"];
  const all = ["1.00 (.16 to 1.00)", "1.00 (.16 to 1.00)", "1100", "$0.00200 ($0.00200 to $0.00200)"];
  expect(row("no rollback")).toEqual(["2", "", ...none, "", ...none]);
  expect(row("restart")).toEqual(["2", ...all, ...all]);
  for (const label of ["Top-1", "VCP", "LF"]) expect(row(label)).toEqual(["2", ...missed, ...half]);
  expect(row("ours")).toEqual(["2", ...all, ...half]);
});
