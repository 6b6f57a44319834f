import { AIMessage } from "@langchain/core/messages";
import { Annotation, Command, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { parseTrajectory, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { all, counter, tasks, verify } from "../fixtures/counting-graph.ts";
import {
  FAILURE_MODES,
  noteOfMode,
  plantFaults,
  REWRITABLE_MODES,
  type FailureModeChoice,
  type PlantedRun,
} from "./index.ts";

const labelled = (runs: readonly PlantedRun[]) =>
  runs.flatMap((run) => (run.status === "labelled" ? [run.trajectory] : []));

describe("plantFaults with failure modes", () => {
  it("tells the step of one mode drawn of all, and labels the failure with it", async () => {
    const { graph, seen } = counter("deliberate mistake");
    const trajectories = labelled(
      await all(plantFaults(graph, tasks(60), { seed: 1, verify, fault: "any" })),
    );
    expect(trajectories).toHaveLength(60);
    expect(trajectories.map(({ label }) => label.decisiveAgent)).toEqual(seen);
    const names: readonly string[] = FAILURE_MODES.map(({ name }) => name);
    const reasons = new Set(trajectories.map(({ label }) => label.reason ?? ""));
    expect([...reasons].filter((reason) => !names.includes(reason))).toEqual([]);
    expect(reasons.size).toBeGreaterThan(10);
    for (const trajectory of trajectories)
      expect(parseTrajectory(stringifyTrajectory(trajectory)).label).toEqual(trajectory.label);
  });

  it("draws the same modes and steps for the same seed, and others for another", async () => {
    const choose = async (seed: number) => {
      const { graph } = counter("deliberate mistake");
      return labelled(await all(plantFaults(graph, tasks(8), { seed, verify, fault: "any" }))).map(
        ({ label }) => label,
      );
    };
    expect(await choose(5)).toEqual(await choose(5));
    expect(await choose(5)).not.toEqual(await choose(6));
  });

  it("lets a caller append to the note of a mode", async () => {
    const { graph, seen } = counter("planted fault 7");
    const { mode, note } = noteOfMode("derail");
    const fault = () => ({ mode, note: `${note} (planted fault 7)` });
    const [trajectory] = labelled(await all(plantFaults(graph, tasks(1), { seed: 1, verify, fault })));
    expect(seen).toHaveLength(1);
    expect(trajectory?.label.reason).toBe("derail");
  });

  it("alters an output instead, and labels that step although the mistake shows only in the result", async () => {
    const { graph } = counter();
    const options = { seed: 1, verify, fault: "repeat-step", faultForm: "rewrite" } as const;
    const trajectories = labelled(await all(plantFaults(graph, tasks(12), options)));
    // The first step has nothing to repeat, so that another one is drawn.
    expect(new Set(trajectories.map(({ label }) => label.decisiveStep))).toEqual(new Set([1, 2]));
    for (const { label, steps } of trajectories)
      expect(steps.map(({ content }) => content)).toEqual(
        label.decisiveStep === 1 ? ["1", "1", "2"] : ["1", "2", "2"],
      );
  });

  it("skips a task whose steps have no room for the mode", async () => {
    const { graph } = counter();
    const options = { seed: 1, verify, fault: "verify-wrongly", faultForm: "rewrite" } as const;
    expect(await all(plantFaults(graph, tasks(1), options))).toMatchObject([
      { status: "skipped", why: "no-eligible-step" },
    ]);
  });

  it("refuses names that are no modes before anything runs", async () => {
    const { graph } = counter();
    const start = (fault: unknown, faultForm?: unknown) =>
      all(
        Reflect.apply(plantFaults, undefined, [
          graph,
          tasks(1),
          { seed: 1, verify: () => expect.fail(), fault, faultForm },
        ]),
      );
    await expect(start("reapeat-step")).rejects.toThrow(
      /names of failure modes: disobey-task.*got "reapeat-step"/,
    );
    await expect(start(["derail"], "rewrite")).rejects.toThrow(
      /names of failure modes: repeat-step.*got "derail"/,
    );
    await expect(start([])).rejects.toMatchObject({ code: "INVALID_OPTION" });
  });
});

const State = Annotation.Root({
  ...MessagesAnnotation.spec,
  value: Annotation<unknown>(),
  log: Annotation<unknown[]>({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});

const update = fc.record(
  {
    messages: fc.array(
      fc
        .record({ content: fc.string(), name: fc.constantFrom("x", "y") })
        .map((fields) => new AIMessage(fields)),
      { maxLength: 2 },
    ),
    value: fc.jsonValue(),
    log: fc.array(fc.jsonValue(), { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** Three nodes that write what they are told, with an edge or a Command to the next. */
function writing(updates: readonly (typeof State.Update)[], isCommanding: boolean) {
  const node = (at: number, goto: string) => () =>
    isCommanding ? new Command({ update: updates[at] ?? {}, goto }) : (updates[at] ?? {});
  const builder = new StateGraph(State)
    .addNode("a", node(0, "b"), { ends: ["b"] })
    .addNode("b", node(1, "c"), { ends: ["c"] })
    .addNode("c", node(2, END), { ends: [END] })
    .addEdge(START, "a");
  return isCommanding ? builder.compile() : builder.addEdge("a", "b").addEdge("b", "c").compile();
}

const shown = (output: typeof State.State | undefined) =>
  JSON.stringify([output?.messages?.map(({ text }) => text), output?.value, output?.log]);

describe.each(REWRITABLE_MODES)(
  "%s as a function, in a graph that writes anything",
  (mode: FailureModeChoice) => {
    it("changes the labelled step alone, keeps the route, and never throws", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(update, { minLength: 3, maxLength: 3 }),
          fc.boolean(),
          fc.integer(),
          async (updates, isCommanding, seed) => {
            const graph = writing(updates, isCommanding);
            const input = { messages: [] };
            const right = shown(await graph.invoke(input));
            const before: string[] = [];
            const [run] = await all(
              plantFaults(graph, [{ id: "t", input }], {
                seed,
                eligible: ({ content }) => before.push(content) > 0,
                verify: ({ output }) => shown(output) === right,
                fault: mode,
                faultForm: "rewrite",
              }),
            );
            if (run?.status !== "labelled") {
              expect(["no-eligible-step", "fault-was-harmless"]).toContain(run?.why);
              return;
            }
            const { label, steps } = run.trajectory;
            expect(label).toMatchObject({ planted: true, reason: mode });
            expect(steps.map(({ origin }) => origin?.node)).toEqual(["a", "b", "c"]);
            const changed = steps.filter(({ content, index }) => content !== before[index]);
            expect(changed.map(({ index }) => index)).toEqual([label.decisiveStep]);
          },
        ),
        { numRuns: 25 },
      );
    });
  },
);
