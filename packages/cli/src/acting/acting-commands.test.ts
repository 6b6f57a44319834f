import { userInfo } from "node:os";

import { describe, expect, it } from "vitest";
import { readHistory } from "langgraph-rollback";

import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();
const from = (name: string): string => JSON.stringify(import.meta.resolve(name));

/** Agents that book and mail; the mail of `mailing` is never undone, and `asking` asks before a rollback. */
await file(
  "agent.mjs",
  `
import { Annotation, MemorySaver, StateGraph } from ${from("@langchain/langgraph")};
import { effect, withRollback } from ${from("langgraph-rollback")};
const State = Annotation.Root({ said: Annotation({ reducer: (a, b) => [...a, ...b], default: () => [] }), note: Annotation() });
export const world = [];
const act = (name) => async (state, config) => ({
  said: [await effect(config, { name, args: name + (state.note ?? ""), act: () => { world.push(name); return name; } })],
});
const builder = new StateGraph(State).addNode("book", act("book")).addNode("mail", act("mail"))
  .addEdge("__start__", "book").addEdge("book", "mail");
const undo = () => { world.push("undo"); };
const guard = (tools, more = {}) => withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
  verify: ({ attempt }) => attempt > (more.fails ?? 0), noteChannel: "note", effects: { tools, onIrreversible: "allow" },
  policy: { name: "all", decide: () => ({ kind: "roll-back", start: 0, reason: "all" }) }, ...more.options,
});
export const agent = guard({ book: { undo }, mail: { undo } });
export const mailing = guard({ book: { undo }, mail: "irreversible" });
export const failing = guard({ book: { undo }, mail: { undo } }, { fails: 9, options: { maxRollbacks: 0 } });
export const replay = { nodes: { book: "run", mail: "run" }, tools: { refused: "refuse" } };
export const asking = guard({ book: { undo }, mail: { undo } }, { fails: 1, options: { approve: "always" } });
`,
);

const agents = await import(at("agent.mjs"));
const spec = (name: string): string => `${at("agent.mjs")}#${name}`;
const on = (thread: string) => ({ configurable: { thread_id: thread } });
const isNarrow = (text: string): boolean => text.split("\n").every((line) => Array.from(line).length <= 80);

describe("rewind", () => {
  it("prints what it would undo, and changes nothing with --dry-run", async () => {
    await agents.agent.invoke({}, on("dry"));
    const before = await readHistory(agents.agent, on("dry"));
    const args = ["rewind", "dry", "--to", "2", "--graph", spec("agent"), "--dry-run"];
    const { code, out } = await runHere(args);
    const [plan, note] = out.split("\nNote:\n");
    expect(plan).toBe(
      [
        "Thread dry, attempt 1: back to before step 2 of 2.",
        "Steps that run again:",
        "  2 mail",
        "Undone, in this order:",
        '  mail "mail" of step 2',
      ].join("\n"),
    );
    expect(note).toMatch(/^\[rollback\]/);
    expect(code).toBe(0);
    expect(await readHistory(agents.agent, on("dry"))).toEqual(before);
    const { out: json } = await runHere([...args, "--json"]);
    expect(JSON.parse(json)).toMatchObject({ thread: "dry", retry: { step: 1, undo: [{ name: "mail" }] } });
  });

  it("runs the agent again, with the note of a file, and keeps who has asked", async () => {
    await agents.agent.invoke({}, on("again"));
    agents.world.length = 0;
    const note = "take <b>the train</b>\u001b[31m\n";
    const args = [
      "rewind",
      "again",
      "--to",
      "2",
      "--graph",
      spec("agent"),
      "--note",
      "-",
      "--by",
      "ada",
      "--why",
      "late",
    ];
    const { code, err, out } = await runHere(args, {}, undefined, note);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Now recovered: Attempt 2 passed the verifier.");
    expect(out).not.toContain("\u001b");
    expect(agents.world).toEqual(["undo", "mail"]);
    const [run] = await readHistory(agents.agent, on("again"));
    expect(run?.actions).toMatchObject([{ action: "retry", by: "ada", why: "late" }]);
    expect(run?.attempts[0]?.note).toBe(note.trimEnd());
  });

  it("acts in the name of who is logged in, and prints JSON", async () => {
    await agents.agent.invoke({}, on("json"));
    const { out } = await runHere(["rewind", "json", "--to", "1", "--graph", spec("agent"), "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      thread: "json",
      status: "recovered",
      attempts: 2,
      retry: { step: 0 },
    });
    const [run] = await readHistory(agents.agent, on("json"));
    expect(run?.actions).toMatchObject([{ by: userInfo().username }]);
  });

  it("fails where an effect that nothing undoes is in the way, unless it may stand", async () => {
    await agents.mailing.invoke({}, on("mail"));
    const args = ["rewind", "mail", "--to", "2", "--graph", spec("mailing")];
    const refused = await runHere(args);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("[ACTION_REFUSED]") });
    expect(refused.out).toContain('Nothing undoes, and stays:\n  mail "mail" of step 2 (irreversible)');
    expect(await runHere([...args, "--may-stand"])).toMatchObject({ code: 0 });
  });

  it("fails where the retry does not pass, and where there is nothing to retry", async () => {
    await agents.failing.invoke({}, on("bad"));
    const args = ["rewind", "bad", "--to", "1", "--graph", spec("failing")];
    expect(await runHere(args)).toMatchObject({ code: 1, err: expect.stringContaining("has not passed") });
    const none = await runHere(["rewind", "none", "--to", "1", "--graph", spec("failing")]);
    expect(none).toMatchObject({ code: 1, out: "", err: expect.stringContaining("no run") });
    expect(await runHere(["rewind", "bad", "--to", "0", "--graph", spec("failing")])).toMatchObject({
      code: 2,
    });
    const far = await runHere(["rewind", "bad", "--to", "3", "--graph", spec("failing")]);
    expect(far).toMatchObject({ code: 1, err: expect.stringContaining("[INVALID_OPTION]") });
  });

  it("prints lines that fit 80 columns, but for the note", async () => {
    await agents.agent.invoke({ note: "long ".repeat(60) }, on("wide".repeat(30)));
    const args = ["rewind", "wide".repeat(30), "--to", "1", "--graph", spec("agent"), "--dry-run"];
    const [plan = ""] = (await runHere(args)).out.split("\nNote:");
    expect(plan).toContain("…");
    expect(isNarrow(plan)).toBe(true);
  });
});

describe("rewind --copy", () => {
  it("tries a retry on a copy, with a note and a value, and leaves thread and world as they are", async () => {
    await agents.failing.invoke({}, on("copied"));
    agents.world.length = 0;
    const before = await readHistory(agents.failing, on("copied"));
    const values = await file("values.json", '{"said": ["typed"]}');
    const args = ["rewind", "copied", "--to", "2", "--graph", spec("failing"), "--copy"];
    const { code, err, out } = await runHere([
      ...args,
      "--update",
      values,
      "--out",
      at("copy.jsonl"),
      "--by",
      "ada",
    ]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("has not passed") });
    expect(out).toContain("Any other is not done");
    expect(out).toContain('The code of these nodes runs, by the agent\'s own rules: "book", "mail".');
    expect(out).toContain("The copy, run from step 2 on, was inconclusive");
    expect(out).toContain('mail[rollback] Attempt 1 at this…": not done; the what-if ended here');
    expect(isNarrow(out)).toBe(true);
    expect(agents.world).toEqual([]);
    expect(await readHistory(agents.failing, on("copied"))).toEqual(before);
    const shown = await runHere(["threads", at("copy.jsonl"), "--json"]);
    expect(JSON.parse(shown.out)).toMatchObject({
      threads: [{ id: "replay/copied/what-if from step 2, by ada/1" }],
    });
  });

  it("passes where the copy does, and prints JSON; an empty note is none", async () => {
    await agents.agent.invoke({}, on("same"));
    agents.world.length = 0;
    const none = await file("none.md", "");
    const args = [
      "rewind",
      "same",
      "--to",
      "2",
      "--graph",
      spec("agent"),
      "--copy",
      "--note",
      none,
      "--json",
    ];
    const { code, out } = await runHere(args);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      status: "accepted",
      step: 1,
      calls: [{ name: "mail", answer: "recorded" }],
    });
    expect(JSON.parse(out)).not.toHaveProperty("partsAt");
    expect(agents.world).toEqual([]);
  });

  it.each([[["--copy", "--may-stand"]], [["--update", "x.json"]], [["--out", "x.jsonl"]]])(
    "refuses %j, which contradict each other",
    async (flags) => {
      const args = ["rewind", "t", "--to", "1", "--graph", spec("agent"), ...flags];
      expect(await runHere(args)).toMatchObject({ code: 2 });
    },
  );
});

describe("answer", () => {
  it.each([
    { flags: ["--approve"], action: "approve", status: "recovered" },
    { flags: ["--start", "2"], action: "approve", status: "recovered" },
    { flags: ["--decline"], action: "decline", status: "gave-up" },
  ])("$flags is given, and the history tells by whom", async ({ action, flags, status }) => {
    const thread = `asked${flags.join("")}`;
    await agents.asking.invoke({}, on(thread));
    const asked = await runHere(["answer", thread, "--graph", spec("asking")]);
    expect(asked.code).toBe(0);
    expect(asked.out).toContain("Attempt 1 is to be rolled back to before step 1.");
    expect(asked.out).toContain('  undo mail "mail" of step 2');
    const answered = await runHere(["answer", thread, "--graph", spec("asking"), ...flags, "--by", "ada"]);
    expect(answered).toMatchObject({ code: 0, err: "", out: expect.stringContaining(`Now ${status}`) });
    const [run] = await readHistory(agents.asking, on(thread));
    expect(run).toMatchObject({ status, actions: [{ action, by: "ada" }] });
    const again = await runHere(["answer", thread, "--graph", spec("asking"), ...flags]);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining("No question") });
  });

  it("refuses two answers", async () => {
    const args = ["answer", "t", "--graph", spec("asking")];
    expect(await runHere([...args, "--approve", "--decline"])).toMatchObject({ code: 2 });
    expect(await runHere([...args, "--approve", "--held", "discard"])).toMatchObject({ code: 2 });
  });
});

describe("delete", () => {
  it("says what would go, and deletes a thread that is named twice", async () => {
    await agents.agent.invoke({}, on("doomed"));
    const args = ["delete", "doomed", "--graph", spec("agent")];
    const looked = await runHere(args);
    expect(looked).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Would delete thread doomed, with:\n- 1 attempt\n/),
    });
    expect(await runHere([...args, "--confirm", "dommed"])).toMatchObject({ code: 2 });
    expect(await readHistory(agents.agent, on("doomed"))).toHaveLength(1);
    const deleted = await runHere([...args, "--confirm", "doomed"]);
    expect(deleted).toMatchObject({ code: 0, out: expect.stringMatching(/^Deleted thread doomed/) });
    expect(await readHistory(agents.agent, on("doomed"))).toEqual([]);
    expect(await runHere(args)).toMatchObject({ code: 1, err: expect.stringContaining("no such thread") });
  });

  it("refuses a thread that waits for an approval", async () => {
    await agents.asking.invoke({}, on("asks"));
    const args = ["delete", "asks", "--graph", spec("asking"), "--confirm", "asks"];
    expect(await runHere(args)).toMatchObject({ code: 1, err: expect.stringContaining("answer it first") });
    expect(await readHistory(agents.asking, on("asks"))).toHaveLength(1);
  });
});

describe("fork", () => {
  it("copies a thread up to a step, once", async () => {
    await agents.agent.invoke({}, on("first"));
    const args = ["fork", "first", "--to", "2", "--as", "second", "--graph", spec("agent"), "--by", "ada"];
    const { code, out } = await runHere(args);
    expect({ code, out }).toEqual({
      code: 0,
      out: "Thread second is a copy of first up to before step 2.\nA call of the agent with null continues it.",
    });
    const { said } = await agents.agent.invoke(null, on("second"));
    expect(said).toEqual(["book", "mail"]);
    expect(await runHere(args)).toMatchObject({ code: 1, err: expect.stringContaining("exists already") });
    expect((await readHistory(agents.agent, on("first")))[0]?.actions).toMatchObject([
      { action: "fork", by: "ada" },
    ]);
  });
});
