import { RunnableLambda } from "@langchain/core/runnables";
import { Command, interrupt } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { calibratedAt } from "../fixtures/labelled-failures.ts";
import {
  collected,
  question,
  speakingGraph,
  speakingPair,
  speakingTeam,
} from "../fixtures/speaking-graph.ts";
import { ForeignStreamError } from "../errors/index.ts";
import { withAttempts, withRollback } from "../index.ts";
import type { AttemptChunk } from "./with-attempts.ts";

const told = { verify: nothingWrong, noteChannel: "note" };

/** Attempt of each chunk, and at each rollback the position from which chunks are undone. */
async function attemptsIn(stream: AsyncIterable<unknown>): Promise<readonly (number | string)[]> {
  const items = await collected(withAttempts(stream));
  return items.map((item) => (item.type === "chunk" ? item.attempt : `undone from ${item.from}`));
}

const chunksOf = <T>(items: readonly AttemptChunk<T>[]): T[] =>
  items.flatMap((item) => (item.type === "chunk" ? [item.chunk] : []));

const lettersOf = (chunk: unknown): string => {
  const message: unknown = Array.isArray(chunk) ? chunk.at(-1)?.[0] : undefined;
  return String(Reflect.get(Object(message), "text"));
};

describe("withAttempts", () => {
  it("leaves the chunks as they are", async () => {
    const stream = async () => (await speakingGraph()).stream(question, { ...on("t"), streamMode: "custom" });
    const chunks = chunksOf(await collected(withAttempts(await stream())));
    expect(chunks.filter((chunk) => typeof chunk === "string")).toEqual(["working", "working", "working"]);
    expect(chunks).toHaveLength((await collected(await stream())).length);
  });

  it.each([
    // The input, after plan, after solve (check alters nothing); the fork, after solve.
    ["values", [1, 1, 1, "undone from 2", 2, 2]],
    ["updates", [1, 1, 1, "undone from 1", 2, 2]],
    // Plan, no, ok, letter by letter.
    ["messages", [1, 1, 1, 1, 1, 1, "undone from 4", 2, 2]],
    // A start and an end for each task.
    ["tasks", [1, 1, 1, 1, 1, 1, "undone from 2", 2, 2, 2, 2]],
    // The input's, and one after each superstep; the fork is stored, but not streamed by the graph.
    ["checkpoints", [1, 1, 1, 1, 1, "undone from 3", 2, 2, 2]],
    // attempt-started, working, working | rolled-back, attempt-started, working, ended
    ["custom", [1, 1, 1, "undone from 2", 1, 2, 2, 2]],
  ] as const)("tells the attempt of each chunk of %s", async (streamMode, attempts) => {
    const graph = await speakingGraph();
    const stream = await graph.stream(question, { ...on("t"), streamMode: [streamMode] });
    expect(await attemptsIn(stream)).toEqual(attempts);
    const single = await (await speakingGraph()).stream(question, { ...on("t"), streamMode });
    expect(await attemptsIn(single)).toEqual(attempts);
  });

  it("tells it in debug, the default mode and several modes at once, too", async () => {
    const debug = { ...on("t"), streamMode: "debug" as const };
    expect(new Set(await attemptsIn(await (await speakingGraph()).stream(question, debug)))).toEqual(
      new Set([1, "undone from 5", 2]),
    );
    expect(await attemptsIn(await (await speakingGraph()).stream(question, on("t")))).toEqual([
      1,
      1,
      1,
      "undone from 1",
      2,
      2,
    ]);
    const several = { ...on("t"), streamMode: ["updates" as const, "messages" as const] };
    const items = await collected(withAttempts(await (await speakingGraph()).stream(question, several)));
    const undone = items.find((item) => item.type === "rolled-back");
    const kept = items.slice(0, undone?.from).flatMap((item) => (item.type === "chunk" ? [item.chunk] : []));
    expect(kept.filter(([mode]) => mode === "messages").map(lettersOf)).toEqual(["P", "l", "a", "n"]);
    expect(kept.filter(([mode]) => mode === "updates")).toHaveLength(1);
  });

  it("tells it with subgraphs, whose chunks belong to the task around them", async () => {
    const options = { ...on("t"), streamMode: "messages" as const, subgraphs: true as const };
    const items = await collected(withAttempts(await speakingTeam().stream(question, options)));
    expect(items.map((item) => (item.type === "chunk" ? item.attempt : `undone from ${item.from}`))).toEqual([
      1,
      1,
      1,
      1,
      1,
      1,
      "undone from 0",
      2,
      2,
      2,
      2,
      2,
      2,
    ]);
    const chunks = chunksOf(items);
    // Whether the node that speaks is named as well depends on LangGraph.
    expect(new Set(chunks.map(([[outermost]]) => outermost?.split(":")[0]))).toEqual(new Set(["team"]));
    expect(chunks.map(lettersOf).join("")).toBe("PlannoPlanok");
  });

  it.each([["messages" as const], "messages" as const])(
    "gives nothing of a note in a subgraph that was rewound into, in `streamEvents` with %j",
    async (streamMode) => {
      const graph = speakingTeam({ calibration: await calibratedAt(1) });
      const events = graph.streamEvents(question, { ...on("t"), version: "v2", streamMode });
      const chunks = (await collected(events)).filter(
        ({ event, name }) => event === "on_chain_stream" && name === "LangGraph",
      );
      expect(chunks.length).toBeGreaterThan(0);
      expect(JSON.stringify(chunks.map(({ data }) => data))).not.toContain("[rollback]");
    },
  );

  it.each(["values", "updates", "messages", "custom", "tasks", "checkpoints", "debug"] as const)(
    "tells it of the chunks of subgraphs in %s, alone and among other modes",
    async (streamMode) => {
      const options = { ...on("t"), subgraphs: true as const };
      const alone = await speakingTeam().stream(question, { ...options, streamMode });
      const among = await speakingTeam().stream(question, {
        ...options,
        streamMode: [streamMode, "updates"],
      });
      const [single, several] = [await collected(withAttempts(alone)), await collected(withAttempts(among))];
      const attemptsOf = (items: readonly AttemptChunk<readonly [string[], ...unknown[]]>[]) =>
        items.flatMap((item) =>
          item.type === "chunk" && item.chunk[0].join().startsWith("team:") ? [item.attempt] : [],
        );
      expect(new Set(attemptsOf(single))).toEqual(new Set([1, 2]));
      expect(attemptsOf(single)).toEqual(attemptsOf(single).toSorted((a, b) => a - b));
      const ofMode = several.filter((item) => item.type !== "chunk" || item.chunk[1] === streamMode);
      expect(attemptsOf(ofMode)).toEqual(attemptsOf(single));
    },
  );

  it("keeps the tokens of a step that ran beside those that are undone, and stays", async () => {
    const stream = await (await speakingPair()).stream(question, { ...on("t"), streamMode: "messages" });
    const items = await collected(withAttempts(stream));
    const undone = items.find((item) => item.type === "rolled-back");
    const kept = items.filter((item) => item.type === "chunk" && undone?.except.includes(item.index));
    expect(undone).toMatchObject({ attempt: 1, from: 0 });
    expect(chunksOf(kept).map(([{ text }]) => text)).toEqual(["P", "l", "a", "n"]);
  });

  it("tells it of server-sent events", async () => {
    const graph = await speakingGraph();
    const options = {
      ...on("t"),
      streamMode: ["updates" as const, "custom" as const],
      encoding: "text/event-stream" as const,
    };
    const items = await collected(withAttempts(await graph.stream(question, options)));
    const seen = items.map((item) =>
      item.type === "chunk"
        ? `${item.attempt} ${/^event: (\w+)/.exec(new TextDecoder().decode(item.chunk))?.[1]}`
        : `undone from ${item.from}`,
    );
    expect(seen).toEqual([
      "1 custom",
      "1 custom",
      "1 updates",
      "1 custom",
      "1 updates",
      "1 updates",
      "undone from 3",
      "1 custom",
      "2 custom",
      "2 custom",
      "2 updates",
      "2 updates",
      "2 custom",
    ]);
  });

  it("undoes all that a stream has given when the rollback goes back to before it, as after an interrupt", async () => {
    const { builder } = chainGraph({
      b: untilTold("b"),
      c: ({ note }) => `${note === "" ? String(interrupt("go on?")) : "c"}:right`,
    });
    const graph = withRollback(builder.compile(), { ...told, calibration: await calibratedAt(1) });
    await graph.invoke({ log: [] }, on("t"));
    const options = { ...on("t"), streamMode: "updates" as const };
    const stream = await graph.stream(new Command({ resume: "yes" }), options);
    expect(await attemptsIn(stream)).toEqual([1, "undone from 0", 2, 2]);
  });

  it("undoes all attempts when a later rollback starts again", async () => {
    const graph = withRollback(chainGraph().builder.compile(), {
      ...told,
      verify: ({ attempt }) => attempt === 3,
      calibration: await calibratedAt(1),
    });
    const stream = await graph.stream({ log: [] }, { ...on("t"), streamMode: "updates" });
    expect(await attemptsIn(stream)).toEqual([1, 1, 1, "undone from 1", 2, 2, "undone from 0", 3, 3, 3]);
  });

  it("stops the run when its reader stops", async () => {
    let calls = 0;
    const { ran, builder } = chainGraph({
      b: () => ((calls += 1) === 1 ? new Promise(() => {}) : "b:right"),
    });
    const graph = withRollback(builder.compile(), told);
    const stream = await graph.stream({ log: [] }, { ...on("t"), streamMode: "updates" });
    for await (const _ of withAttempts(stream)) break;
    expect((await graph.invoke(null, on("t"))).log).toEqual(["a:right", "b:right", "c:right"]);
    expect(ran).toEqual(["a", "b", "b", "c"]);
  });

  it("refuses a stream that it cannot know anything of", async () => {
    const bare = chainGraph().builder.compile();
    const foreign = await bare.stream({ log: [] }, { ...on("t"), streamMode: "updates" });
    await expect(withAttempts(foreign).next()).rejects.toBeInstanceOf(ForeignStreamError);
    const wrapped = withRollback(bare, told);
    const piped = await wrapped.pipe(RunnableLambda.from((output: unknown) => output)).stream({ log: [] });
    await expect(withAttempts(piped).next()).rejects.toMatchObject({ code: "FOREIGN_STREAM" });
  });
});
