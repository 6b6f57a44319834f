// Run by `pnpm --filter @langgraph-rollback/lab weights FILE`, with the file of marks.
import { readFileSync, writeFileSync } from "node:fs";

import { fitMarkWeights } from "@langgraph-rollback/attribution";

import { markedFailures, markedRuns } from "../experiments/marks/marked-runs.ts";
import { markWeightsSource } from "./mark-weights-source.ts";

const SHIPPED = new URL("../../../attribution/src/marks/shipped-mark-weights.ts", import.meta.url);

const [, , file] = process.argv;
if (file === undefined) {
  process.stderr.write(
    "Expected the file of marks, such as ../data/agentprocessbench-marks.jsonl, got nothing.\n",
  );
  process.exit(2);
}
const failures = markedFailures(markedRuns(readFileSync(file, "utf8")));
writeFileSync(SHIPPED, markWeightsSource(fitMarkWeights(failures)));
