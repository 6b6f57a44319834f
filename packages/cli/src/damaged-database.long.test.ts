import { copyFile, readFile } from "node:fs/promises";
import { parseTrajectories } from "@langgraph-rollback/attribution/trajectory";
import { beforeAll, describe, expect, it } from "vitest";
import { inspectHere } from "./fixtures/inspect-here.ts";
import { recordFailures } from "./fixtures/labelled-database.ts";
import { runCommand } from "./fixtures/run-command.ts";
import { scratchFolder } from "./fixtures/scratch-folder.ts";
import { sqlite } from "./fixtures/sqlite.ts";

const { at } = await scratchFolder();
const open: NonNullable<typeof sqlite.open> = sqlite.open ?? (() => expect.fail(sqlite.missing));

const HISTORY = "langgraph-rollback";
/** Each in a copy of one database of three threads: what is damaged in it. Every thread has two failed attempts. */
const DAMAGE = {
  sound: "select 1",
  entry: `update checkpoints set checkpoint = json_set(checkpoint, '$.channel_values.attempt.version', 99)
    where thread_id = 't-1' and checkpoint_ns = '${HISTORY}' and checkpoint_id =
      (select min(checkpoint_id) from checkpoints where thread_id = 't-1' and checkpoint_ns = '${HISTORY}')`,
  garbage: `update checkpoints set checkpoint = 'no JSON' where thread_id = 't-1' and checkpoint_ns = '${HISTORY}'`,
  state: "update checkpoints set checkpoint = 'no JSON' where thread_id = 't-1' and checkpoint_ns = ''",
} as const;
const file = (damage: keyof typeof DAMAGE): string => at(`${damage}.sqlite`);

beforeAll(async () => {
  if (sqlite.open === undefined) return;
  const saver = open(at("runs.sqlite"));
  await recordFailures(saver, ["plan", "solve", "check"]);
  saver.db.pragma("wal_checkpoint(truncate)");
  saver.db.close();
  for (const [name, sql] of Object.entries(DAMAGE)) {
    await copyFile(at("runs.sqlite"), at(`${name}.sqlite`));
    const { db } = open(at(`${name}.sqlite`));
    db.exec(sql);
    db.close();
  }
});

const damaged = ["entry", "garbage", "state"] as const;

describe.skipIf(sqlite.open === undefined)(`a database with a damaged thread${sqlite.missing}`, () => {
  it.each(damaged)(
    "is reported with all other threads, and a warning names the damaged one: %s",
    async (name) => {
      const ended = await runCommand("report", file(name), "--out", at(`${name}.html`));
      expect(ended.code).toBe(0);
      expect(ended.err).toMatch(/^warning: Thread "t-1"[^\n]* cannot be read/m);
      const html = await readFile(at(`${name}.html`), "utf8");
      for (const thread of ["t-0", "t-1", "t-2"]) expect(html).toContain(`"id":"${thread}"`);
      expect(html).toContain("cannot be read");
    },
  );

  it("is reported without a warning where nothing is damaged", async () => {
    const { err } = await runCommand("report", file("sound"), "--out", at("sound.html"));
    expect(err).toMatch(/^Wrote [^\n]*$/);
  });

  it.each(["svg", "md"])("gives a picture or a summary of a run all the same: %s", async (format) => {
    for (const name of damaged) {
      const { code } = await runCommand("report", file(name), "--format", format);
      expect(code).toBe(0);
    }
  });

  it.each(damaged)("is exported with all that can be read, and says what cannot: %s", async (name) => {
    const ended = await runCommand("export", file(name));
    expect(ended.code).toBe(0);
    expect(ended.err).toMatch(/^warning: Thread "t-1"[^\n]* cannot be read/m);
    const ids = parseTrajectories(ended.out).map(({ id }) => id);
    const sound = parseTrajectories((await runCommand("export", file("sound"))).out).map(({ id }) => id);
    const others = (each: readonly string[]) => each.filter((id) => !id.includes("t-1"));
    expect(others(ids)).toEqual(others(sound));
    expect(others(ids)).toHaveLength(4);
  });

  it.each(damaged)("is piloted by all that can be read, with one warning: %s", async (name) => {
    const ended = await runCommand("pilot", "--db", file(name));
    expect(ended).toMatchObject({
      code: 0,
      err: expect.stringMatching(/^warning: 1 thread cannot be read whole. The first: Thread "t-1"/),
      out: expect.stringMatching(/^runs judged +[23], of/m),
    });
  });

  it("exports the readable attempts of the damaged thread, too", async () => {
    const { out } = await runCommand("export", file("entry"), "--thread", "t-1");
    expect(parseTrajectories(out).length).toBeGreaterThan(0);
  });

  it("tells programs what was left out of an export", async () => {
    const { out } = await runCommand("export", file("entry"), "--out", at("entry.jsonl"), "--json");
    expect(JSON.parse(out)).toMatchObject({
      unreadable: [{ thread: "t-1", message: expect.stringContaining("version") }],
    });
  });

  it.each(damaged)("is attributed with all that can be read: %s", async (name) => {
    const ended = await runCommand("attribute", file(name));
    expect(ended.code).toBe(0);
    expect(ended.err).toContain('warning: Thread "t-1"');
    expect(ended.out).toContain("t-2");
  });

  it.each(damaged)("is inspected: the damaged thread comes with a notice: %s", async (name) => {
    await inspectHere([file(name)], async (ask) => {
      const { threads } = JSON.parse((await ask("/api/threads")).text);
      expect(threads.map(({ id }: { id: string }) => id).toSorted()).toEqual(["t-0", "t-1", "t-2"]);
      for (const thread of ["t-0", "t-2"])
        expect(JSON.parse((await ask(`/api/thread?id=${thread}`)).text)).not.toHaveProperty("unreadable");
      expect(JSON.parse((await ask("/api/thread?id=t-1")).text)).toMatchObject({
        id: "t-1",
        unreadable: expect.arrayContaining([{ message: expect.any(String), checkpoint: expect.any(String) }]),
      });
      for (const path of ["/api/labels", "/api/calibration"]) expect((await ask(path)).status).toBe(200);
    });
  });

  it.each(damaged)("is diagnosed: the doctor names the thread and the checkpoint: %s", async (name) => {
    const { diagnoses } = JSON.parse((await runCommand("doctor", "--db", file(name), "--json")).out);
    const found = diagnoses.filter(({ check }: { check: string }) => check === "history");
    expect(found).toEqual([
      {
        check: "history",
        level: "warning",
        code: "THREAD_UNREADABLE",
        message: expect.stringMatching(/^Thread "t-1": .*[\da-f]{8}-[\da-f-]{27}/),
        remedy: expect.any(String),
      },
    ]);
    expect(JSON.stringify(diagnoses)).not.toContain("DATABASE_UNREADABLE");
  });

  it("is diagnosed as readable where nothing is damaged", async () => {
    const { diagnoses } = JSON.parse((await runCommand("doctor", "--db", file("sound"), "--json")).out);
    const levels = diagnoses.map(({ check, level }: { check: string; level: string }) => [check, level]);
    expect(levels).toContainEqual(["history", "ok"]);
  });
});
