import { Annotation, END, START, StateGraph } from "@langchain/langgraph";

import { withRollback } from "../src/index.ts";
import { fixed, median } from "./figures.mjs";

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
const inputOf = (megabytes) => ({
  document: Array.from({ length: megabytes * 1000 }, (_, i) => `${i}`.padEnd(1000, " words")),
  log: [],
});
const thread = { configurable: { thread_id: "t" } };

/**
 * Runs with a large state, against the bare graph's run; and a rollback of it, from the verdict to the first step of the next attempt, against one read
 * of that state from the same store, which is what it should consist of. Medians of rounds side by side.
 */
export async function largeStateCost(store, report, { megabytes = 2, rounds = 5 } = {}) {
  const input = inputOf(megabytes);
  const times = { bare: [], accepted: [], read: [], rollback: [], run: [] };
  for (let round = 0; round < rounds; round += 1) {
    const bare = chain().compile({ checkpointer: await store.fresh() });
    times.bare.push(await timed(() => bare.invoke(input, thread)));
    times.read.push(await timed(() => bare.checkpointer.getTuple(thread)));
    const accepted = withRollback(chain().compile({ checkpointer: await store.fresh() }), {
      noteChannel: "note",
      verify: () => true,
    });
    times.accepted.push(await timed(() => accepted.invoke(input, thread)));
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
  const ratio = (name, to) => median(times[name]) / median(times[to]);
  console.log(
    `     ${megabytes} MB of state: bare run ${of("bare")}, accepted run ${of("accepted")}, run with one rollback ${of("run")}, ` +
      `of which the rollback ${of("rollback")}; one read of the state by the checkpointer itself ${of("read")}`,
  );
  const against = (name, bound, detail) =>
    report(`${detail} of ${megabytes} MB against the bare run`, ratio(name, "bare"), bound, {
      format: fixed,
      detail: "medians of runs side by side",
    });
  against("accepted", 2, "an accepted run");
  against("run", 4, "a run with one rollback");
  report(`a rollback of ${megabytes} MB against one read`, ratio("rollback", "read"), 10, {
    format: fixed,
    detail: "it reads where it goes back to, and the head twice, and writes a checkpoint",
  });
}

async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
