// Runs inside the scratch project of `check:package`: does the command read SQLite by the package of the project that it is run in? `npx` keeps
// the command elsewhere. Argument: a folder whose node_modules has SQLite's package, which the command's own folder has not.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";

const [, , folder] = process.argv;
const { SqliteSaver } = createRequire(path.join(folder, "package.json"))(
  "@langchain/langgraph-checkpoint-sqlite",
);
const checkpointer = SqliteSaver.fromConnString(path.join(folder, "runs.sqlite"));
const graph = new StateGraph(MessagesAnnotation)
  .addNode("act", () => ({ messages: [{ role: "assistant", content: "right" }] }))
  .addEdge(START, "act")
  .addEdge("act", END)
  .compile({ checkpointer });
await withRollback(graph, { verify: () => true }).invoke(
  { messages: [{ role: "user", content: "do it" }] },
  { configurable: { thread_id: "t" } },
);
checkpointer.db.close();

const command = path.resolve("node_modules/@langgraph-rollback/cli/bundle/main.js");
const report = (cwd) =>
  spawnSync(
    process.execPath,
    [command, "report", path.resolve(folder, "runs.sqlite"), "--out", "report.html"],
    {
      cwd,
      encoding: "utf8",
    },
  );
const elsewhere = report(path.resolve("empty"));
assert.equal(elsewhere.status, 1, elsewhere.stdout);
assert.match(elsewhere.stderr, /npm install @langchain\/langgraph-checkpoint-sqlite/);
const inside = report(folder);
assert.equal(inside.status, 0, inside.stderr);
console.log("langgraph-rollback report: reads SQLite by the package of the project that it is run in");
