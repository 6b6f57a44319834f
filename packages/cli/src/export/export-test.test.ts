import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";

import { type RollbackOptions, type RollbackTarget, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { loadExport } from "../data/load-export.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import { testSource } from "./test-source.ts";

const { at, file } = await scratchFolder();
const langgraph = JSON.stringify(import.meta.resolve("@langchain/langgraph"));
const tools = JSON.stringify(import.meta.resolve("@langchain/core/tools"));
const core = JSON.stringify(import.meta.resolve("@langchain/core/utils/testing"));

/** A graph that asks a model, and whose answer is wrong. Simulated. */
const agent = await file(
  "agent.mjs",
  `
    import { MessagesAnnotation, START, StateGraph } from ${langgraph};
    import { FakeListChatModel } from ${core};
    import { tool } from ${tools};
    const look = tool(() => "$14", { name: "look", schema: { type: "object", properties: {} } });
    const model = new FakeListChatModel({ responses: ["3 tickets are $42 by sk-live."] });
    export const graph = new StateGraph(MessagesAnnotation)
      .addNode("look", async () => ({ messages: [await look.invoke({})] }))
      .addNode("ask", async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
      .addEdge(START, "look")
      .addEdge("look", "ask")
      .compile();
    export const verify = ({ output }) => output.messages.at(-1).text.includes("$45")
      || { ok: false, reason: "It should be $45." };
    export const redact = (text) => text.replaceAll(/sk-\\w+/g, "[key]");
    export const passing = () => true;
    export const unsure = () => { throw new Error("no answer is stored"); };
    export const nothing = 3;
  `,
);

interface AnyGraph extends RollbackTarget {
  invoke(input: unknown, config?: object): Promise<unknown>;
}
const isGraph = (value: unknown): value is AnyGraph => typeof value === "object" && value !== null;
const isRedact = (value: unknown): value is (text: string) => string => typeof value === "function";
const exported = async (name: string) => (await loadExport("--graph", agent, name)).value;

/** Runs the graph on threads of a database, recorded as told. */
async function recordRuns(runs: Readonly<Record<string, RollbackOptions["record"]>>): Promise<string> {
  const database = at(`runs-${(databases += 1)}.sqlite`);
  const graph = await exported("graph");
  const checkpointer = sqlite.open?.(database);
  if (!isGraph(graph) || checkpointer === undefined) return expect.fail();
  for (const [thread_id, record] of Object.entries(runs)) {
    const verify = () => ({ ok: false, reason: "It should be $45." });
    Reflect.set(graph, "checkpointer", checkpointer);
    const wrapped = withRollback(graph, { verify, maxRollbacks: 1, ...(record && { record }) });
    await wrapped.invoke({ messages: ["3 tickets by sk-live?"] }, { configurable: { thread_id } });
  }
  checkpointer.db.close();
  return database;
}
let databases = 0;

const RECORD = { models: true, tools: true };
const exportTest = (database: string, ...args: readonly string[]) =>
  runCommand("export", database, "--as", "test", ...args);

describe.skipIf(sqlite.open === undefined)(`export --as test${sqlite.missing}`, () => {
  it("writes a test and its recording, and says how the test fails", async () => {
    const database = await recordRuns({ t: RECORD });
    const args = ["--thread", "t", "--graph", agent];
    const { code, err, out } = await exportTest(database, ...args, "--out", at("tickets.test.ts"));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("The test fails as the run failed: It should be $45.");
    expect(await readFile(at("tickets.test.ts"), "utf8"))
      .toBe(`// Written by \`langgraph-rollback export --as test\`: a run that failed. Models, tools and humans answer from the recording beside this file.
import { readFile } from "node:fs/promises";
import { playRecording } from "langgraph-rollback/replay";
import { expect, test } from "vitest";
import { graph, verify } from "./agent.mjs";

const file = new URL("./tickets.recording.json", import.meta.url);

test("thread t, attempt 1", async () => {
  const recording: unknown = JSON.parse(await readFile(file, "utf8"));
  const { status, reason } = await playRecording(graph, recording, {
    verify,
    // For a call that the recording does not hold: "fail" ends the test, "run" asks the model.
    onMiss: "fail",
  });
  expect(status, reason).toBe("accepted");
});
`);
    const recording = await readFile(at("tickets.recording.json"), "utf8");
    expect(JSON.parse(recording)).toMatchObject({ thread: "t", attempt: 1, outcome: { ok: false } });
    expect(await exportTest(database, ...args, "--out", at("tickets.test.ts"))).toMatchObject({
      code: 2,
      err: expect.stringContaining("exists already"),
    });
    const again = [...args, "--force", "--runner", "node", "--out", at("again")];
    expect(await exportTest(database, ...again, "--json")).toMatchObject({ code: 0 });
    expect(await readFile(at("again.recording.json"), "utf8")).toBe(recording);
    expect(await readFile(at("again.test.mjs"), "utf8")).toContain(
      'assert.equal(status, "accepted", reason);',
    );
  });

  it("leaves nothing in the files that was redacted", async () => {
    const redact = await exported("redact");
    const record = { ...RECORD, redact: isRedact(redact) ? redact : expect.fail() };
    const database = await recordRuns({ "for sk-live": record });
    const named = ["--thread", "for sk-live", "--graph", agent, "--redact", `${agent}#redact`];
    expect(await exportTest(database, ...named, "--out", at("redacted.test.ts"))).toMatchObject({ code: 0 });
    for (const name of ["redacted.test.ts", "redacted.recording.json"]) {
      const text = await readFile(at(name), "utf8");
      expect(text).toContain("[key]");
      expect(text).not.toContain("sk-live");
    }
  });

  it("refuses what cannot become a test, with the remedy, and writes nothing", async () => {
    const database = await recordRuns({ recorded: RECORD, plain: undefined, toolsOnly: { tools: true } });
    const out = at("refused.test.ts");
    const given = (...args: readonly string[]) => exportTest(database, "--out", out, ...args);
    const graph = ["--graph", agent] as const;
    const cases: readonly (readonly [Promise<{ code: number; err: string }>, number, string])[] = [
      [given("--thread", "plain", ...graph), 1, "record: { models: true, tools: true }"],
      [given("--thread", "toolsOnly", ...graph), 1, 'The models of thread "toolsOnly" were not recorded'],
      [given("--thread", "recorded", ...graph, "--attempt", "2"), 1, "Take attempt 1"],
      [given("--thread", "recorded", ...graph, "--attempt", "3"), 1, "has no attempt 3"],
      [given("--thread", "nowhere", ...graph), 1, "nowhere"],
      [given("--thread", "recorded", "--graph", `${agent}#nothing`), 1, `--graph ${agent}#name`],
      [given("--thread", "recorded", ...graph, "--verify", `${agent}#nothing`), 1, `--verify ${agent}#name`],
      [given("--thread", "recorded", ...graph, "--verify", `${agent}#unsure`), 1, "no answer is stored"],
      [given("--thread", "recorded"), 2, "`--graph module#name`"],
      [given(...graph), 2, "`--thread`"],
      [given("--thread", "recorded", ...graph, "--failed"), 2, "`--failed`"],
      [exportTest(database, "--thread", "recorded", ...graph), 2, "`--out`"],
      [runCommand("export", database, "--runner", "node"), 2, "`--runner` needs `--as test`"],
      [runCommand("export", database, "--as", "video"), 2, "trajectories or test"],
    ];
    for (const [ended, code, words] of cases)
      expect(await ended).toMatchObject({ code, err: expect.stringContaining(words) });
    expect(existsSync(out)).toBe(false);
  });

  it("warns of a test that passes already", async () => {
    const database = await recordRuns({ t: RECORD });
    const args = ["--thread", "t", "--graph", agent, "--verify", `${agent}#passing`];
    const { code, err } = await exportTest(database, ...args, "--out", at("passing.test.ts"));
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("passes already") });
    expect(await readFile(at("passing.test.ts"), "utf8")).toContain(
      'import { graph, passing as verify } from "./agent.mjs";',
    );
  });
});

describe("the source of a test", () => {
  const source = (title: string, spec: string) =>
    testSource({
      file: at("tests/a.test.mjs"),
      recording: at("tests/a.recording.json"),
      runner: "node",
      title,
      onMiss: "run",
      imports: [{ part: "graph", spec }],
    });

  it("imports from its own place, whatever the name of the export", () => {
    expect(source("t", at("agent.mjs#default"))).toContain(
      'import { default as graph } from "../agent.mjs";',
    );
    expect(source("t", at("tests/src/agent.mjs#my-graph"))).toContain(
      'import { "my-graph" as graph } from "./src/agent.mjs";',
    );
  });

  it("keeps a thread's id a text", () => {
    expect(source('"); process.exit(); ("\n', at("agent.mjs"))).toContain(
      'test("\\"); process.exit(); (\\"\\n", async',
    );
  });
});
