import { InMemoryStore } from "@langchain/langgraph";
import {
  BaseSandbox,
  CompositeBackend,
  createDeepAgent,
  isSandboxBackend,
  LocalShellBackend,
  StateBackend,
  StoreBackend,
} from "deepagents";
import { tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";

import { ask, kept, scripted, task, thread, write } from "../deep-agents/scripted.ts";
import { stored } from "./graphs.ts";

const helping = (model: ReturnType<typeof scripted>) => ({
  name: "helper",
  description: "helps",
  systemPrompt: "You help.",
  model,
});

describe("a deep agent (else docs/workspace.md says what is not so)", () => {
  it("has these tools of its own", () => {
    const { graph } = createDeepAgent({ model: scripted(), ...kept() });
    const tools: unknown = Reflect.get(Object(graph.nodes["tools"]?.bound), "tools");
    const names = Array.isArray(tools) ? tools.map((each: unknown) => Reflect.get(Object(each), "name")) : [];
    expect(names.map(String).toSorted()).toEqual([
      "delete",
      "edit_file",
      "execute",
      "glob",
      "grep",
      "ls",
      "read_file",
      "task",
      "write_file",
    ]);
  });

  it("writes a file of a StateBackend to the channel `files`, in the task of the tool", async () => {
    const agent = createDeepAgent({ model: scripted(write("/a.md"), "done"), ...kept() });
    await agent.invoke(ask, thread);
    const writes = (await stored(agent.graph)).flatMap(({ pendingWrites = [] }) => pendingWrites);
    const files = writes.filter(([, channel]) => channel === "files").map(([id]) => id);
    const [answer] = writes.filter(([, channel, value]) => channel === "messages" && isAnswer(value));
    expect(files).toContain(answer?.[0]);
  });

  it("writes a file of a StoreBackend to the store, and not to the state", async () => {
    const store = new InMemoryStore();
    const memories = new StoreBackend({ store, namespace: ["memories"] });
    const agent = createDeepAgent({
      model: scripted(write("/memories/a.md"), "done"),
      backend: new CompositeBackend(new StateBackend(), { "/memories/": memories }),
      ...kept(),
    });
    const { files = {} } = await agent.invoke(ask, thread);
    expect(files).toEqual({});
    expect((await store.search(["memories"])).map(({ key }) => key)).toEqual(["/a.md"]);
  });

  it("gives a subagent its files, and takes the subagent's when its task returns", async () => {
    const model = scripted([["read_file", { file_path: "/lead.md" }]], write("/helper.md"), "done");
    const agent = createDeepAgent({
      model: scripted(write("/lead.md", "for the helper"), task(), "done"),
      subagents: [helping(model)],
      ...kept(),
    });
    const { files = {} } = await agent.invoke(ask, thread);
    expect(Object.keys(files)).toEqual(["/lead.md", "/helper.md"]);
    const read = model.calls[1]?.messages.at(-1)?.text;
    expect(read).toContain("for the helper");
  });

  it("fails where a subagent throws", async () => {
    const agent = createDeepAgent({
      model: scripted(task(), "done"),
      subagents: [helping(scripted(new Error("the model is gone")))],
      ...kept(),
    });
    await expect(agent.invoke(ask, thread)).rejects.toThrow("the model is gone");
  });

  it("gives a subagent that has no tools its own", async () => {
    const called: string[] = [];
    const named = (name: string) =>
      tool(() => void called.push(name), { name, description: name, schema: z.object({}) });
    const agent = createDeepAgent({
      model: scripted(task(), "done"),
      tools: [named("look")],
      subagents: [helping(scripted([["look", {}]], "done"))],
      ...kept(),
    });
    await agent.invoke(ask, thread);
    expect(called).toEqual(["look"]);
  });
});

it("a sandbox of deepagents runs commands (else the example of docs/workspace.md does not work with others)", () => {
  expect(isSandboxBackend(new LocalShellBackend({ rootDir: "." }))).toBe(true);
  expect(Object.getOwnPropertyNames(BaseSandbox.prototype)).not.toContain("execute");
});

const isAnswer = (value: unknown): boolean =>
  Array.isArray(value) && value.some((each: unknown) => Reflect.get(Object(each), "type") === "tool");
