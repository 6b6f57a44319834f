import { BaseSandbox, createDeepAgent } from "deepagents";
import { readHistory, withRollback } from "langgraph-rollback";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import {
  readFrom,
  startSandboxes,
  workspaceOf,
  writeTo,
  type RemoteSandbox,
} from "../sandboxes/remote-sandbox.ts";
import { ask, backToCall, kept, scripted, task, thread, write } from "./scripted.ts";

/** deepagents' way to a sandbox: commands, and whole files up and down. */
class SandboxBackend extends BaseSandbox {
  readonly id = "remote";
  readonly #sandbox: RemoteSandbox;

  constructor(sandbox: RemoteSandbox) {
    super();
    this.#sandbox = sandbox;
  }

  execute(command: string): Promise<{ output: string; exitCode: number; truncated: boolean }> {
    return this.#sandbox.call("execute", command);
  }

  async uploadFiles(files: [string, Uint8Array][]): Promise<{ path: string; error: null }[]> {
    for (const [path, content] of files) await writeTo(this.#sandbox, this.#inside(path), content);
    return files.map(([path]) => ({ path, error: null }));
  }

  async downloadFiles(paths: string[]): Promise<{ path: string; content: Uint8Array; error: null }[]> {
    const found = [];
    for (const path of paths)
      found.push({ path, content: await readFrom(this.#sandbox, this.#inside(path)), error: null });
    return found;
  }

  #inside(path: string): string {
    return path.slice(this.#sandbox.folder.length + 1);
  }
}

describe("a deep agent in a sandbox elsewhere", () => {
  let sandboxes: Awaited<ReturnType<typeof startSandboxes>>;
  beforeAll(async () => {
    sandboxes = await startSandboxes();
  });
  afterAll(() => sandboxes.stop());

  it("goes back with its files, those of its commands and of its subagent's, too", async () => {
    const sandbox = sandboxes.make();
    const at = (name: string): string => `${sandbox.folder}/${name}`;
    const execute = (command: string) => [["execute", { command }]] as const;
    const agent = createDeepAgent({
      model: scripted(
        write(at("plan.md"), "the plan"),
        execute("echo wrong > built.txt; rm plan.md"),
        task(),
        "wrong",
        execute("cat plan.md > built.txt"),
        "right",
      ),
      subagents: [
        {
          name: "helper",
          description: "helps",
          systemPrompt: "You help.",
          model: scripted(write(at("helped.md")), "done"),
        },
      ],
      backend: new SandboxBackend(sandbox),
      ...kept(),
    });
    const guarded = withRollback(agent, { ...(await backToCall(1)), workspace: workspaceOf(sandbox) });
    await guarded.invoke(ask, thread);
    expect((await sandbox.call<string[]>("list")).toSorted()).toEqual(["built.txt", "plan.md"]);
    expect((await readFrom(sandbox, "built.txt")).toString()).toBe("the plan");
    const [run] = await readHistory(guarded, thread);
    expect(run?.problems).toEqual([]);
    expect(run?.attempts[0]?.files?.restored).toMatchObject({ written: 1, removed: 2 });
  });
});
