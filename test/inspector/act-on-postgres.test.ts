import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { readHistory } from "langgraph-rollback";
import { afterAll, expect, it } from "vitest";

import { inspectHere } from "../../packages/cli/src/fixtures/inspect-here.ts";
import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";

const { open, close, address, schema, version } = await openServerOrPGlite("The page acts");
const folder = await mkdtemp(path.join(tmpdir(), "act-on-postgres-"));
afterAll(async () => {
  await close();
  await rm(folder, { recursive: true });
});

const from = (name: string): string => JSON.stringify(import.meta.resolve(name));
const module = path.join(folder, "agent.mjs");
/** An agent that is accepted once it is told a note, and whose checkpointer the command gives it. */
await writeFile(
  module,
  `
import { Annotation, StateGraph } from ${from("@langchain/langgraph")};
import { effect, getReplanNote, withRollback } from ${from("langgraph-rollback")};
const State = Annotation.Root({ said: Annotation() });
export const calls = [];
export const agent = withRollback(
  new StateGraph(State)
    .addNode("book", async (_, config) => ({ said: await effect(config, { name: "book", args: "1A", act: () => (calls.push("book"), "1A") }) }))
    .addNode("say", (_, config) => ({ said: getReplanNote(config) ?? "wrong" }))
    .addEdge("__start__", "book")
    .addEdge("book", "say")
    .compile(),
  {
    verify: ({ output }) => output.said !== "wrong",
    maxRollbacks: 0,
    effects: { tools: { book: { undo: () => void calls.push("undo book") } }, undoRetries: 0 },
  },
);
`,
);

it(`retries, undoes and deletes over ${version} by the module's agent`, async () => {
  const { agent, calls } = await import(module);
  const saver = open();
  const config = { configurable: { thread_id: 'it\'s "t"' } };
  agent.checkpointer = saver;
  await agent.invoke({ said: "" }, config);
  agent.checkpointer = undefined;
  const args = [address, "--schema", schema, "--act", `${module}#agent`, "--by", "Ada"];
  const { said } = await inspectHere(args, async (ask) => {
    const thread = config.configurable.thread_id;
    const get = async (what: string) => JSON.parse((await ask(`/api/${what}`)).text);
    const id = encodeURIComponent(thread);
    const { expected, retry } = await get(`act?thread=${id}&step=1`);
    expect(retry).toMatchObject({ step: 1, kept: 1 });
    const body = { thread, by: "Ada" };
    expect((await ask("/api/act/retry", { ...body, expected, step: 1, note: "better" })).status).toBe(202);
    await expect.poll(async () => (await readHistory(saver, config))[0]?.status).toBe("recovered");
    await expect.poll(async () => (await get(`act?thread=${id}`)).underWay).toBeUndefined();
    const late = await ask("/api/act/retry", { ...body, by: "Bob", expected, step: 1 });
    expect(late).toMatchObject({
      status: 409,
      text: expect.stringContaining("Ada retried the run from step 2"),
    });
    const { effects, expected: now } = await get(`act?thread=${id}`);
    const undo = { ...body, expected: now, effect: effects[0].id, action: "undo" };
    expect((await ask("/api/act/effect", undo)).status).toBe(200);
    expect(calls).toEqual(["book", "undo book"]);
    expect((await readHistory(saver, config))[0]?.actions).toMatchObject([
      { action: "retry", by: "Ada", step: 1 },
      { action: "undo", by: "Ada" },
    ]);
    const { expected: last, gone } = await get(`act/deletion?id=${id}`);
    expect(gone).toEqual(
      expect.arrayContaining(["2 attempts", expect.stringMatching(/rows of checkpoints/)]),
    );
    expect((await ask("/api/act/delete", { ...body, expected: last, typed: thread })).status).toBe(200);
    expect(await readHistory(saver, config)).toEqual([]);
  });
  expect(said).toContain("It can act with your agent, as Ada.");
});
