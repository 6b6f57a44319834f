// One process of `new-process.mjs`: calls the graph once on the thread of a store, and dies by SIGKILL where it is told to.
// Arguments: file of the store, "start", "continue" or "answer", node of the second attempt to die in ("none" to live).
import { appendFileSync } from "node:fs";
import { Annotation, Command, interrupt, START, StateGraph } from "@langchain/langgraph";
import {
  getReplanNote,
  plainTrajectory,
  readHistory,
  readTrajectory,
  withRollback,
} from "langgraph-rollback";
import { aimAt } from "./aim.mjs";
import { openSaver } from "./open-saver.mjs";

const [file, how, dieIn] = process.argv.slice(2);
const config = { configurable: { thread_id: "packed" } };
const inputs = { start: { log: [] }, continue: null, answer: new Command({ resume: "go on" }) };

/** Each execution goes into a file, which outlives the process. */
const node = (name) => (state, nodeConfig) => {
  appendFileSync(`${file}.ran`, `${name}\n`);
  const isTold = getReplanNote(nodeConfig) !== undefined;
  if (isTold && name === dieIn) process.kill(process.pid, "SIGKILL");
  if (name === "ask") return { log: [interrupt("May I go on?")] };
  return { log: [name === "b" && !isTold ? "b: wrong" : `${name}: right`] };
};

const State = Annotation.Root({
  log: Annotation({ reducer: (kept, added) => [...kept, ...added], default: () => [] }),
});
const graph = new StateGraph(State)
  .addNode("plan", node("plan"))
  .addNode("a", node("a"))
  .addNode("b", node("b"))
  .addNode("ask", node("ask"))
  .addNode("sum", node("sum"))
  .addEdge(START, "plan")
  .addEdge("plan", "a")
  .addEdge("plan", "b")
  .addEdge(["a", "b"], "ask")
  .addEdge("ask", "sum")
  .compile({ checkpointer: await openSaver(file) });
const guarded = withRollback(graph, {
  verify: ({ output }) => output.log.includes("b: right"),
  ...(await aimAt("b")),
});

const output = await guarded.invoke(inputs[how], config);
const history = await readHistory(guarded, config);
const trajectory = plainTrajectory(await readTrajectory(guarded, config));
process.stdout.write(JSON.stringify({ output, history, trajectory }));
