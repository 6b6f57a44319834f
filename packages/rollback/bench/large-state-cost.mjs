import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

import { withRollback } from "../src/index.ts";
import { fixed, median } from "./figures.mjs";

const MEGABYTES = 2;
const ROUNDS = 5;
const NODES = ["load", "think", "solve", "check", "answer"];

const State = Annotation.Root({
  document: Annotation(),
  log: Annotation({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
  note: Annotation(),
});

/** Five nodes one after the other, on a state of two megabytes from the input on. */
function chain() {
  const builder = new StateGraph(State);
  for (const name of NODES) builder.addNode(name, () => ({ log: [name] }));
  [START, ...NODES].forEach((name, i) => builder.addEdge(name, NODES[i] ?? END));
  return builder;
}

/** Lines of a thousand characters, as a program would have read them. */
const input = {
  document: Array.from({ length: MEGABYTES * 1000 }, (_, i) => `${i}`.padEnd(1000, " words")),
  log: [],
};
const thread = { configurable: { thread_id: "t" } };

/**
 * A rollback of a large state, from the verdict to the first step of the next attempt: against one read of that state from
 * the same store, which is what it should consist of, and against the bare graph's whole run.
 */
export async function largeStateCost(store, report) {
  const times = { bare: [], read: [], rollback: [], run: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = chain().compile({ checkpointer: await store.fresh() });
    times.bare.push(await timed(() => bare.invoke(input, thread)));
    times.read.push(await timed(() => bare.checkpointer.getTuple(thread)));
    let judged = 0;
    const wrapped = withRollback(chain().compile({ checkpointer: await store.fresh() }), {
      noteChannel: "note",
      verify: ({ attempt }) => {
        judged = performance.now();
        return attempt > 1;
      },
      onEvent: ({ type, attempt }) => {
        if (type === "rollback:attempt-started" && attempt === 2)
          times.rollback.push(performance.now() - judged);
      },
    });
    times.run.push(await timed(() => wrapped.invoke(input, thread)));
  }
  const of = (name) => `${fixed(median(times[name]), 0)} ms`;
  console.log(
    `     ${MEGABYTES} MB of state: bare run ${of("bare")}, run with one rollback ${of("run")}, ` +
      `of which the rollback ${of("rollback")}; one read of the state ${of("read")}`,
  );
  report(`a rollback of ${MEGABYTES} MB against one read`, median(times.rollback) / median(times.read), 10, {
    format: fixed,
    detail: "it reads where it goes back to, and the head twice, and writes a checkpoint",
  });
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
