import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { Command, type BaseCheckpointSaver } from "@langchain/langgraph";
import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

import {
  chainGraph,
  nothingWrong,
  on,
  throwsUntilTold,
  untilTold,
  type ChainStep,
} from "./fixtures/chain-graph.ts";
import { FailingSaver } from "./fixtures/failing-saver.ts";
import { readHistory } from "./history/history.ts";
import { toStep } from "./fixtures/acting-graph.ts";
import { rollbackGraph } from "./rollback-graph.ts";
import type { RollbackOptions } from "./setup/rollback-options.ts";
import { withRollback } from "./with-rollback.ts";
import { FolderWorkspace } from "./workspace/folder-workspace.ts";
import type { Workspace } from "./workspace/workspace.ts";

const base = mkdtempSync(path.join(tmpdir(), "workspace-run-"));
const folder = path.join(base, "folder");
const store = path.join(base, "store");
const at = (name: string): string => path.join(folder, name);
const listed = (inside = folder): readonly string[] => readdirSync(inside).toSorted();
afterAll(() => rmSync(base, { recursive: true, force: true }));
beforeEach(() => {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

/** A step that writes a file of its name, and then does what another does. Each file says what was there before. */
const writing =
  (name: string, then: ChainStep = () => `${name}:right`): ChainStep =>
  (state) => {
    writeFileSync(
      at(name),
      listed()
        .filter((each) => each.length === 1)
        .join(),
    );
    return then(state);
  };

/** a -> b -> c, each of which writes a file; c errs in the first attempt. */
const writers = (c: ChainStep = untilTold("c"), checkpointer: BaseCheckpointSaver = new MemorySaver()) =>
  chainGraph({ a: writing("a"), b: writing("b"), c: writing("c", c) }).builder.compile({ checkpointer });

const options = (more: Partial<RollbackOptions> = {}): RollbackOptions<never, { log: string[] }> => ({
  verify: nothingWrong,
  policy: toStep(0),
  noteChannel: "note",
  workspace: { folder, store },
  ...more,
});

/** The files of a snapshot, in a folder of their own. */
async function exported(id: string | undefined): Promise<readonly string[]> {
  const workspace = await FolderWorkspace.open({ folder, store });
  await workspace.restore(id ?? "");
  await workspace.close();
  return listed();
}

const attemptsOf = async (graph: ReturnType<typeof writers>, thread = "t") =>
  (await readHistory(graph, on(thread)))[0]?.attempts ?? [];

describe("files and state go back together", () => {
  it("to the start of the run", async () => {
    writeFileSync(at("a"), "mine");
    const graph = writers();
    await withRollback(graph, options()).invoke({}, on("t"));
    expect([listed(), readFileSync(at("b"), "utf8")]).toEqual([["a", "b", "c"], "a"]);
    const [first, second] = await attemptsOf(graph);
    expect(first?.files).toMatchObject({
      restored: { snapshot: first?.files?.start, written: 1, removed: 2 },
    });
    expect(second?.files?.start).toBe(first?.files?.start);
    expect(await exported(first?.files?.end)).toEqual(["a", "b", "c"]);
    await exported(first?.files?.start);
    expect([listed(), readFileSync(at("a"), "utf8")]).toEqual([["a"], "mine"]);
  });

  it("to the middle of the run", async () => {
    const graph = writers();
    await withRollback(graph, options({ policy: toStep(2) })).invoke({}, on("t"));
    const [first] = await attemptsOf(graph);
    expect(first?.files).toMatchObject({ restored: { written: 0, removed: 1 } });
    expect(await exported(first?.files?.restored?.snapshot)).toEqual(["a", "b"]);
  });

  it("from what a step has written that threw", async () => {
    const graph = writers(throwsUntilTold("c"));
    await withRollback(graph, options({ policy: toStep(1) })).invoke({}, on("t"));
    const [first] = await attemptsOf(graph);
    expect(first?.files).toMatchObject({ restored: { written: 0, removed: 2 } });
    expect(await exported(first?.files?.end)).toEqual(["a", "b", "c"]);
  });

  it("to where an attempt began that was itself rolled back", async () => {
    const graph = writers(({ note }) => (note.includes("Attempt 2") ? "c:right" : "c:wrong"));
    await withRollback(graph, options({ policy: toStep(1) })).invoke({}, on("t"));
    const [first, second] = await attemptsOf(graph);
    expect(second?.files?.restored).toMatchObject({ snapshot: first?.files?.restored?.snapshot, removed: 2 });
    expect(listed()).toEqual(["a", "b", "c"]);
  });

  it("to the end of the attempt that is returned", async () => {
    const graph = writers(({ note }) => {
      if (note !== "") rmSync(at("b"));
      return "c:wrong";
    });
    const verify = ({ output }: { readonly output?: unknown }) => ({
      ok: false,
      score: output === undefined ? 0 : listed().length,
    });
    await withRollback(graph, options({ verify, maxRollbacks: 1 })).invoke({}, on("t"));
    expect(listed()).toEqual(["a", "b", "c"]);
    const [first, last] = await attemptsOf(graph);
    expect(last?.files?.restored?.snapshot).toBe(first?.files?.end);
  });

  it("in the graph that `rollbackGraph` makes", async () => {
    const graph = writers();
    const around = rollbackGraph(graph, options()).compile({ checkpointer: new MemorySaver() });
    const { attempts } = await around.invoke({ input: {}, threadId: "t" }, on("around"));
    expect(attempts[0]?.files?.restored).toMatchObject({ removed: 3 });
    expect(listed()).toEqual(["a", "b", "c"]);
  });

  it("by functions of one's own", async () => {
    const calls: string[] = [];
    const workspace: Workspace = {
      snapshot: () => Promise.resolve({ id: `s${calls.push("snapshot")}` }),
      restore: (id, since) => {
        calls.push(`restore ${id} since ${since}`);
        return Promise.resolve({ written: 1, removed: 0 });
      },
    };
    await withRollback(writers(), options({ workspace })).invoke({}, on("t"));
    expect(calls.filter((call) => call !== "snapshot")).toEqual(["restore s2 since s6"]);
  });
});

describe("what somebody else does to the folder", () => {
  it("is kept beside while a human thinks about the rollback", async () => {
    const graph = writers();
    const agent = withRollback(graph, options({ approve: "always" }));
    await agent.invoke({}, on("t"));
    writeFileSync(at("a"), "a person's");
    await agent.invoke(new Command({ resume: "approve" }), on("t"));
    const [first] = await attemptsOf(graph);
    const copy = `a.conflict-${first?.files?.end?.slice(0, 8)}`;
    expect(first?.files?.restored?.conflicts).toEqual([copy]);
    expect(readFileSync(at(copy), "utf8")).toBe("a person's");
    expect(listed()).toEqual(["a", copy, "b", "c"]);
  });

  it("is refused to another run until the first has ended", async () => {
    let inner: unknown;
    const other = withRollback(writers(), options());
    const graph = writers(async () => {
      inner = await other.invoke({}, on("other")).catch((error: unknown) => error);
      return "c:right";
    });
    await withRollback(graph, options()).invoke({}, on("t"));
    expect(inner).toMatchObject({ code: "WORKSPACE_BUSY", folder });
    expect(await attemptsOf(graph)).toHaveLength(1);
    await other.invoke({}, on("other"));
  });

  it("is allowed to runs that have folders of their own", async () => {
    const own = { folder: (thread: string) => path.join(base, thread), store };
    const agent = withRollback(writers(), options({ workspace: own }));
    await Promise.all([agent.invoke({}, on("t1")), agent.invoke({}, on("t2"))]);
    expect([existsSync(path.join(base, "t1")), existsSync(path.join(base, "t2"))]).toEqual([true, true]);
  });
});

describe("what fails beside a run", () => {
  it("leaves its result as it is, and its record says that files were not restored", async () => {
    const graph = writers();
    const broken: Workspace = {
      snapshot: () => Promise.reject(new Error("the sandbox is gone")),
      restore: () => Promise.reject(new Error("never asked")),
    };
    const { log } = await withRollback(graph, options({ workspace: broken })).invoke({}, on("t"));
    expect(log).toEqual(["a:right", "b:right", "c:right"]);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.attempts[0]?.files).toMatchObject({ problem: { code: "FILES_NOT_RESTORED" } });
    expect(run?.problems.map(({ problem }) => problem.code)).toEqual([
      "FILES_NOT_STORED",
      "FILES_NOT_RESTORED",
      "FILES_NOT_STORED",
    ]);
  });

  it("a rollback that cannot be made leaves the files as the attempt had left them", async () => {
    let failing = true;
    const saver = new FailingSaver(
      ({ namespace, source }) => failing && namespace === "" && source === "update",
    );
    const graph = writers(undefined, saver);
    const { log } = await withRollback(graph, options()).invoke({}, on("t"));
    failing = false;
    expect(log?.at(-1)).toBe("c:wrong");
    expect(listed()).toEqual(["a", "b", "c"]);
    const [only] = await attemptsOf(graph);
    expect(only).toMatchObject({ decision: "give-up", problem: { message: "the disk is full" } });
    expect(Object.keys(only?.files ?? {})).toEqual(["place", "start", "end"]);
  });

  it("is told if only some files are missing", async () => {
    const partial: Workspace = {
      snapshot: () => Promise.resolve({ id: "1", problems: [{ path: "x", reason: "It is a socket." }] }),
      restore: () =>
        Promise.resolve({ written: 0, removed: 0, problems: [{ path: "y", reason: "It is busy." }] }),
    };
    const graph = writers();
    await withRollback(graph, options({ workspace: partial })).invoke({}, on("t"));
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems.map(({ problem }) => problem.message)).toEqual([
      '1 path is missing in the snapshot of the workspace: "x": It is a socket.',
      'The workspace\'s files were not put back: 1 left: "y": It is busy.',
      '1 path is missing in the snapshot of the workspace: "x": It is a socket.',
    ]);
  });

  /** The files of an attempt after a restore of one's own that answers so. */
  const filesAfter = async (answer: string, more: object = {}) => {
    const graph = writers();
    const restore = async () => Object.assign(JSON.parse(answer), more);
    const workspace: Workspace = { snapshot: () => Promise.resolve({ id: "1" }), restore };
    await withRollback(graph, options({ workspace })).invoke({}, on("t"));
    return (await attemptsOf(graph))[0]?.files;
  };

  it.each(["[]", '{ "written": "many", "removed": 0 }', '{ "written": 1, "removed": 0.5 }'])(
    "is told if a restore of one's own does not say what it did, but %s",
    async (answer) => {
      const { restored, problem } = (await filesAfter(answer)) ?? {};
      expect([restored, problem?.code]).toEqual([undefined, "FILES_NOT_RESTORED"]);
    },
  );

  it("is nothing if a restore of one's own gives fields that are empty", async () => {
    const files = await filesAfter('{ "written": 1, "removed": 0 }', {
      conflicts: undefined,
      more: "unknown",
    });
    expect([files?.restored, files?.problem]).toEqual([{ snapshot: "1", written: 1, removed: 0 }, undefined]);
  });

  it("is told if the snapshots cannot be kept anywhere", async () => {
    const graph = writers();
    writeFileSync(path.join(base, "file"), "");
    const workspace = { folder, store: path.join(base, "file/store") };
    const { log } = await withRollback(graph, options({ workspace })).invoke({}, on("t"));
    expect(log).toHaveLength(3);
    const [run] = await readHistory(graph, on("t"));
    expect(run?.problems[0]?.problem.code).toBe("FILES_NOT_STORED");
  });

  it("is refused before anything runs, if the snapshots would lie in the folder", async () => {
    const agent = withRollback(writers(), options({ workspace: { folder, store: at("store") } }));
    await expect(agent.invoke({}, on("t"))).rejects.toThrow(RangeError);
    expect(listed()).toEqual([]);
  });
});

it("only observed, files are neither stored nor put back", async () => {
  const graph = writers();
  await withRollback(graph, options({ mode: "observe" })).invoke({}, on("t"));
  expect([listed(), existsSync(store)]).toEqual([["a", "b", "c"], false]);
});

it.each<readonly [string, unknown]>([
  ["`workspace`", "./work"],
  ["`workspace.folder`", { folder: "" }],
  ["`workspace.ignore`", { folder: "./work", ignore: "node_modules" }],
  ["`workspace.restore`", { snapshot: () => {} }],
  ["workspace.folders", { folder: "./work", folders: [] }],
])("refuses what is no value of %s", (name, workspace) => {
  const given: RollbackOptions = JSON.parse("{}");
  Object.assign(given, { verify: () => true, workspace });
  expect(() => withRollback(writers(), given)).toThrow(name);
});
