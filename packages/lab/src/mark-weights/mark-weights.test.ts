import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { fitMarkWeights, MARK_WEIGHTS } from "@langgraph-rollback/attribution";
import { expect, it } from "vitest";

import { MARKS_FILE, markedFailures, markedRuns } from "../experiments/marks/marked-runs.ts";
import { markWeightsSource } from "./mark-weights-source.ts";

const ROOT = path.resolve(import.meta.dirname, "../../../..");
const file = path.resolve(ROOT, process.env["LABELLED_DATA"] ?? "../data", MARKS_FILE);

it.skipIf(!existsSync(file))("the weights that ship are those of the data, to the bit", () => {
  const weights = fitMarkWeights(markedFailures(markedRuns(readFileSync(file, "utf8"))));
  expect(weights).toEqual(MARK_WEIGHTS);
});

it("the file of the weights that ship is as the command writes it", () => {
  const shipped = path.resolve(ROOT, "packages/attribution/src/marks/shipped-mark-weights.ts");
  expect(readFileSync(shipped, "utf8")).toBe(markWeightsSource(MARK_WEIGHTS));
});
