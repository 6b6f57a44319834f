import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { InMemoryStore } from "@langchain/langgraph";
import { CompositeBackend, createDeepAgent, FilesystemBackend, StateBackend, StoreBackend } from "deepagents";
import { createMiddleware, todoListMiddleware, tool, type AgentMiddleware } from "langchain";
import { readHistory, withRollback, type EffectOptions, type RollbackOptions } from "langgraph-rollback";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";

import { ask, backToCall, kept, scripted, thread, write } from "./scripted.ts";

const base = mkdtempSync(join(tmpdir(), "deep-agents-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** LangChain's own has types that a project with `exactOptionalPropertyTypes` cannot pass on. */
function todos(): AgentMiddleware {
  const middleware: AgentMiddleware = createMiddleware({ name: "todos" });
  return Object.assign(middleware, todoListMiddleware());
}

/** Two files, of which the second is wrong; the retry from there writes another one. */
const erring = () => scripted(write("/plan.md"), write("/wrong.md"), "wrong", write("/right.md"), "right");

describe("files of a deep agent", () => {
  it.each([
    { where: "its default backend", backend: {} },
    { where: "a StateBackend", backend: { backend: new StateBackend() } },
  ])("go back with the state, in $where; those of kept steps stay", async ({ backend }) => {
    const agent = createDeepAgent({ model: erring(), ...backend, ...kept() });
    const { files } = await withRollback(agent, await backToCall(1)).invoke(ask, thread);
    expect(Object.keys(files ?? {})).toEqual(["/plan.md", "/right.md"]);
  });

  it("go back with a folder that is the run's workspace; those of kept steps stay", async () => {
    const folder = join(base, "disk");
    const agent = createDeepAgent({
      model: erring(),
      backend: new FilesystemBackend({ rootDir: folder, virtualMode: true }),
      ...kept(),
    });
    const workspace = { folder, store: join(base, "store") };
    const guarded = withRollback(agent, { ...(await backToCall(1)), workspace });
    await guarded.invoke(ask, thread);
    expect(readdirSync(folder).toSorted()).toEqual(["plan.md", "right.md"]);
    const [run] = await readHistory(guarded, thread);
    expect(run?.attempts[0]?.files?.restored).toMatchObject({ written: 0, removed: 1 });
  });

  it("stay on a disk that is no workspace", async () => {
    const folder = join(base, "no-workspace");
    const agent = createDeepAgent({
      model: erring(),
      backend: new FilesystemBackend({ rootDir: folder, virtualMode: true }),
      ...kept(),
    });
    await withRollback(agent, await backToCall(1)).invoke(ask, thread);
    expect(readdirSync(folder).toSorted()).toEqual(["plan.md", "right.md", "wrong.md"]);
  });
});

it("todos go back with the state", async () => {
  const todo = (content: string) => [["write_todos", { todos: [{ content, status: "pending" }] }]] as const;
  const agent = createDeepAgent({
    model: scripted(todo("kept"), todo("wrong"), "wrong", "right"),
    middleware: [todos()],
    ...kept(),
  });
  const output = await withRollback(agent, await backToCall(1)).invoke(ask, thread);
  expect(output).toMatchObject({ todos: [{ content: "kept", status: "pending" }] });
});

describe("what the next attempt is told of the tools that write files", () => {
  const toldWith = async (effects: EffectOptions, workspace?: RollbackOptions["workspace"]) => {
    const backend = new FilesystemBackend({ rootDir: join(base, "told"), virtualMode: true });
    const agent = createDeepAgent({
      model: erring(),
      ...(workspace === undefined ? {} : { backend }),
      ...kept(),
    });
    const options = { ...(await backToCall(1)), effects, ...(workspace === undefined ? {} : { workspace }) };
    const { messages } = await withRollback(agent, options).invoke(ask, thread);
    return messages.find(({ name }) => name === "rollback")?.text;
  };
  const call = '"write_file" with "{\\"content\\":\\"text\\",\\"file_path\\":\\"/wrong.md\\"}"';

  it("is not to call them again, if nobody has declared them", async () => {
    const note = await toldWith({});
    expect(note).toContain(`are not undone; do not make the same calls again: ${call}`);
  });

  it("is nothing, if they are declared to leave no trace outside of the state", async () => {
    expect(await toldWith({ tools: { write_file: "read-only" } })).not.toContain(
      "do not make the same calls",
    );
  });

  it("is that they were undone, if the workspace does it", async () => {
    const workspace = { folder: join(base, "told"), store: join(base, "store") };
    const note = await toldWith({ tools: { write_file: { undo: () => {} } } }, workspace);
    expect(note).toContain(`These calls were undone; call them again if they are still needed: ${call}`);
  });
});

describe("a long-term memory in a store", () => {
  it("is no state: a rollback leaves what was written, and its record tells of it", async () => {
    const store = new InMemoryStore();
    const agent = createDeepAgent({
      model: scripted(write("/memories/wrong.md"), "wrong", write("/memories/right.md"), "right"),
      backend: new CompositeBackend(new StateBackend(), {
        "/memories/": new StoreBackend({ store, namespace: ["memories"] }),
      }),
      ...kept(),
    });
    const guarded = withRollback(agent, { ...(await backToCall(0)), effects: {} });
    await guarded.invoke(ask, thread);
    const found = await store.search(["memories"]);
    expect(found.map(({ key }) => key)).toEqual(["/wrong.md", "/right.md"]);
    const [run] = await readHistory(guarded, thread);
    expect(run?.attempts[0]?.effects).toMatchObject([{ name: "write_file", standing: "stands" }]);
  });

  it("gets nothing from a failed attempt through a tool that waits for the verdict", async () => {
    const store = new InMemoryStore();
    const remember = tool(({ fact }) => store.put(["memories"], fact, { fact }), {
      name: "remember",
      description: "remembers a fact",
      schema: z.object({ fact: z.string() }),
    });
    const agent = createDeepAgent({
      model: scripted([["remember", { fact: "wrong" }]], "wrong", [["remember", { fact: "right" }]], "right"),
      tools: [remember],
      ...kept(),
    });
    const effects = { tools: { remember: "hold" } } as const;
    await withRollback(agent, { ...(await backToCall(0)), effects }).invoke(ask, thread);
    expect((await store.search(["memories"])).map(({ key }) => key)).toEqual(["right"]);
  });
});
