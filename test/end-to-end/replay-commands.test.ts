import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

import type { RunnableConfig } from "@langchain/core/runnables";
import { fileLabelStore } from "@langgraph-rollback/inspector";
import { type RollbackTarget, withRollback } from "langgraph-rollback";
import { afterAll, expect, it } from "vitest";

import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "replay-commands-"));
const postgres = await openServerOrPGlite("The commands that replay are tested");

/** A chain of nodes that append to a log. One errs until a note tells of it. */
const AGENT = `
import { Annotation, START, StateGraph } from ${JSON.stringify(import.meta.resolve("@langchain/langgraph"))};
const State = Annotation.Root({
  wrongAt: Annotation(), note: Annotation(),
  log: Annotation({ reducer: (kept, added) => kept.concat(added), default: () => [] }),
});
const work = (name) => ({ wrongAt, note }) => ({ log: [wrongAt === name && !note ? "wrong" : "right"] });
let chain = new StateGraph(State);
let last = START;
for (const name of ["plan", "search", "solve", "check", "answer"]) {
  chain = chain.addNode(name, work(name)).addEdge(last, name);
  last = name;
}
export const graph = chain.compile();
export const verify = ({ output }) => !output.log.includes("wrong");
export const replay = { noteChannel: "note" };
`;

interface Agent {
  readonly graph: RollbackTarget & {
    checkpointer?: unknown;
    invoke(input: unknown, config: RunnableConfig): Promise<unknown>;
  };
  readonly verify: () => boolean;
}

const module = join(folder, "agent.mjs");
writeFileSync(module, AGENT);
const { graph, verify }: Agent = await import(pathToFileURL(module).href);
graph.checkpointer = postgres.open();
const guarded = withRollback(graph, { verify, mode: "observe", noteChannel: "note" });
for (const [thread_id, wrongAt] of [
  ["early", "search"],
  ["late", "check"],
])
  await guarded.invoke({ wrongAt }, { configurable: { thread_id } });

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await postgres.close();
});

/** Output of a command, in a process of its own. */
async function printed(...args: readonly string[]): Promise<string> {
  const sources = [
    "--conditions",
    "@langgraph-rollback/source",
    "--import",
    pathToFileURL(join(root, "test/fixtures/typescript-hooks.mjs")).href,
    join(root, "packages/cli/src/main.ts"),
  ];
  const given = [...args, "--schema", postgres.schema, "--graph", module];
  const { stdout } = await promisify(execFile)(process.execPath, [...sources, ...given], { cwd: folder });
  return stdout;
}

it("replay reads runs from Postgres", async () => {
  const where = ["--thread", "early", "late", "--from", "3", "--repeat", "1", "--json"];
  expect(JSON.parse(await printed("replay", postgres.address, ...where))).toMatchObject({
    runs: [{ baseline: { status: "faithful" } }, { baseline: { status: "faithful" } }],
    variants: [{ accepted: 1, rejected: 1 }],
  });
});

it("label reads runs from Postgres, several at once", async () => {
  const labels = join(folder, "pg.labels.jsonl");
  const files = ["--db", postgres.address, "--labels", labels];
  expect(await printed("label", "--replay", ...files, "--jobs", "2")).toContain("2 found");
  const verdicts = (await fileLabelStore(labels).list()).map(({ thread, verdict }) => ({ thread, verdict }));
  expect(verdicts).toHaveLength(2);
  expect(verdicts).toContainEqual({ thread: "early", verdict: { kind: "decisive", step: 1 } });
  expect(verdicts).toContainEqual({ thread: "late", verdict: { kind: "decisive", step: 3 } });
});
