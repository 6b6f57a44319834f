import { HumanMessage } from "@langchain/core/messages";
import { interrupt } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { alwaysWrong, chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import {
  collected,
  question,
  speakingGraph,
  speakingPair,
  speakingTeam,
} from "../fixtures/speaking-graph.ts";
import { keptChunks, readHistory, withRollback } from "../index.ts";

const told = { verify: nothingWrong, noteChannel: "note" };
const options = { ...on("t"), streamMode: "updates" as const };
const nodesOf = (chunks: readonly object[]): string[] => chunks.flatMap((chunk) => Object.keys(chunk));

describe("keptChunks", () => {
  it("gives the tokens that stand: those of the steps that stayed, and of the attempt that was accepted", async () => {
    const graph = await speakingGraph();
    const stream = await graph.stream(question, { ...on("t"), streamMode: "messages" });
    const tokens = (await collected(keptChunks(stream))).map(([{ text }]) => text);
    expect(tokens).toEqual(["P", "l", "a", "n", "o", "k"]);
  });

  it("gives what stands of steps that ran side by side, one of which stayed", async () => {
    const tokens = await (await speakingPair()).stream(question, { ...on("t"), streamMode: "messages" });
    const letters = (await collected(keptChunks(tokens))).map(([{ text }]) => text);
    expect(letters.filter((letter) => "Plan".includes(letter)).join("")).toBe("Plan");
    expect(letters.filter((letter) => "ok".includes(letter)).join("")).toBe("ok");
    expect(letters).toHaveLength(6);
    const updates = await (await speakingPair()).stream(question, options);
    expect(nodesOf(await collected(keptChunks(updates))).toSorted()).toEqual([
      "__metadata__",
      "check",
      "plan",
      "solve",
    ]);
  });

  it("gives what stands of a subgraph that was rewound into", async () => {
    const graph = speakingTeam({ calibration: await calibratedAt(1) });
    const stream = await graph.stream(question, { ...on("t"), streamMode: "messages" });
    const tokens = (await collected(keptChunks(stream))).map(([{ text }]) => text);
    expect(tokens.join("")).toBe("Planok");
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]?.rewind).toMatchObject({ kind: "graft", step: 1, kept: 1 });
  });

  it.each([
    ["messages", () => ({ messages: [new HumanMessage("one"), new HumanMessage("two")] })],
    ["plain objects", () => ({ messages: { role: "user", content: "one" } })],
  ])("gives nothing of a note of %s without ids, in a subgraph that was rewound into", async (_, replan) => {
    const graph = speakingTeam({ calibration: await calibratedAt(1), replan });
    const stream = await graph.stream(question, { ...on("t"), streamMode: "messages" });
    const tokens = (await collected(keptChunks(stream))).map(([{ text }]) => text);
    expect(tokens.join("")).toBe("Planok");
  });

  it("gives a run that succeeds as it is", async () => {
    const graph = withRollback(chainGraph().builder.compile(), told);
    expect(nodesOf(await collected(keptChunks(await graph.stream({ log: [] }, options))))).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("gives the rollback's own events at once, before the chunks that it holds", async () => {
    const graph = await speakingGraph();
    const chunks = await collected(
      keptChunks(await graph.stream(question, { ...on("t"), streamMode: "custom" })),
    );
    expect(chunks.map((chunk) => (typeof chunk === "string" ? chunk : Reflect.get(chunk, "type")))).toEqual([
      "rollback:attempt-started",
      "rollback:rolled-back",
      "rollback:attempt-started",
      "rollback:ended",
      "working",
      "working",
    ]);
  });

  it("gives the question of a run that pauses, which is not over", async () => {
    const { builder } = chainGraph({ b: () => `${String(interrupt("go on?"))}:right` });
    const graph = withRollback(builder.compile(), told);
    const chunks = await collected(keptChunks(await graph.stream({ log: [] }, options)));
    expect(nodesOf(chunks)).toEqual(["a", "__interrupt__"]);
  });

  it("gives the last attempt of a run that gave up, as `invoke` does", async () => {
    const graph = withRollback(chainGraph({ b: alwaysWrong("b") }).builder.compile(), {
      ...told,
      calibration: await calibratedAt(1),
      maxRollbacks: 1,
    });
    const chunks = await collected(keptChunks(await graph.stream({ log: [] }, options)));
    expect(nodesOf(chunks)).toEqual(["a", "b", "c"]);
  });

  it("throws what the run throws, and gives nothing then", async () => {
    const given: unknown[] = [];
    const graph = withRollback(chainGraph({ b: alwaysWrong("b") }).builder.compile(), {
      ...told,
      maxRollbacks: 1,
      onFailure: "error",
    });
    const read = async () => {
      for await (const chunk of keptChunks(await graph.stream({ log: [] }, options))) given.push(chunk);
    };
    await expect(read()).rejects.toMatchObject({ code: "ROLLBACK_EXHAUSTED" });
    expect(given).toEqual([]);
  });

  it("gives the error of server-sent events, and nothing else then", async () => {
    const { builder } = chainGraph({ b: () => Promise.reject(new RangeError("b broke")) });
    const graph = withRollback(builder.compile(), { ...told, maxRollbacks: 1 });
    const encoded = { ...options, encoding: "text/event-stream" as const };
    const chunks = await collected(keptChunks(await graph.stream({ log: [] }, encoded)));
    expect(chunks.map((chunk) => new TextDecoder().decode(chunk))).toEqual([
      expect.stringMatching(/^event: error\n.*b broke/),
    ]);
  });

  it("starts again where a recovery did", async () => {
    const graph = withRollback(chainGraph({ b: untilTold("b") }).builder.compile(), told);
    const chunks = await collected(keptChunks(await graph.stream({ log: [] }, options)));
    expect(nodesOf(chunks)).toEqual(["a", "b", "c"]);
    expect(JSON.stringify(chunks)).not.toContain("wrong");
  });
});
