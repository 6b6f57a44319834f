// Runs inside a scratch project: does a LangGraph that is newer than any tested make `withRollback` warn, and `doctor` say so?
// LangGraph's package.json is given another version for that time.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const file = "node_modules/@langchain/langgraph/package.json";
const manifest = readFileSync(file, "utf8");
const cli = "node_modules/@langgraph-rollback/cli/bundle/main.js";
const wrapTwice = `
  import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
  import { withRollback } from "langgraph-rollback";
  const graph = new StateGraph(MessagesAnnotation).addNode("act", () => ({})).addEdge(START, "act").compile();
  for (const verify of [() => true, () => false]) withRollback(graph, { verify });`;

const warnings = () =>
  run(["--input-type=module", "--eval", wrapTwice]).stderr.match(/\[LANGGRAPH_UNTESTED\]/g);

try {
  writeFileSync(file, JSON.stringify({ ...JSON.parse(manifest), version: "1.99.0" }));
  assert.equal(warnings()?.length, 1, "it did not warn once");
  assert.match(run([cli, "doctor"]).stdout, /1\.99\.0.*\[LANGGRAPH_UNTESTED\]/);
} finally {
  writeFileSync(file, manifest);
}
console.log("withRollback warns once of a LangGraph that is newer than any tested, and doctor reports it");

function run(args) {
  const ended = spawnSync(process.execPath, args, { encoding: "utf8" });
  assert.equal(ended.status, 0, ended.stderr);
  return ended;
}
