import { describe, expect, it } from "vitest";

import { recordShown } from "../fixtures/shown-database.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at } = await scratchFolder();
const db = at("runs.sqlite");
const saver = sqlite.open?.(db);
if (saver !== undefined) await recordShown(saver);
const WIDE_ID = "注文".repeat(30);
const show = (...args: readonly string[]) => runHere(["show", db, ...args]);

/** Columns of a terminal; letters of the fixture that are wide are all in these blocks. */
const columnsOf = (line: string): number => line.replaceAll(/[\u2E80-\uFF60]/g, "xx").length;

describe.skipIf(saver === undefined)(`threads${sqlite.missing}`, () => {
  it("lists the latest threads, with why the first attempt failed", async () => {
    const { code, err, out } = await runHere(["threads", db, "--limit", "3"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const lines = out.split("\n");
    expect(lines[0]).toMatch(/^thread +status +attempts +decided \(UTC\)$/);
    expect(lines[1]).toMatch(/^注文注文.*… +recovered +2 {2}20\d\d-\d\d-\d\d \d\d:\d\d$/);
    expect(lines[3]).toMatch(/^it's open +interrupted +0 {2}20/);
    expect(lines[6]).toBe("    the price is [31mold");
  });

  it("lists those of a status, decided since a moment, and says that there are more", async () => {
    const waiting = await runHere(["threads", db, "--status", "interrupted", "--json"]);
    expect(JSON.parse(waiting.out)).toMatchObject({
      threads: [{ id: "it's open", status: "interrupted", reason: expect.any(String) }],
      more: false,
    });
    expect((await runHere(["threads", db, "--since", "2100-01-01"])).out).toBe("There are no such threads.");
    const one = await runHere(["threads", db, "--status", "recovered", "--since", "1d", "--limit", "1"]);
    expect(one.out).toContain("There are more: `--limit` shows them.");
    expect(await runHere(["threads", db, "--since", "soon"])).toMatchObject({ code: 2 });
    expect(await runHere(["threads", db, "--status", "lost"])).toMatchObject({ code: 2 });
  });

  it("reads trajectories from the standard input", async () => {
    const { out: lines } = await runHere(["export", db, "--thread", "t-1"]);
    const listed = await runHere(["threads", "-"], {}, undefined, lines);
    expect(listed).toMatchObject({ code: 0, err: "" });
    const shown = await runHere(["show", "-", "--origin", "ord-4417"], {}, undefined, lines);
    expect(shown.out).toContain('"ord-4417" stands first in step 1');
  });
});

describe.skipIf(saver === undefined)(`show${sqlite.missing}`, () => {
  it("tells of a run: attempts, verdicts, steps, rollback, effects and note", async () => {
    const { code, err, out } = await show("t-1");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("↺ Thread t-1: recovered");
    expect(out).toMatch(/^Attempt 1, 20.* UTC: ✕ rejected: the price is \\u001b\[31mold$/m);
    expect(out).toMatch(/^ {2}↩ {4}1 .*look: said: order ord-4417 costs 1,368 EUR$/m);
    expect(out).toContain("  ↩ to the start\n    Attempt 1 was rewound to the start of the turn");
    expect(out).toContain("  effect letter ");
    expect(out).toMatch(/^Attempt 2, 20.* UTC: ✓ accepted$/m);
    expect(out).toContain("  Note that it was started with:\n  | [rollback]");
  });

  it("shows the latest thread where none is named, and one attempt alone", async () => {
    expect((await show()).out).toContain("注文注文");
    const { out } = await show("t-1", "--attempt", "1");
    expect(out).not.toMatch(/^Attempt 2,/m);
    expect(out).toContain("  Spent: 3 steps.");
  });

  it("tells a waiting question, and how to answer it in code and by command", async () => {
    const { out } = await show("it's open");
    expect(out).toContain("‖ The rollback of attempt 1 waits for an answer.");
    expect(out).toMatch(
      /^ {4}graph\.invoke\(new Command\(\{ resume: \{ "\w+": \{ decision: "approve" \} \} \}\), \{ configurable: \{ thread_id: "it's open" \} \}\)$/m,
    );
    expect(out).toContain(
      String.raw`langgraph-rollback answer 'it'\''s open' --graph ./agent.js#agent --approve`,
    );
  });

  it("shows all of a step, and where its values came from", async () => {
    const { out } = await show("t-1", "--attempt", "1", "--step", "2");
    expect(out).toMatch(/^Step 2 of attempt 1: post, /);
    expect(out).toContain("  1,368 EUR (output) stands first in step 1");
    expect(out).toContain("State before:");
    const { links } = JSON.parse((await show("t-1", "--attempt", "1", "--step", "2", "--json")).out);
    expect(links).toContainEqual({ text: "ord-4417", from: 0, to: 1, places: ["output"] });
  });

  it("finds which step had a text first", async () => {
    expect((await show("t-1", "--origin", "1368")).out.split("\n")).toEqual([
      '"1368" stands first in step 1 of attempt 1 (output).',
      "  look: said: order ord-4417 costs 1,368 EUR",
      "Later it stands, word for word, in steps 2 and 3.",
    ]);
    expect(JSON.parse((await show("t-1", "--origin", "1,290", "--json")).out)).toMatchObject({
      text: "1,290",
      attempt: 2,
      from: 0,
    });
    expect(await show("t-1", "--origin", "9999")).toMatchObject({ code: 1 });
    expect(await show("t-1", "--origin", " ")).toMatchObject({ code: 2 });
  });

  it("keeps every line within 80 columns, and nothing in it that a terminal obeys", async () => {
    for (const args of [[], ["--attempt", "1"], ["--step", "1"], ["--origin", "長い依頼"]]) {
      const { out } = await show(WIDE_ID, ...args);
      expect(Math.max(...out.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
      expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
    }
    const { out } = await runHere(["threads", db]);
    expect(Math.max(...out.split("\n").map(columnsOf))).toBeLessThanOrEqual(80);
  });

  it("gives a run as JSON", async () => {
    const run = JSON.parse((await show("t-1", "--json")).out);
    expect(run).toMatchObject({
      thread: "t-1",
      status: "recovered",
      attempts: [{ attempt: 1 }, { attempt: 2 }],
    });
  });

  it.each([
    [["nobody"], 'holds no thread "nobody"'],
    [["t-1", "--run", "2"], 'Thread "t-1" has no run 2: it has 1 run'],
    [["t-1", "--attempt", "3"], "There is no attempt 3: the run has 2 attempts."],
    [["t-1", "--step", "9"], "There is no step 9: attempt 2 has 3 steps."],
  ])("says what is not there: %j", async (args, message) => {
    expect(await show(...args)).toMatchObject({ code: 1, err: expect.stringContaining(message) });
  });
});
