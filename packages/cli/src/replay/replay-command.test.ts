import { copyFile, readFile } from "node:fs/promises";
import { parseTrajectories } from "@langgraph-rollback/attribution/trajectory";
import { type RollbackTarget, withRollback } from "langgraph-rollback";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { agentModule, recordRuns } from "../fixtures/replayed-agent.ts";
import { inspectHere } from "../fixtures/inspect-here.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";
import type { ReplayReport } from "./replay-report.ts";

const { at, file } = await scratchFolder();
const db = at("runs.sqlite");
const saver = sqlite.open?.(db);
const agent =
  (saver &&
    (await recordRuns(saver, at("agent.mjs"), {
      early: { wrongAt: "search" },
      late: { wrongAt: "check" },
      asking: { wrongAt: "search", told: "asks" },
    }))) ??
  "";

function opened(name: string) {
  const own = sqlite.open?.(name);
  if (own === undefined) throw new Error(sqlite.missing);
  return own;
}

const replays = (...args: readonly string[]) =>
  runHere(["replay", db, "--graph", agent, "--repeat", "2", ...args]);

async function figures(...args: readonly string[]): Promise<ReplayReport> {
  const { err, out } = await replays(...args, "--json");
  expect(err).toBe("");
  return JSON.parse(out);
}

describe.skipIf(saver === undefined)(`replay${sqlite.missing}`, () => {
  it("holds variants against what a live retry would do, and says how little so few replays tell", async () => {
    const note = await file("hint.md", "Mind the sums.");
    const { code, err, out } = await replays("--thread", "early", "--from", "2", "--no-note", "--note", note);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.split("\n");
    expect(lines[0]).toBe("Baseline faithful: Each of 5 steps wrote what it wrote in the recorded run.");
    expect(out).toContain('Attempt 1 of thread "early" from step 2 of 5, 2 replays of each variant.');
    expect(out).toMatch(/^as a retry +2 +0 +0 +0 +100 % \(22-100 %\) +8 +800 +at step 2 \(2 of 2\)/m);
    expect(out).toMatch(/^note \S+hint.md +2 +0 /m);
    expect(out).toMatch(/^no note +0 +2 +0 +0 +0 % \(0-78 %\) +8 +800 +nowhere/m);
    expect(out).toContain('"no note" against "as a retry": -100 points accepted, 90 % interval -100 to +10.');
    expect(out).toContain("So few replays say little: a share is known only to within 78 points.");
    expect(out).toContain("Of several variants, the best one looks better than it is.");
    expect(out).toContain("Newcombe's (1998, with exact limits)");
  });

  it("counts steps from 1 on the command line and from 0 in JSON", async () => {
    const report = await figures("--thread", "late", "--from", "5");
    expect(report).toMatchObject({
      from: 4,
      confidence: 0.9,
      runs: [{ thread: "late", attempt: 1, steps: 5, start: 4, baseline: { status: "faithful" } }],
      variants: [{ variant: "as a retry", accepted: 0, rejected: 2, steps: 2, againstBase: null }],
    });
  });

  it("pairs the variants over threads", async () => {
    const report = await figures("--thread", "early", "late", "--from", "3", "--no-note");
    expect(report.runs.map(({ thread }) => thread)).toEqual(["early", "late"]);
    expect(report.variants).toMatchObject([
      { variant: "as a retry", accepted: 2, rejected: 2 },
      {
        variant: "no note",
        accepted: 0,
        rejected: 4,
        againstBase: { difference: -0.5, by: "hoeffding", threads: 2, better: 0, worse: 1, p: 1 },
      },
    ]);
    const { out } = await replays("--thread", "early", "late", "--from", "3", "--no-note");
    expect(out.split("\n")[0]).toBe("Baselines of 2 runs: 2 faithful, 0 degraded, 0 unknown.");
    expect(out).toContain(
      "So few threads bound no difference. By thread: better in 0, worse in 1, the same in 1 of 2",
    );
  });

  it("shows inconclusive replays with their reason, counts them as no failures, and ends with 1 if all are", async () => {
    const { code, err, out } = await replays("--thread", "asking", "--from", "2");
    expect(code).toBe(1);
    expect(out).toMatch(/^as a retry +0 +0 +2 +0 +unknown +0 +none reported +nowhere/m);
    expect(out).toContain('  as a retry, 2 inconclusive: The replay has no answer for tool "book".');
    expect(err).toBe("error: No replay was conclusive, so they tell nothing about the run.");
    const both = await figures("--thread", "asking", "--from", "2", "--no-note");
    expect(both.variants[1]).toMatchObject({ variant: "no note", rejected: 2, againstBase: null });
  });

  it("takes answers of tools from the module's `replay`, or from the options that are named", async () => {
    const answers = await file(
      "answers.mjs",
      'export const replay = { noteChannel: "note", tools: { book: () => "booked" } };',
    );
    const report = await figures("--thread", "asking", "--from", "2", "--options", answers);
    expect(report.variants[0]).toMatchObject({ accepted: 2, inconclusive: 0 });
  });

  it("lets a graph with rollback judge by its own verifier, unless another one is named", async () => {
    vi.stubGlobal("guarded", (graph: RollbackTarget) =>
      withRollback(graph, { verify: () => false, noteChannel: "note" }),
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    const text = agentModule().replace("chain.compile()", "globalThis.guarded(chain.compile())");
    const module = await file("guarded.mjs", text);
    const tried = async (...args: readonly string[]) => {
      const what = ["--thread", "early", "--from", "2", "--repeat", "1", "--json", ...args];
      const { out } = await runHere(["replay", db, "--graph", module, ...what]);
      return JSON.parse(out).variants[0];
    };
    expect(await tried()).toMatchObject({ accepted: 0, rejected: 1 });
    expect(await tried("--verify", `${module}#verify`)).toMatchObject({ accepted: 1, rejected: 0 });
  });

  it("puts values into the state, and runs further graphs", async () => {
    const update = await file("update.json", '{"wrongAt": "nowhere"}');
    const other = await file("other.mjs", agentModule().replace('? "wrong"', '? "right"'));
    const args = ["--update", update, "--graph", other];
    const report = await figures("--thread", "early", "--from", "2", ...args, "--no-note");
    expect(report.variants.map(({ accepted, variant }) => [variant, accepted])).toEqual([
      ["as a retry", 2],
      ["no note", 0],
      [`update ${update}`, 2],
      [`graph ${other}`, 2],
    ]);
  });

  it("says beside the conclusions that a baseline is degraded", async () => {
    const clocked = agentModule().replace('name + ": "', 'name + " at " + new Date().toISOString() + ": "');
    await recordRuns(opened(db), at("clocked.mjs"), { clocked: { wrongAt: "solve" } }, clocked);
    const { out } = await runHere(
      `replay ${db} --graph ${at("clocked.mjs")} --thread clocked --from 1 --repeat 1`.split(" "),
    );
    const lines = out.split("\n");
    expect(lines[0]).toContain("Baseline degraded from step 1 on (time): Step 1 (plan) differs");
    expect(lines.at(-1)).toContain(
      'Beware: the baseline of thread "clocked" is degraded from step 1 on (time).',
    );
  });

  it("writes replays as trajectories that are named as such", async () => {
    const out = at("replays.jsonl");
    const first = await replays("--thread", "early", "--from", "2", "--no-note", "--out", out);
    expect(first.code).toBe(0);
    const written = parseTrajectories(await readFile(out, "utf8"));
    expect(written.map(({ group, id, outcome }) => [id, group, outcome?.ok])).toEqual([
      ["replay/early/as a retry/1", "replay/as a retry", true],
      ["replay/early/as a retry/2", "replay/as a retry", true],
      ["replay/early/no note/1", "replay/no note", false],
      ["replay/early/no note/2", "replay/no note", false],
    ]);
    expect(written.every(({ steps }) => steps.length === 5)).toBe(true);
    const again = await replays("--thread", "early", "--from", "2", "--out", out);
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining("exists already") });
    await inspectHere([db, "--replays", out], async (ask) => {
      const read = async (what: string) => JSON.parse((await ask(`/api/${what}`)).text);
      expect(await read("replays?id=early")).toMatchObject([
        { replay: 1, number: 1, variant: "as a retry", attempt: 1, outcome: { ok: true } },
        { replay: 2, number: 2 },
        { replay: 3, number: 1, variant: "no note", outcome: { ok: false, reason: "a step is wrong" } },
        { replay: 4, number: 2 },
      ]);
      const against = async (replay: number) => (await read(`replay?thread=early&replay=${replay}`)).against;
      expect(await against(1)).toEqual([{ attempt: 1, kept: 1, partsAt: 1 }]);
      expect(await against(3)).toEqual([{ attempt: 1, kept: 1 }]);
    });
  });

  it("leaves the database as it is", async () => {
    const bytes = async () => Buffer.concat([await readFile(db), await readFile(`${db}-wal`)]);
    const before = await bytes();
    await replays("--thread", "early", "--from", "1");
    expect((await bytes()).equals(before)).toBe(true);
  });
});

describe.skipIf(saver === undefined)(`replay refuses${sqlite.missing}`, () => {
  const at1 = ["--thread", "early", "--from", "1"];

  it.each([
    ["a thread that is not there", ["--thread", "nobody", "--from", "1"], 1, 'There is no thread "nobody"'],
    ["a step behind the last", ["--thread", "early", "--from", "6"], 1, "1 to 5, got 6"],
    ["a step 0", ["--thread", "early", "--from", "0"], 2, "Expected a whole number from 1"],
    ["an attempt that is not there", [...at1, "--attempt", "3"], 1, "There is no attempt 3"],
    ["a note that is not there", [...at1, "--note", "/nowhere.md"], 1, "Could not read `--note`"],
  ])("%s", async (_, args, code, message) => {
    const ended = await replays(...args);
    expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
    expect(ended.err).not.toContain("    at ");
  });

  it("a module without a graph, with other options than replays have, or with what the command decides", async () => {
    let modules = 0;
    const tried = async (text: string) => {
      const module = await file(`module-${(modules += 1)}.mjs`, text);
      return (await runHere(["replay", db, "--graph", module, ...at1])).err;
    };
    expect(await tried("export const agent = {};")).toContain(
      "to export a compiled graph or an agent as `graph`",
    );
    expect(await tried("export const graph = {};")).toContain("[UNSUPPORTED_GRAPH]");
    expect(await tried(agentModule().replace("noteChannel", "channel"))).toContain("[UNKNOWN_OPTION]");
    const decided = await tried(agentModule().replace("noteChannel:", "from: 1, noteChannel:"));
    expect(decided).toContain("to leave `from` out: the command line decides about it");
  });

  it("an update that is no object, or names a channel that the graph does not have", async () => {
    const list = await file("list.json", "[1]");
    expect((await replays(...at1, "--update", list)).err).toContain("to hold a JSON object");
    const unknown = await file("unknown.json", '{"colour": 1}');
    expect((await replays(...at1, "--update", unknown)).err).toContain("colour");
  });

  it("a database that somebody holds for themselves, but not one that is only written to", async () => {
    const busy = at("busy.sqlite");
    opened(db).db.pragma("wal_checkpoint(truncate)");
    await copyFile(db, busy);
    const holder = opened(busy);
    const run = () => runHere(["replay", busy, "--graph", agent, ...at1, "--repeat", "1"]);
    await holder.getTuple({ configurable: { thread_id: "early" } });
    holder.db.exec("begin immediate");
    expect(await run()).toMatchObject({ code: 0 });
    holder.db.exec("rollback");
    holder.db.pragma("journal_mode = delete");
    holder.db.exec("begin exclusive");
    onTestFinished(() => void holder.db.close());
    const ended = await run();
    expect(ended).toMatchObject({ code: 1, out: "" });
    expect(ended.err).toContain("database is locked");
  });
});
