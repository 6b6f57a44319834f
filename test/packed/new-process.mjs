// Runs inside a scratch project: does a run that died between processes end right, with each kept node run once, and can what
// it left be read by the public functions and by the command line?
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isInterrupted } from "@langchain/langgraph";
import { listThreads, readHistory, readTrajectory } from "langgraph-rollback";
import { stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { hasSqlite, openSaver } from "./open-saver.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "langgraph-rollback-processes-"));
const store = path.join(folder, (await hasSqlite()) ? "threads.sqlite" : "threads.v8");
const config = { configurable: { thread_id: "packed" } };

try {
  const asked = call("start");
  assert.ok(isInterrupted(asked.output), "the first process was not interrupted");
  dies("answer", "b");
  const askedAgain = call("continue");
  assert.ok(isInterrupted(askedAgain.output), "the second attempt was not interrupted");
  dies("answer", "sum");
  const { output, history, trajectory } = call("continue");

  assert.deepEqual(output.log, ["plan: right", "a: right", "b: right", "go on", "sum: right"]);
  const [run, ...others] = history;
  assert.deepEqual(
    [run.status, others, run.attempts.map(({ decision }) => decision)],
    ["recovered", [], ["roll-back", "accept"]],
  );
  assert.equal(run.attempts[0].rewind.kind, "siblings-kept");
  assert.deepEqual(ran(), { plan: 1, a: 1, b: 3, ask: 4, sum: 3 });
  console.log(
    `${path.basename(store)}: five processes, two of them killed, rolled one run back and ended it right`,
  );
  await inspect(history, trajectory);
} finally {
  rmSync(folder, { recursive: true });
}

/** Output of the process, which has to end by itself. */
function call(how) {
  const { status, stdout, stderr } = spawn(how, "none");
  assert.equal(status, 0, `"${how}" failed: ${stderr}`);
  return JSON.parse(stdout);
}

function dies(how, node) {
  const { signal, stdout, stderr } = spawn(how, node);
  assert.equal(signal, "SIGKILL", `"${how}" was to die in ${node}: ${stdout}${stderr}`);
}

function spawn(how, dieIn) {
  return spawnSync(process.execPath, ["one-process.mjs", store, how, dieIn], { encoding: "utf8" });
}

function ran() {
  const counts = {};
  for (const node of readFileSync(`${store}.ran`, "utf8").trim().split("\n"))
    counts[node] = (counts[node] ?? 0) + 1;
  return counts;
}

/** From the store alone, without the graph; then from the command line. */
async function inspect(history, trajectory) {
  const saver = await openSaver(store);
  const { threads } = await listThreads(saver, 10);
  assert.deepEqual(
    threads.map(({ threadId }) => threadId),
    ["packed"],
  );
  assert.deepEqual(JSON.parse(JSON.stringify(await readHistory(saver, config))), history);
  const failed = await readTrajectory(saver, {
    configurable: { ...config.configurable, checkpoint_id: history[0].attempts[0].head },
  });
  assert.deepEqual([contents(failed), contents(trajectory)], [["wrong"], ["right"]]);

  const isSqlite = store.endsWith(".sqlite");
  const shown = isSqlite ? store : path.join(folder, "right.jsonl");
  if (!isSqlite) writeFileSync(shown, `${stringifyTrajectory(trajectory)}\n`);
  const out = path.join(folder, isSqlite ? "rollback.md" : "report.html");
  const cli = "node_modules/@langgraph-rollback/cli/bundle/main.js";
  execFileSync(process.execPath, [cli, "report", shown, "--out", out], { stdio: "pipe" });
  assert.match(readFileSync(out, "utf8"), isSqlite ? /Rollback: recovered/ : /packed/);
  console.log(
    `the history and both attempts are read from the store alone, and langgraph-rollback report shows them`,
  );
}

function contents({ steps }) {
  return steps.flatMap(({ content }) => /b: (\w+)/.exec(content)?.[1] ?? []);
}
