import { appendFile, readFile } from "node:fs/promises";
import { fileLabelStore, type Label } from "@langgraph-rollback/inspector";
import { describe, expect, it } from "vitest";
import { agentModule, recordRuns, type Task } from "../fixtures/replayed-agent.ts";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { sqlite } from "../fixtures/sqlite.ts";

const { at, file } = await scratchFolder();
const db = at("runs.sqlite");
const saver = sqlite.open?.(db);

/** Each thread is named after the label that it is to get: a replay from behind the node that errs does not recover the run. */
const TASKS: Readonly<Record<string, Task>> = {
  "at-plan": { wrongAt: "plan" },
  "at-search": { wrongAt: "search" },
  "at-check": { wrongAt: "check" },
  "at-answer": { wrongAt: "answer" },
  never: { wrongAt: "solve", told: "as before" },
  asks: { wrongAt: "search", told: "asks" },
};
const VERDICTS: Readonly<Record<string, Label["verdict"]>> = {
  "at-plan": { kind: "decisive", step: 0 },
  "at-search": { kind: "decisive", step: 1 },
  "at-check": { kind: "decisive", step: 3 },
  "at-answer": { kind: "decisive", step: 4 },
  never: { kind: "unrecovered" },
  // From step 3 on it is rejected, and the steps before ask for a tool without an answer.
  asks: { kind: "between", first: 0, last: 1 },
};
const agent = (saver && (await recordRuns(saver, at("agent.mjs"), TASKS))) ?? "";

const label = (name: string, ...args: readonly string[]) => {
  const named = ["--graph", agent, "--db", db, "--labels", at(`${name}.labels.jsonl`)];
  return runHere(["label", "--replay", ...named, ...args]);
};

const labelsIn = (name: string): Promise<readonly Label[]> =>
  fileLabelStore(at(`${name}.labels.jsonl`)).list();

const verdictsIn = async (name: string) =>
  Object.fromEntries((await labelsIn(name)).map(({ thread, verdict }) => [thread, verdict]));

/** Each replay by its thread and the start asked for, sorted. */
async function replaysIn(name: string): Promise<readonly string[]> {
  const lines = (await readFile(at(`${name}.replays.jsonl`), "utf8")).trimEnd().split("\n");
  return lines
    .map((line) => JSON.parse(line))
    .map(({ asked, thread }) => `${thread} ${asked}`)
    .toSorted();
}

describe.skipIf(saver === undefined)(`label --replay${sqlite.missing}`, () => {
  it("labels each failed first attempt with the last step from which a replay recovers it", async () => {
    const { code, err, out } = await label("all");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(await verdictsIn("all")).toEqual(VERDICTS);
    for (const each of await labelsIn("all"))
      expect(each).toMatchObject({
        labeller: "replay",
        convention: "last-recovering-start",
        attempt: 1,
        steps: 5,
        reason: expect.stringMatching(/replay/),
      });
    expect(out).toContain('6 labels by replay. The convention is "last-recovering-start".');
    expect(out).toContain("  4 found: the last recovering start is known");
    expect(out).toContain("  1 open: ");
    expect(out).toContain("  1 unrecovered: no replay recovers the run");
    expect(out).toMatch(
      /^\d replays came to no verdict. The commonest reason, \d of them: The replay has no answer/m,
    );
    expect(out).toMatch(/^Spent: \d+ replays, \d+ steps, [\d,]+ tokens\.$/m);
    expect(out.split("\n").at(-1)).toBe(
      `Next: langgraph-rollback calibrate --db ${db} --labels ${at("all.labels.jsonl")} --convention last-recovering-start`,
    );
  });

  it("labels nothing twice", async () => {
    await label("twice");
    const [labels, replays] = [await labelsIn("twice"), await replaysIn("twice")];
    const again = await label("twice");
    expect(again.out).toContain("Every failed first attempt has a label by replay.");
    expect([await labelsIn("twice"), await replaysIn("twice")]).toEqual([labels, replays]);
  });

  it("keeps labels and replays beside the database unless told otherwise", async () => {
    const { out } = await runHere(["label", "--replay", "--graph", agent, "--db", db, "--limit", "1"]);
    expect(out).toContain("5 failed attempts without a label by replay.");
    expect(await labelsIn("runs")).toHaveLength(1);
    expect((await replaysIn("runs")).length).toBeGreaterThan(0);
    expect(out.split("\n").at(-1)).not.toContain("--labels");
  });

  it("takes failures in the same random order each time", async () => {
    await label("order-1", "--limit", "3");
    await label("order-2", "--limit", "2");
    const threads = async (name: string) => (await labelsIn(name)).map(({ thread }) => thread);
    expect((await threads("order-1")).slice(0, 2)).toEqual(await threads("order-2"));
  });

  it("keeps to a budget of replays, pays for none twice, and ends with the labels of one run", async () => {
    const whole = await label("whole");
    expect(whole.code).toBe(0);
    const all = await replaysIn("whole");
    for (let budget = 1; budget < all.length + 2; budget += 4) {
      const { out } = await label("budget", "--budget-replays", `${budget}`);
      expect(await replaysIn("budget")).toHaveLength(Math.min(budget, all.length));
      if (budget < all.length) expect(out).toContain(`The budget is spent: ${budget} of ${budget} replays.`);
    }
    await label("budget");
    expect(await replaysIn("budget")).toEqual(all);
    expect(await verdictsIn("budget")).toEqual(VERDICTS);
  });

  it("replays several failures at once, each beyond the budget by one replay at the most", async () => {
    await label("jobs", "--jobs", "3", "--budget-replays", "4");
    const made = (await replaysIn("jobs")).length;
    expect(made).toBeGreaterThanOrEqual(4);
    expect(made).toBeLessThanOrEqual(6);
    await label("jobs", "--jobs", "2");
    expect(await verdictsIn("jobs")).toEqual(VERDICTS);
    await label("whole-2");
    expect(await replaysIn("jobs")).toEqual(await replaysIn("whole-2"));
  });

  it("keeps to a budget of tokens, and of money by the prices given", async () => {
    const tokens = await label("tokens", "--budget-tokens", "500");
    expect(tokens.out).toMatch(/^The budget is spent: [5-9]00 of 500 tokens\.$/m);
    const prices = await file("prices.json", '{"small": {"input": 1000, "output": 10000}}');
    const money = await label("money", "--budget-money", "1", "--prices", prices);
    // 90 tokens in and 10 out for each step: 0.19 in money.
    expect(money.out).toMatch(/^The budget is spent: 1\.\d+ of 1 in money\.$/m);
  });

  it("refuses a budget that it cannot keep to", async () => {
    const prices = await file("other.json", '{"large": {"input": 1, "output": 1}}');
    const unpriced = await label("unpriced", "--budget-money", "1", "--prices", prices);
    expect(unpriced).toMatchObject({ code: 1, err: expect.stringContaining('no price for "small"') });
    const silent = await file("silent.mjs", agentModule().replace("usage_metadata, ", ""));
    const untold = await label("untold", "--budget-tokens", "500", "--graph", silent);
    expect(untold.err).toContain("no model has reported tokens in 5 replays");
    expect(await label("no-prices", "--budget-money", "1")).toMatchObject({ code: 2 });
    const faulty = await file("faulty.json", '{"small": 3}');
    const none = await label("faulty", "--budget-money", "1", "--prices", faulty);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("money for a million tokens") });
  });

  it("passes over a replay whose line was cut short, and makes it again", async () => {
    await label("cut");
    const whole = await replaysIn("cut");
    const text = await readFile(at("cut.replays.jsonl"), "utf8");
    await appendFile(at("mended.replays.jsonl"), text.slice(0, -40));
    const { err } = await label("mended");
    expect(err).toContain(`line ${whole.length} was cut short and is left out.`);
    expect(await verdictsIn("mended")).toEqual(VERDICTS);
  });

  it("says where people label, if it is not to replay", async () => {
    const { code, err } = await runHere(["label", "--db", db]);
    expect(code).toBe(2);
    expect(err).toContain(`\`langgraph-rollback inspect ${db}\``);
    expect(err).toContain("Add `--replay`");
  });

  it.each([
    ["no graph", ["--replay", "--db", db], 2, "`--graph`, the agent to replay them"],
    [
      "labels that are the database",
      ["--replay", "--graph", agent, "--db", db, "--labels", db],
      2,
      "is read",
    ],
    ["no database", ["--replay", "--graph", agent, "--db", at("no.sqlite")], 1, "no.sqlite"],
  ])("refuses %s", async (_, args, code, message) => {
    const ended = await runHere(["label", ...args]);
    expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(message) });
  });

  it("refuses replays that nobody judges, and a database without failures", async () => {
    const unjudged = await file("unjudged.mjs", agentModule().replace("export const verify", "const verify"));
    const nobody = await label("nobody", "--graph", unjudged);
    expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining("Somebody has to judge") });
    const fine = sqlite.open?.(at("fine.sqlite"));
    await fine?.getTuple({ configurable: { thread_id: "t" } });
    const none = await label("none", "--db", at("fine.sqlite"));
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("no failed first attempt") });
  });
});
