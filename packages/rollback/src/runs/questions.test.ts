import { Annotation, Command, interrupt, MemorySaver, Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { on } from "../fixtures/chain-graph.ts";
import { readHistory, withRollback } from "../index.ts";

const Log = Annotation.Root({
  log: Annotation<string[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

const asks =
  (...questions: string[]) =>
  () => ({ log: [questions.map((question) => `${question}${JSON.stringify(interrupt(question))}`).join()] });

const resume = (value: unknown) => new Command<unknown, Record<string, unknown>, never>({ resume: value });

/** p asks twice, q and both tasks of r once, side by side. */
const several = () =>
  new StateGraph(Log)
    .addNode("p", asks("p1?", "p2?"))
    .addNode("q", asks("q?"))
    .addNode("r", ({ log }) => asks(`${log.join()}?`)())
    .addEdge(START, "p")
    .addEdge(START, "q")
    .addConditionalEdges(START, () => ["r1", "r2"].map((name) => new Send("r", { log: [name] })), ["r"])
    .compile({ checkpointer: new MemorySaver() });

const one = (...questions: string[]) =>
  new StateGraph(Log)
    .addNode("ask", asks(...questions))
    .addEdge(START, "ask")
    .compile({ checkpointer: new MemorySaver() });

/** A graph that calls another in a node. */
const around = (inner: { invoke(input: object): Promise<{ log: string[] }> }) =>
  new StateGraph(Log)
    .addNode("call", async () => ({ log: (await inner.invoke({})).log }))
    .addEdge(START, "call")
    .compile({ checkpointer: new MemorySaver() });

type Graph = ReturnType<typeof several> | ReturnType<typeof one>;

/** The interrupts that wait, by what they ask. */
async function waiting(graph: Pick<Graph, "getState">): Promise<ReadonlyMap<string, string>> {
  const { tasks } = await graph.getState(on("t"));
  const all = tasks.flatMap(({ interrupts }) => interrupts);
  return new Map(all.map(({ id, value }) => [String(value), id ?? ""]));
}

/** Answers by id, in the given order, several at a time; gives what each call gave. */
async function answered(
  graph: Pick<Graph, "getState" | "invoke">,
  script: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly unknown[]> {
  const given: unknown[] = [await graph.invoke({}, on("t"))];
  for (const answers of script) {
    const ids = await waiting(graph);
    const map = Object.entries(answers).map(([question, answer]) => [ids.get(question) ?? "", answer]);
    given.push(await graph.invoke(resume(Object.fromEntries(map)), on("t")));
  }
  return given;
}

/** Without the ids, which are made of the ids of tasks. */
const withoutIds = (given: readonly unknown[]): unknown =>
  JSON.parse(JSON.stringify(given, (key, value: unknown) => (key === "id" ? undefined : value)));

const judged = { verify: () => true };

describe("several questions", () => {
  it.each([
    ["one at a time", [{ "q?": 1 }, { "p1?": 2 }, { "r1?": 3 }, { "p2?": 4 }, { "r2?": 5 }]],
    [
      "several at a time",
      [
        { "p1?": 2, "r2?": 5 },
        { "p2?": 4, "q?": 1, "r1?": 3 },
      ],
    ],
    [
      "with what counts as nothing",
      [
        { "p1?": "", "q?": 0 },
        { "p2?": false, "r1?": "", "r2?": 0 },
      ],
    ],
  ])("are answered by id as in the bare graph, %s", async (_, script) => {
    const wrapped = withRollback(several(), judged);
    expect(withoutIds(await answered(wrapped, script))).toEqual(
      withoutIds(await answered(several(), script)),
    );
    expect((await wrapped.getState(on("t"))).next).toEqual([]);
    expect((await readHistory(wrapped, on("t")))[0]?.attempts).toHaveLength(1);
  });

  it("have ids that the stream, the output and the state agree about, as in the bare graph", async () => {
    const areDifferent: boolean[] = [];
    for (const graph of [one("a?", "b?"), withRollback(one("a?", "b?"), judged)]) {
      const first = await graph.invoke({}, on("t"));
      expect(first).toMatchObject({ __interrupt__: [{ id: (await waiting(graph)).get("a?") }] });
      const before = await waiting(graph);
      const second = await graph.invoke(resume("A"), on("t"));
      const id = (await waiting(graph)).get("b?");
      expect(second).toMatchObject({ __interrupt__: [{ id }] });
      areDifferent.push(id !== before.get("a?"));
    }
    // Each has an id of its own from LangGraph 1.7 on.
    expect(areDifferent[1]).toBe(areDifferent[0]);
  });

  it.each([false, 0, ""])("take the answer %j as the bare graph does", async (value) => {
    const outcomes: unknown[] = [];
    const wrapped = withRollback(one("a?"), judged);
    for (const graph of [one("a?"), wrapped]) {
      await graph.invoke({}, on("t"));
      const outcome = graph.invoke(resume(value), on("t"));
      outcomes.push(await outcome.catch(({ name }: Error) => name));
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
    // LangGraph before 1.5 refuses such answers.
    const status = typeof outcomes[0] === "string" ? "interrupted" : "succeeded";
    expect(await readHistory(wrapped, on("t"))).toMatchObject([{ status }]);
  });
});

describe("several questions of a call inside another graph", () => {
  // All in one way: after an answer by id, LangGraph 1.7.3 gives the next interrupt of the node the last answer without one.
  it.each([
    ["bare", "by id"],
    ["bare", "in order"],
    ["with rollback", "by id"],
    ["with rollback", "in order"],
  ])("are asked one at a time by a graph around that is %s, and answered %s", async (kind, how) => {
    const bare = around(withRollback(several(), judged));
    const outer = kind === "bare" ? bare : withRollback(bare, judged);
    await outer.invoke({}, on("t"));
    for (let nth = 1; nth <= 5; nth += 1) {
      const [[question, id] = ["", ""]] = await waiting(outer);
      const answer = `${question}!`;
      const next = await outer.invoke(resume(how === "by id" ? { [id]: answer } : answer), on("t"));
      if (nth < 5) expect(next).toHaveProperty("__interrupt__");
    }
    const { log } = (await outer.getState(on("t"))).values;
    expect(log.toSorted()).toEqual(['p1?"p1?!",p2?"p2?!"', 'q?"q?!"', 'r1?"r1?!"', 'r2?"r2?!"']);
  });
});
