// Runs a graph of 1,000 empty steps, and replays it from its last step, side by side. Fails if a replay takes more than a tenth of the run.
import { Annotation, END, MemorySaver, START, StateGraph } from "@langchain/langgraph";

import { replay } from "../src/replay/index.ts";
import { fixed, median } from "./figures.mjs";

const STEPS = 1000;
const ROUNDS = 5;
const MOST = 0.1;

const State = Annotation.Root({ count: Annotation({ reducer: (_, next) => next, default: () => 0 }) });
const graph = new StateGraph(State)
  .addNode("step", ({ count }) => ({ count: count + 1 }))
  .addEdge(START, "step")
  .addConditionalEdges("step", ({ count }) => (count < STEPS ? "step" : END), ["step", END])
  .compile({ checkpointer: new MemorySaver() });

const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

const times = { run: [], replay: [] };
for (let round = 0; round <= ROUNDS; round += 1) {
  const config = { configurable: { thread_id: `run ${round}` }, recursionLimit: 2 * STEPS };
  const run = await timed(() => graph.invoke({ count: 0 }, config));
  const again = await timed(async () => {
    const [replayed] = await replay(graph, config, { from: STEPS - 1, note: false });
    if (replayed?.output?.count !== STEPS) throw new Error("The replay went otherwise.");
  });
  // The first round loads the code.
  if (round === 0) continue;
  times.run.push(run);
  times.replay.push(again);
}
const ratio = median(times.replay) / median(times.run);
console.log(
  `a run of ${STEPS} steps: ${fixed(median(times.run), 0)} ms; its replay from the last step: ${fixed(median(times.replay), 0)} ms, ${fixed(ratio, 3)} of it (at most ${MOST})`,
);
process.exitCode = ratio > MOST ? 1 : 0;
