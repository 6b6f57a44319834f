import { copyFileSync, rmSync } from "node:fs";

import { readHistory } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at, file } = await scratchFolder();
const db = at("runs.sqlite");
const from = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** An agent whose letters are held, and whose verifier is down. What leaves is written to a file. */
await file(
  "agent.mjs",
  `
import { appendFileSync, existsSync } from "node:fs";
import { Annotation, StateGraph } from ${from("@langchain/langgraph")};
import { SqliteSaver } from ${from("@langchain/langgraph-checkpoint-sqlite")};
import { effect, withRollback } from ${from("langgraph-rollback")};
const State = Annotation.Root({ said: Annotation() });
const post = async (_, config) => ({ said: await effect(config, { name: "letter", args: "to Ann", act: () => "sent" }) });
const builder = new StateGraph(State).addNode("post", post).addEdge("__start__", "post");
export const agent = withRollback(builder.compile({ checkpointer: SqliteSaver.fromConnString(${JSON.stringify(db)}) }), {
  verify: () => { throw new Error("The judge is down."); },
  effects: { tools: { letter: { hold: { release: ({ args }) => {
    if (existsSync(${JSON.stringify(at("down"))})) throw new Error("The post is down.");
    appendFileSync(${JSON.stringify(at("sent"))}, args);
  } } } } },
});
`,
);

describe.skipIf(sqlite.open === undefined)(`effects${sqlite.missing}`, () => {
  it("lists what is held, and releases it by the agent's own module", async () => {
    const agent = `${at("agent.mjs")}#agent`;
    const { agent: guarded } = await import(at("agent.mjs"));
    await guarded.invoke({}, { configurable: { thread_id: "t" } });
    const listed = await runHere(["effects", db, "--thread", "t"]);
    expect(listed).toEqual({ code: 0, err: "", out: 'attempt 1, held: letter "to Ann"' });
    const released = await runHere(["effects", db, "--thread", "t", "--graph", agent, "--release"]);
    expect(released.out).toBe('attempt 1, released: letter "to Ann"');
    const { out } = await runHere(["effects", db, "--thread", "t", "--json"]);
    expect(JSON.parse(out)).toMatchObject([
      { attempt: 1, effects: [{ class: "held", standing: "released" }] },
    ]);
  });

  it("lists what earlier runs hold, tells what it has settled, and fails where an act cannot be carried out", async () => {
    const agent = `${at("agent.mjs")}#agent`;
    const { agent: guarded } = await import(at("agent.mjs"));
    const thread = { configurable: { thread_id: "turns" } };
    await guarded.invoke({}, thread);
    await guarded.invoke({}, thread);
    const listed = await runHere(["effects", db, "--thread", "turns"]);
    expect(listed.out.split("\n")).toEqual([
      'attempt 1, held: letter "to Ann"',
      'an earlier run, attempt 1, held: letter "to Ann"',
    ]);
    await file("down", "");
    const failed = await runHere(["effects", db, "--thread", "turns", "--graph", agent, "--release"]);
    expect(failed).toMatchObject({
      code: 1,
      err: expect.stringContaining("Not all acts could be carried out."),
    });
    expect(failed.out).toMatch(
      /^attempt 1, not-released: letter "to Ann" \(The post is down\.; key effect-[^)]+\)$/,
    );
    rmSync(at("down"));
    const released = await runHere(["effects", db, "--thread", "turns", "--graph", agent, "--release"]);
    expect(released).toMatchObject({ code: 0 });
    expect(released.out.split("\n")).toEqual([
      'attempt 1, released: letter "to Ann"',
      'attempt 1, released: letter "to Ann"',
    ]);
    const again = await runHere(["effects", db, "--thread", "turns", "--graph", agent, "--release"]);
    expect(again).toEqual({ code: 0, err: "", out: "Nothing is held." });
  });

  it("lists what can be done about each effect, and does it to one", async () => {
    const agent = `${at("agent.mjs")}#agent`;
    const { agent: guarded } = await import(at("agent.mjs"));
    await guarded.invoke({}, { configurable: { thread_id: "one" } });
    const args = ["effects", db, "--thread", "one", "--graph", agent];
    const { out } = await runHere(args);
    const [line, can, id = ""] = out.split("\n").map((each) => each.trim());
    expect([line, can]).toEqual(['held: letter "to Ann"', "can: release, discard"]);
    expect(await runHere([...args, "--effect", id])).toMatchObject({ code: 2 });
    expect(await runHere([...args, "--undo"])).toMatchObject({ code: 2 });
    const undone = await runHere([...args, "--effect", id, "--undo"]);
    expect(undone).toMatchObject({ code: 1, err: expect.stringContaining("[ACTION_REFUSED]") });
    const discarded = await runHere([...args, "--effect", id, "--discard", "--by", "ada"]);
    expect(discarded).toEqual({ code: 0, err: "", out: 'attempt 1, discarded: letter "to Ann"' });
    const [run] = await readHistory(guarded, { configurable: { thread_id: "one" } });
    expect(run?.actions).toMatchObject([{ action: "discard", by: "ada", effect: id }]);
    expect((await runHere(args)).out).toBe("No effect of the last run stands.");
  });

  it("decides nothing where the agent keeps its checkpoints elsewhere", async () => {
    const { agent: guarded } = await import(at("agent.mjs"));
    await guarded.invoke({}, { configurable: { thread_id: "copied" } });
    for (const end of ["", "-wal"]) copyFileSync(`${db}${end}`, `${at("copy.sqlite")}${end}`);
    await guarded.invoke({}, { configurable: { thread_id: "copied" } });
    const agent = `${at("agent.mjs")}#agent`;
    const args = ["--thread", "copied", "--graph", agent, "--release"];
    expect(await runHere(["effects", at("copy.sqlite"), ...args])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was decided."),
    });
    const { out } = await runHere(["effects", db, "--thread", "copied"]);
    expect(out).toContain("attempt 1, held");
  });

  it("says what is missing", async () => {
    expect(await runHere(["effects", db, "--thread", "nobody"])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Thread "nobody" has no run with rollback.'),
    });
    expect(await runHere(["effects", db, "--thread", "t", "--release"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Pass `--graph MODULE#EXPORT`"),
    });
    expect(await runHere(["effects", db, "--thread", "t", "--release", "--discard"])).toMatchObject({
      code: 2,
    });
  });
});
