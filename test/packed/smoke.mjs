// Runs inside the scratch project of `check:package`: do the packed packages load, and does a wrapped graph run?
// Arguments: the names of the packed packages.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { withRollback } from "langgraph-rollback";

const require = createRequire(import.meta.url);

for (const name of process.argv.slice(2)) {
  const { exports } = JSON.parse(
    readFileSync(new URL(`./node_modules/${name}/package.json`, import.meta.url), "utf8"),
  );
  for (const subpath of Object.keys(exports)) {
    const specifier = name + subpath.slice(1);
    const imported = await import(specifier);
    assert.ok(Object.keys(imported).length > 0, `${specifier} exports nothing`);
    assert.deepEqual(Object.keys(require(specifier)).toSorted(), Object.keys(imported).toSorted());
    console.log(`${specifier}: ${Object.keys(imported).length} exports, by import and by require`);
  }
}

let tries = 0;
const graph = new StateGraph(MessagesAnnotation)
  .addNode("plan", () => ({ messages: [{ role: "assistant", content: "plan" }] }))
  .addNode("act", () => ({ messages: [{ role: "assistant", content: ++tries === 1 ? "wrong" : "right" }] }))
  .addEdge(START, "plan")
  .addEdge("plan", "act")
  .addEdge("act", END)
  .compile();
const guarded = withRollback(graph, { verify: ({ output }) => output?.messages.at(-1)?.content === "right" });
const output = await guarded.invoke({ messages: [{ role: "user", content: "do it" }] });
assert.equal(output.messages.at(-1)?.content, "right");
assert.equal(tries, 2);
console.log("langgraph-rollback: a failed run was rolled back and ended right");
