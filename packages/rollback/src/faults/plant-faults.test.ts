import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { Annotation, END, MessagesAnnotation, Send, START, StateGraph } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { all, counter, tasks, verify } from "../fixtures/counting-graph.ts";
import { getReplanNote, withRollback } from "../index.ts";
import { countFirstAttempts, plantFaults } from "./index.ts";

describe("plantFaults", () => {
  it("gives failed trajectories that are labelled with the step of the fault", async () => {
    const { graph } = counter();
    const runs = await all(
      plantFaults(graph, tasks(20), { seed: 1, verify, fault: () => ({ note: "err" }) }),
    );
    for (const run of runs) {
      if (run.status !== "labelled") throw new Error(run.why);
      const { steps, label, outcome } = run.trajectory;
      const rises = steps.map(({ content }, i) => Number(content) - Number(steps[i - 1]?.content ?? 0));
      expect(rises.indexOf(2)).toBe(label.decisiveStep);
      expect(rises.filter((rise) => rise === 2)).toHaveLength(1);
      expect(outcome).toEqual({ ok: false });
    }
    const chosen = new Set(
      runs.map((run) => (run.status === "labelled" ? run.trajectory.label.decisiveStep : -1)),
    );
    expect(chosen).toEqual(new Set([0, 1, 2]));
  });

  it("shows the note to the chosen step alone, and leaves it out of the trajectory", async () => {
    const { graph, seen } = counter();
    const [run] = await all(
      plantFaults(graph, tasks(1), { seed: 1, verify, fault: () => ({ note: "err" }) }),
    );
    if (run?.status !== "labelled") throw new Error("expected a label");
    expect(seen).toEqual([run.trajectory.steps[run.trajectory.label.decisiveStep]?.agent]);
    expect(JSON.stringify(run.trajectory)).not.toContain('"err"');
  });

  it("alters a step's output instead, and lets later steps build on it", async () => {
    const { graph } = counter();
    const [run] = await all(
      plantFaults(graph, tasks(1), {
        seed: 3,
        verify,
        eligible: (step) => step.origin.node === "two",
        fault: () => ({ rewrite: () => [["messages", [new AIMessage({ content: "7", name: "two" })]]] }),
      }),
    );
    if (run?.status !== "labelled") throw new Error("expected a label");
    expect(run.trajectory.steps.map(({ content }) => content)).toEqual(["1", "7", "8"]);
    expect(run.trajectory.label.decisiveStep).toBe(1);
  });

  it("chooses the same steps for the same seed", async () => {
    const choose = async () =>
      (
        await all(plantFaults(counter().graph, tasks(8), { seed: 5, verify, fault: () => ({ note: "err" }) }))
      ).map((run) => (run.status === "labelled" ? run.trajectory.label.decisiveStep : run.why));
    expect(await choose()).toEqual(await choose());
  });

  it("gives neighbouring seeds choices of their own, and not the same ones a task further on", async () => {
    const seedsOf = async (seed: number) => {
      const seeds: number[] = [];
      const fault = (context: { readonly seed: number }) => {
        seeds.push(context.seed);
        return { note: "err" };
      };
      await all(plantFaults(counter().graph, tasks(8), { seed, verify, fault }));
      return seeds;
    };
    const both = [...(await seedsOf(1)), ...(await seedsOf(2))];
    expect(new Set(both).size).toBe(both.length);
  });

  it("says how each run went before anything was planted, so that first attempts can be counted", async () => {
    const { graph } = counter();
    const bad = { id: "bad", input: { messages: [new HumanMessage("5")] } };
    const options = { seed: 1, verify, fault: () => ({ note: "err" }) };
    const runs = await all(plantFaults(graph, [...tasks(4), bad], options));
    expect(runs.map(({ base }) => base)).toEqual([
      ...Array.from({ length: 4 }, () => ({ steps: 3, ok: true })),
      { steps: 3, ok: false },
    ]);
    expect(runs.flatMap((run) => (run.status === "labelled" ? [run.trajectory.label.planted] : []))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(countFirstAttempts(runs)).toEqual([{ length: 3, succeeded: 4, failed: 1 }]);
    expect(countFirstAttempts([{}, { base: { steps: 0, ok: false } }])).toEqual([]);
  });

  it("skips tasks that the agent fails by itself, and faults that do no harm", async () => {
    const { graph } = counter();
    const failing = await all(
      plantFaults(graph, tasks(1), { seed: 1, verify: () => false, fault: () => ({ note: "err" }) }),
    );
    expect(failing[0]).toMatchObject({ status: "skipped", why: "base-run-failed" });
    const harmless = await all(
      plantFaults(graph, tasks(1), { seed: 1, verify, fault: () => ({ note: "fine" }) }),
    );
    expect(harmless[0]).toMatchObject({ status: "skipped", why: "fault-was-harmless" });
  });

  it("works on a graph that has rollback already, without rolling the planted failure back", async () => {
    const { graph } = counter();
    const [run] = await all(
      plantFaults(withRollback(graph, { verify }), tasks(1), {
        seed: 1,
        verify,
        fault: () => ({ note: "err" }),
      }),
    );
    expect(run?.status).toBe("labelled");
  });

  it("plants in one of several parallel tasks and keeps its siblings' results", async () => {
    const State = Annotation.Root({
      parts: Annotation<string[]>({ reducer: (a, b) => a.concat(b).toSorted(), default: () => [] }),
    });
    const work = (name: string) => (_: typeof State.State, config: object) => ({
      parts: [`${name}:${getReplanNote(config) === undefined ? "good" : "bad"}`],
    });
    const graph = new StateGraph(State)
      .addNode("a", work("a"))
      .addNode("b", work("b"))
      .addNode("end", () => ({ parts: ["end"] }))
      .addEdge(START, "a")
      .addEdge(START, "b")
      .addEdge(["a", "b"], "end")
      .addEdge("end", END)
      .compile();
    const [run] = await all(
      plantFaults(graph, [{ id: "t", input: { parts: [] } }], {
        seed: 1,
        verify: ({ output }) => output?.parts.includes("b:bad") !== true,
        eligible: (step) => step.origin.node === "b",
        fault: () => ({ note: "err" }),
      }),
    );
    if (run?.status !== "labelled") throw new Error("expected a label");
    expect(run.trajectory.steps.map(({ content }) => content)).toEqual([
      'parts: ["a:good"]',
      'parts: ["b:bad"]',
      'parts: ["end"]',
    ]);
    expect(run.trajectory.label.decisiveStep).toBe(1);
  });

  it("does not choose a step whose input was frozen by a Send, for a note that it would not see", async () => {
    const State = Annotation.Root({
      parts: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
    });
    const graph = new StateGraph(State)
      .addNode("map", (state: { item?: string }) => ({ parts: [String(state.item)] }))
      .addConditionalEdges(START, () => [new Send("map", { item: "x" }), new Send("map", { item: "y" })])
      .compile();
    const [run] = await all(
      plantFaults(graph, [{ id: "t", input: { parts: [] } }], {
        seed: 1,
        verify: () => true,
        fault: () => ({ note: "err" }),
      }),
    );
    expect(run).toMatchObject({ status: "skipped" });
  });

  it("shows a note to a step whose input a Send froze, where that has a place for it, and to no other step", async () => {
    const State = Annotation.Root({
      ...MessagesAnnotation.spec,
      parts: Annotation<string[]>({ reducer: (a, b) => a.concat(b), default: () => [] }),
    });
    type Sent = { readonly item: string; readonly messages: readonly BaseMessage[] };
    const graph = new StateGraph(State)
      .addNode("map", ({ item, messages }: Sent) => {
        const isFaulty = messages.some(({ text }) => text === "err");
        return { parts: [`${item}:${isFaulty ? "bad" : "good"}`] };
      })
      .addConditionalEdges(START, ({ messages }) => [
        new Send("map", { item: "x", messages }),
        new Send("map", { item: "y", messages }),
      ])
      .compile();
    const [run] = await all(
      plantFaults(graph, [{ id: "t", input: { messages: [new HumanMessage("task")] } }], {
        seed: 1,
        verify: ({ output }) => !output?.parts.some((part) => part.endsWith("bad")),
        fault: () => ({ note: "err" }),
      }),
    );
    if (run?.status !== "labelled") throw new Error("expected a label");
    const bad = run.trajectory.steps.filter(({ content }) => content.includes("bad"));
    expect(bad.map(({ index }) => index)).toEqual([run.trajectory.label.decisiveStep]);
  });
});
