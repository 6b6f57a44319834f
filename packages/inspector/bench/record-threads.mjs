import { Annotation, END, START, StateGraph } from "@langchain/langgraph";
import { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { RecordingSaver, withRollback } from "langgraph-rollback";

const State = Annotation.Root({ to: Annotation(), count: Annotation(), said: Annotation() });

/** Counts up, saying about 400 characters a step; the state keeps the last of them, so that files stay small. */
const counting = (checkpointer) =>
  new StateGraph(State)
    .addNode("work", ({ count }) => ({
      count: count + 1,
      said: `step ${String(count)}: `.padEnd(400, "lorem ipsum "),
    }))
    .addEdge(START, "work")
    .addConditionalEdges("work", ({ count, to }) => (count < to ? "work" : END), ["work", END])
    .compile({ checkpointer });

/**
 * Records a run of so many steps on the thread "long".
 * @returns how to record one step more
 */
export async function recordLongThread(file, steps) {
  const graph = counting(new RecordingSaver(SqliteSaver.fromConnString(file)));
  const config = { configurable: { thread_id: "long" }, recursionLimit: steps + 10, durability: "sync" };
  await graph.invoke({ to: steps, count: 0, said: "" }, config);
  return async () => {
    await graph.updateState(config, { to: steps + 1 }, "__start__");
    await graph.invoke(null, config);
  };
}

/** Records so many threads of 8 steps on a checkpointer, each third of which is rolled back and recovers. */
export async function recordThreads(saver, count) {
  for (let thread = 0; thread < count; thread += 1) {
    let attempts = 0;
    const verify = () => {
      attempts += 1;
      return attempts > 1 || thread % 3 !== 0;
    };
    const graph = withRollback(counting(saver), { verify });
    await graph.invoke({ to: 8, count: 0, said: "" }, { configurable: { thread_id: `thread ${thread}` } });
  }
}
