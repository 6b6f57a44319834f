import { loadProblems } from "@langgraph-rollback/example-simulation";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { startOpenaiServer } from "@langgraph-rollback/example-simulation/testing";
import { demoCommand } from "./demo-command.ts";
import type { DemoFigures } from "./demo-figures.ts";
import { plainNarrator } from "./plain-narrator.ts";

const folder = await mkdtemp(path.join(tmpdir(), "gsm8k-demo-"));

async function demo(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const lines: string[] = [];
  const errors: string[] = [];
  const code = await demoCommand(args, env, {
    narrator: plainNarrator((line) => lines.push(line)),
    printError: (text) => errors.push(text),
  });
  return { code, text: lines.join("\n"), error: errors.join("\n") };
}

async function figuresIn(file: string): Promise<DemoFigures> {
  return JSON.parse(await readFile(file, "utf8"));
}

const SMALL = ["--problems", "24", "--calibrate", "30", "--seed", "2"];

/** So few planted failures bound nothing at the default miss rate: each rollback would be a restart. */
const BOUNDED = ["--problems", "24", "--calibrate", "60", "--seed", "2", "--alpha", "0.3"];

test("the small demo in memory tells everything, and its figures add up", async () => {
  const file = path.join(folder, "figures.json");
  const { code, text, error } = await demo([...BOUNDED, "--db", "memory", "--json", file]);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  for (const part of ["simulated model", "first mistake", "Rewound to", "Attempt 2", "aimed at", "oracle"])
    expect(text).toContain(part);
  const { fresh, calibration, coverage, arms, frontier } = await figuresIn(file);
  expect(fresh.runs).toBe(24);
  expect(fresh.solvedAtOnce.count + fresh.recovered.count + fresh.givenUp.count).toBe(24);
  expect(calibration.fitted + calibration.calibrated).toBe(calibration.labelled);
  expect(fresh.failedAtFirst).toBeGreaterThan(0);
  expect(coverage?.rewind.of).toBe(fresh.failedAtFirst);
  expect(arms.rollback.recovered.count).toBe(fresh.recovered.count);
  for (const arm of [arms.rollback, arms.restart, arms.withoutTrace, arms.oracle]) {
    expect(arm?.recovered.of).toBe(fresh.failedAtFirst);
    expect(arm?.problems).toBe(0);
    expect(arm?.stepsRedone.all).toBeGreaterThanOrEqual(arm?.stepsRedone.first ?? Infinity);
  }
  expect(frontier).toHaveLength(12);
  for (const { morePoints, policy, recovered, steps } of frontier ?? []) {
    expect(recovered.of).toBe(fresh.failedAtFirst);
    expect(steps).toBeGreaterThan(0);
    if (policy === "restart") expect(morePoints).toEqual({ mean: 0, standardError: 0 });
  }
  const own = frontier?.find(({ policy, rollbacks }) => policy === "least-cost" && rollbacks === 3);
  expect(own?.recovered.count).toBe(fresh.recovered.count);
  expect(arms.restart.stepsRedone.first).toBeGreaterThan(arms.rollback.stepsRedone.first);
});

test("two demos with the same seed print the same, and one with another seed does not", async () => {
  const [runs, calibrated] = ["10", "12"];
  const small = ["--problems", runs, "--calibrate", calibrated, "--db", "memory"];
  const first = await demo([...small, "--seed", "3"]);
  expect(await demo([...small, "--seed", "3"])).toEqual(first);
  expect((await demo([...small, "--seed", "4"])).text).not.toBe(first.text);
});

test("a run's history is read from the SQLite file afterwards, and a file is never overwritten", async () => {
  const db = path.join(folder, "threads.sqlite");
  const { text } = await demo(["--problems", "10", "--calibrate", "4", "--db", db]);
  const id = /--history (\S+)/.exec(text)?.[1] ?? expect.fail("the demo names a thread");
  const story = /Attempt 1, rejected.*/.exec(text)?.[0] ?? expect.fail("the demo tells a story");
  const read = await demo(["--history", id, "--db", db]);
  expect(read.code).toBe(0);
  expect(read.text).toContain(story);
  expect(await demo(["--history", "nobody", "--db", db])).toMatchObject({ code: 2 });
  expect(await demo(["--db", db])).toMatchObject({
    code: 2,
    error: expect.stringContaining("exists already"),
  });
});

test("figures and calibrations that exist are left alone", async () => {
  const at = (name: string) => path.join(folder, name);
  await writeFile(at("mine.json"), "mine");
  await writeFile(at("mine.calibration.json"), "mine");
  for (const args of [
    ["--db", "memory", "--json", at("mine.json")],
    ["--db", at("mine.sqlite")],
    ["--db", at("new.sqlite"), "--json", at("new.calibration.json")],
    ["--db", at("new.sqlite"), "--json", at("new.sqlite")],
  ])
    expect(await demo([...SMALL, ...args])).toMatchObject({ code: 2 });
  expect(await readFile(at("mine.json"), "utf8")).toBe("mine");
  expect(await readFile(at("mine.calibration.json"), "utf8")).toBe("mine");
});

test.each([
  [["--problems", "none"], "`--problems` to be a whole number"],
  [["--problems", "0"], 'got "0"'],
  [["--calibrate", "-1"], "calibrate"],
  [["--seed", "1.5"], "`--seed`"],
  [["--alpha", "1"], "`--alpha` to be a number above 0 and below 1"],
  [["--json", "/no/such/folder/figures.json"], "/no/such/folder"],
  [["--db", ""], "`--db`"],
  [["--unknown"], "--unknown"],
  [["extra"], "extra"],
])("refuses %j", async (args, message) => {
  const { code, error } = await demo([...args]);
  expect(code).toBe(2);
  expect(error).toContain(message);
});

test("says how it is called", async () => {
  expect((await demo(["--help"])).text).toContain("--alpha");
});

const problems = await loadProblems();
/** Solves a problem in one step, and gets every third one wrong unless it is told that it failed. */
const server = await startOpenaiServer(({ messages }) => {
  const said = messages.map(({ content }) => content).join("\n");
  const problem = problems.find(({ question }) => said.includes(question));
  const cue = messages.at(-1)?.content ?? "";
  if (cue.includes("planner")) return "1. How much is it?";
  const isWrong = (problem?.question.length ?? 0) % 3 === 0 && !said.includes("[rollback]");
  const isToErr = said.includes("planted fault");
  return `I get it. ANSWER: ${(problem?.answer ?? 0) + (isWrong || isToErr ? 1 : 0)}`;
});
afterAll(server.close);

test("a model behind OPENAI_BASE_URL makes few runs, and what cannot be known is shown as unknown", async () => {
  const file = path.join(folder, "real.json");
  const env = { OPENAI_BASE_URL: server.baseURL, OPENAI_MODEL: "tiny" };
  const { code, error, text } = await demo(["--db", "memory", "--json", file], env);
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(text).toContain("tiny at http://127.0.0.1");
  expect(text).toContain("not known");
  expect(text).not.toContain("simulat");
  const { arms, coverage, fresh, model } = await figuresIn(file);
  expect({ coverage, oracle: arms.oracle, simulated: model.simulated }).toEqual({
    coverage: null,
    oracle: null,
    simulated: false,
  });
  expect(fresh.runs).toBe(10);
  expect(fresh.recovered.count).toBe(fresh.failedAtFirst);
  expect(server.requests.length).toBeLessThan(1000);
});
