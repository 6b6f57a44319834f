import { coldState, type LearningState } from "@langgraph-rollback/attribution";
import { Annotation, StateGraph } from "@langchain/langgraph";
import { learn, withRollback } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import type { Diagnosis } from "./diagnosis.ts";

const { at, file } = await scratchFolder();
let databases = 0;

const State = Annotation.Root({
  note: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
  said: Annotation<string>({ reducer: (_, latest) => latest, default: () => "" }),
});

/** A database with failed runs of an agent of one step, which can only be restarted. */
async function recorded(count: number, options: { readonly learns?: false; readonly round?: true } = {}) {
  const db = at(`${(databases += 1)}.sqlite`);
  const checkpointer = sqlite.open?.(db);
  if (checkpointer === undefined) throw new Error("Expected SQLite.");
  const graph = new StateGraph(State)
    .addNode("only", ({ note }) => ({ said: note === "" ? "wrong" : "right" }))
    .addEdge("__start__", "only")
    .compile({ checkpointer });
  const agent = withRollback(graph, {
    verify: ({ output }) => output?.said === "right",
    noteChannel: "note",
    learn: options.learns ?? { agent: "one\u001B[2J", background: false },
  });
  for (let nth = 0; nth < count; nth += 1) await agent.invoke({}, { configurable: { thread_id: `${nth}` } });
  if (options.round === true) await learn(agent);
  checkpointer.db.close();
  return db;
}

async function examine(db: string, ...args: readonly string[]) {
  const { out } = await runHere(["doctor", "--json", "--db", db, ...args]);
  const { diagnoses }: { diagnoses: readonly Diagnosis[] } = JSON.parse(out);
  const learning = diagnoses.filter(({ check }) => check === "learning");
  return {
    learning,
    codes: learning.flatMap((each) => (each.level === "ok" ? [] : [each.code])),
    text: learning.map(({ message }) => message).join("\n"),
  };
}

/** A file of what was learnt, by its changes. */
const storeOf = (...changes: readonly Pick<LearningState, "change" | "reason">[]) =>
  file(
    `${(databases += 1)}.jsonl`,
    changes.map((change) => `${JSON.stringify({ ...coldState("one\u001B[2J"), ...change })}\n`).join(""),
  );

const drift = { change: "drift", reason: "The agent is taken to have changed." } as const;
const refused = { change: "refused", reason: "20 failed runs say nothing." } as const;
const version = { change: "version", reason: "A scorer was fitted." } as const;

describe.skipIf(sqlite.open === undefined)(`doctor, of agents that learn${sqlite.missing}`, () => {
  it("says nothing where no agent learns", async () => {
    expect((await examine(await recorded(1, { learns: false }))).learning).toEqual([]);
  });

  it("says what is in force and promised, and names no agent as it is not to be shown", async () => {
    const { codes, text } = await examine(await recorded(1, { round: true }));
    expect(codes).toEqual([]);
    expect(text).toMatch(/^The agent "one.*" learns from its own runs\. In force: nothing is known/);
    expect(text).toContain("Nothing is promised yet of failed runs");
    expect(text).not.toContain("\u001B");
  });

  it("warns of failed runs that are not among the evidence", async () => {
    const { codes, text } = await examine(await recorded(2));
    expect(codes).toEqual(["LEARNING_MISSED_RUNS"]);
    expect(text).toContain("2 failed runs of agent");
  });

  it("warns of a drift, until there is a version", async () => {
    const db = await recorded(1, { learns: false });
    const told = await examine(db, "--store", await storeOf(version, drift));
    expect(told.codes).toEqual(["LEARNING_DRIFTED"]);
    expect(told.text).toContain("The agent is taken to have changed.");
    expect((await examine(db, "--store", await storeOf(drift, version))).codes).toEqual([]);
  });

  it("warns where only restarts are tried, so that a version was refused", async () => {
    const db = await recorded(1, { learns: false });
    expect((await examine(db, "--store", await storeOf(refused))).codes).toEqual(["LEARNING_NO_EVIDENCE"]);
    expect((await examine(db, "--store", await storeOf(drift, refused))).codes).toEqual([
      "LEARNING_DRIFTED",
      "LEARNING_NO_EVIDENCE",
    ]);
    expect((await examine(db, "--store", await storeOf(refused, version))).codes).toEqual([]);
  });

  it("takes a store only with a database", async () => {
    expect(await runHere(["doctor", "--store", "x.jsonl"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--db"),
    });
  });
});
