import { uuid5 } from "@langchain/langgraph-checkpoint";
import { readTrajectory } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { input, stored, thread, wide } from "./graphs.ts";

describe("LangGraph's task ids (else readTrajectory cannot name the nodes of stored writes)", () => {
  it("derive from checkpoint, superstep, node and trigger, for edges, joins and Sends alike", async () => {
    const graph = wide();
    await graph.invoke(input, thread);
    const versions = new Map((await stored(graph)).map(({ checkpoint }) => [checkpoint.id, checkpoint]));
    const paths = new Set<string>();
    for await (const { config, metadata, tasks } of graph.getStateHistory(thread)) {
      const checkpoint = versions.get(String(config.configurable?.["checkpoint_id"]));
      const superstep = String((metadata?.step ?? -1) + 1);
      for (const { id, name, path } of tasks) {
        const derived = (...how: unknown[]) =>
          uuid5(JSON.stringify([name, superstep, name, ...how]), checkpoint?.id ?? "");
        const pulled = Object.keys(checkpoint?.channel_versions ?? {}).map((trigger) =>
          derived("__pregel_pull", [trigger]),
        );
        const pushed = derived("__pregel_push", JSON.stringify(path?.[1]));
        expect(path?.[0] === "__pregel_push" ? [pushed] : pulled).toContain(id);
        paths.add(`${path?.[0]} ${name}`);
      }
    }
    expect(paths).toEqual(
      new Set(["p", "q", "join", "__start__"].map((name) => `__pregel_pull ${name}`)).add("__pregel_push r"),
    );
  });

  it("trigger a join by a channel that ends with the joining node's name", async () => {
    const graph = wide();
    await graph.invoke(input, thread);
    const channels = (await stored(graph)).flatMap(({ checkpoint }) =>
      Object.keys(checkpoint.channel_versions),
    );
    expect(channels).toContain("join:p+q:join");
    expect(channels).toContain("branch:to:p");
  });

  it("are those that getState shows, which is what readTrajectory gives", async () => {
    const graph = wide();
    await graph.invoke(input, thread);
    const { steps } = await readTrajectory(graph, thread);
    const shown: string[] = [];
    for await (const { tasks } of graph.getStateHistory(thread))
      shown.push(...tasks.filter(({ name }) => name !== "__start__").map(({ id, name }) => `${name} ${id}`));
    expect(steps.map(({ origin }) => `${origin.node} ${origin.taskId}`).toSorted()).toEqual(shown.toSorted());
  });
});
