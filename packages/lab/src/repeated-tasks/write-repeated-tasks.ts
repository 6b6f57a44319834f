// Run by `node packages/lab/dist/repeated-tasks/write-repeated-tasks.js FILE [system] [problems] [runs]` after `npm run build`.
// Writes runs of a system with a simulated model, several of each problem, for `evaluate --data FILE`.
import { writeFileSync } from "node:fs";

import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";

import { systemNamed } from "../systems/systems.ts";
import { repeatedTasks } from "./repeated-tasks.ts";

const [, , file, name = "team", problems = "60", runs = "5"] = process.argv;
if (file === undefined) {
  process.stderr.write("Expected the file to write, such as runs.jsonl, got nothing.\n");
  process.exit(2);
}
const trajectories = await repeatedTasks(await systemNamed(name), {
  problems: Number(problems),
  runs: Number(runs),
});
writeFileSync(file, trajectories.map((each) => `${stringifyTrajectory(each)}\n`).join(""));
const labelled = trajectories.filter(({ label }) => label !== undefined).length;
process.stdout.write(`${trajectories.length} runs with a simulated model, ${labelled} labelled failures.\n`);
