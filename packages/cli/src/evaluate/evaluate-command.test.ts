import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { afterAll, describe, expect, it } from "vitest";
import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runHere } from "../fixtures/run-here.ts";
import { spawnCommand } from "../fixtures/spawn-command.ts";
import { evaluateCommand } from "./evaluate-command.ts";
import { readersOf } from "./evaluation-mode.ts";
import { METHODS } from "../options/set-options.ts";

const folder = await mkdtemp(path.join(tmpdir(), "evaluate-"));
const data = await file("failures.jsonl", evaluationFixture(24));

afterAll(() => rm(folder, { recursive: true }));

async function file(name: string, text: string): Promise<string> {
  const target = path.join(folder, name);
  await writeFile(target, text);
  return target;
}

interface Ended {
  readonly code: number | string | null | undefined;
  readonly out: string;
  readonly err: string;
}

/** Runs the command as people do, from the sources: a process of its own. */
const spawned = (...args: readonly string[]): Promise<Ended> => spawnCommand(args).ended;

/** Runs it in this process, which starts sooner. */
async function here(...args: readonly string[]): Promise<Ended> {
  const { code, out, err } = await runHere(args);
  return { code, out: ended(out), err: ended(err) };
}

const ended = (text: string): string => (text === "" ? "" : `${text}\n`);

const few = ["evaluate", "--data", data, "--splits", "20"] as const;
const evaluate = (...args: readonly string[]) => here(...few, ...args);

describe("evaluate", () => {
  it("prints a table with every method, no progress and no line over 80 characters", async () => {
    const { code, err, out } = await spawned(...few);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: 24 labelled trajectories say little: .*\n$/);
    for (const method of METHODS) expect(out).toMatch(new RegExp(`^${method}[ *]+\\d\\.\\d{3}±\\d`, "m"));
    expect(out).toContain("24 labelled trajectories, 20 random even splits (seed 1)");
    expect(out).toContain("12 calibrate, 12 are predicted");
    expect(out.split("\n").filter((line) => line.trimEnd().length > 80)).toEqual([]);
  });

  it("prints JSON of the figures alone with `--json`, and the same with the same seed", async () => {
    const [first, again, other] = await Promise.all([
      evaluate("--json"),
      evaluate("--json", "--seed", "1"),
      evaluate("--json", "--seed", "2"),
    ]);
    const figures = JSON.parse(first.out);
    expect(figures).toMatchObject({ alpha: 0.2, splits: 20, n: 24 });
    expect(Object.keys(figures.methods)).toEqual(METHODS);
    const spread = { mean: expect.any(Number), std: expect.any(Number) };
    for (const method of METHODS) {
      expect(figures.methods[method]).toMatchObject({
        coverage: spread,
        removalRate: spread,
        rollbackCoverage: spread,
        redoCost: spread,
        nfe: spread,
      });
    }
    expect(again.out).toBe(first.out);
    expect(other.out).not.toBe(first.out);
  });

  it("fits a learnt scorer on part of the calibration half, so that coverage stays exact", async () => {
    const { out } = await evaluate(
      "--scorer",
      "position",
      "--methods",
      "right,left",
      "--alpha",
      "0.5",
      "--json",
    );
    const figures = JSON.parse(out);
    expect(figures).toMatchObject({ fitted: 7, calibrated: 5, tested: 12, guarantee: "exact" });
    expect(figures.level).toBeCloseTo(0.5, 9);
    expect(Object.keys(figures.methods)).toEqual(["left", "right"]);
  });

  it("fits the logit by folds with `--cross`, and says that this is approximate", async () => {
    const { code, out } = await evaluate(
      "--scorer",
      "logit",
      "--cross",
      "--splits",
      "1",
      "--methods",
      "interval",
    );
    expect(code).toBe(0);
    expect(out).toContain("approximate, as fitted and calibrated");
    expect(out).toContain("(Clopper-Pearson)");
  });

  it("calibrates groups apart, and cleans their names for the terminal", async () => {
    const named = await file("named.jsonl", evaluationFixture(24).replaceAll('"big"', '"b\\u001b[31mig"'));
    const { out } = await here("evaluate", "--data", named, "--group", "meta.size", "--splits", "5");
    expect(out).toMatch(/^small +left +\d/m);
    expect(out).toMatch(/^b\[31mig +left +\d/m);
    expect(out).not.toContain("\u001B");
  });

  it("takes several files and every aggregation, and leaves out what has no label", async () => {
    const unlabelled = JSON.stringify({ id: "u", task: "", steps: [], decisiveStep: null });
    const more = await file("more.jsonl", `${unlabelled}\n${evaluationFixture(4)}`);
    const { code, err, out } = await here(
      "evaluate",
      "--data",
      data,
      more,
      "--aggregation",
      "lse:2:0.1",
      "--splits",
      "2",
    );
    expect(code).toBe(0);
    expect(err).toMatch(
      /^Left out 1 trajectories without a label\.\nwarning: 28 labelled trajectories say little: .*\n$/,
    );
    expect(out).toContain("28 labelled trajectories");
  });
});

describe("scorers without labels", () => {
  /** Runs of one task: the failing ones pay twice in step 1, the passing one does not. */
  const runsOf = (task: number): readonly Trajectory[] => {
    const run = (id: string, second: string): Trajectory => ({
      id: `${task}-${id}`,
      task: `task ${task}`,
      steps: ["get_order", second, "get_order"].map((name, index) => ({
        index,
        agent: "desk",
        content: "",
        toolCalls: [{ name, args: { task, index } }],
      })),
    });
    const failed = ["a", "b"].map((id) => ({ ...run(id, "refund"), label: { decisiveStep: 1 } }));
    return [...failed, { ...run("c", "get_price"), outcome: { ok: true } }];
  };
  const linesOf = (runs: readonly Trajectory[]): string =>
    runs.map((run) => `${stringifyTrajectory(run)}\n`).join("");
  const runs = Array.from({ length: 8 }, (_, task) => runsOf(task)).flat();
  const evaluated = (named: string, scorer: string) =>
    here("evaluate", "--data", named, "--splits", "5", "--methods", "suffix", "--scorer", scorer, "--json");

  it.each(["first-write", "spectrum"])("are measured beside the others: %s", async (scorer) => {
    const repeated = await file(`${scorer}.jsonl`, linesOf(runs));
    const { code, out } = await evaluated(repeated, scorer);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      n: 16,
      guarantee: "exact",
      fitted: 0,
      calibrated: 8,
      scorer: { name: scorer, auroc: { mean: 1 } },
    });
  });

  it("say how many failures there is another run of the task for, and how many a passing one", async () => {
    // Only the first four tasks have a passing run, and task 99 has one run in all.
    const kept = runs.filter(({ outcome }, at) => outcome === undefined || at < 12);
    const some = await file("some.jsonl", linesOf([...kept, ...runsOf(99).slice(0, 1)]));
    const { err } = await evaluated(some, "spectrum");
    expect(err).toContain(
      "Left out 4 trajectories without a label.\nSpectrum: 16 of 17 failures have another run of their task, 8 a passing one.\n",
    );
  });

  it("warn where no task is repeated, as the spectrum has nothing to compare then", async () => {
    const alone = await file("alone.jsonl", linesOf(runs.filter(({ id }) => id.endsWith("a"))));
    const { code, err, out } = await evaluated(alone, "spectrum");
    expect(code).toBe(0);
    expect(err).toContain("warning: No failure of these data has another run of its task.");
    expect(JSON.parse(out).scorer.auroc.mean).toBe(0.5);
  });
});

describe("files", () => {
  it("are written whole: JSON and an SVG that escapes what it shows", async () => {
    const [json, svg] = [path.join(folder, "figures.json"), path.join(folder, "figures.svg")];
    const { code, out } = await evaluate("--json", json, "--svg", svg);
    expect(code).toBe(0);
    expect(out).toContain("Coverage");
    expect(JSON.parse(await readFile(json, "utf8"))).toMatchObject({ n: 24 });
    const drawing = await readFile(svg, "utf8");
    expect(drawing).toMatch(/^<\?xml.*\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    for (const text of [
      "Coverage against target",
      "Removal rate against coverage",
      "Decisive steps",
      "two-way",
    ])
      expect(drawing).toContain(`>${text}</text>`);
    expect(drawing).not.toMatch(/NaN|undefined|Infinity/);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("in a folder that is not there are refused before the work", async () => {
    const { code, err } = await evaluate("--json", "/no/such/folder/figures.json");
    expect(code).toBe(2);
    expect(err).toContain('there is no "/no/such/folder"');
  });
});

describe("a command line that makes no sense ends with 2 and says why", () => {
  it.each([
    [["evaluate"], "Expected `--data`"],
    [["evaluate", "--data", data, "--alpha", "1"], 'above 0 and below 1, got "1"'],
    [["evaluate", "--data", data, "--methods", "left,middle"], 'got "middle"'],
    [
      ["evaluate", "--data", data, "--scorer", "oracle"],
      "Allowed choices are constant, first-write, spectrum, position, logit",
    ],
    [["evaluate", "--data", data, "--splits", "0"], "whole number from 1"],
    [["evaluate", "--data", data, "--aggregation", "lse"], 'got "lse"'],
    [["evaluate", "--data", data, "--aggregation", "sum:-1"], 'got "sum:-1"'],
    [["evaluate", "--data", data, "--seed", "x"], 'got "x"'],
    [["evaluate", "--data", data, "--unknown"], "unknown option '--unknown'"],
    [["evaluation"], "unknown command 'evaluation'"],
    [[], "Usage: langgraph-rollback"],
  ])("%j", async (args, message) => {
    const { code, err, out } = await here(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });
});

describe("an option that would be ignored is refused", () => {
  const marks = ["--marks", "marks.jsonl"];
  it.each([
    [
      "`evaluate --scorer` does not read `--findings`. Leave it out; `evaluate --attributor` reads it.",
      [...few, "--findings", "said.jsonl"],
    ],
    ["`evaluate --scorer` does not read `--repeat`", [...few, "--repeat", "2"]],
    [
      "`evaluate --scorer` does not read `--models`. Leave it out; `evaluate --verdicts`, `evaluate --marks` read it.",
      [...few, "--models", "a"],
    ],
    [
      "`evaluate --attributor` does not read `--split-by`",
      [...few, "--attributor", "random", "--split-by", "id"],
    ],
    [
      "`evaluate --estimate` does not read `--findings`",
      ["evaluate", "--data", data, "--estimate", "--findings", "said.jsonl"],
    ],
    ["`evaluate --marks` does not read `--attributor`", ["evaluate", ...marks, "--attributor", "random"]],
    ["`evaluate --verdicts` does not read `--alpha`", ["evaluate", ...marks, "--verdicts", "--alpha", "0.1"]],
    ["`evaluate --alarm` does not read `--data`", [...few, "--alarm", "runs.sqlite"]],
    ["`evaluate --folds` does not read `--limit`", [...few, "--folds", "3", "--limit", "2"]],
  ])("%s", async (message, args) => {
    const { code, err, out } = await here(...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
  });

  it("and there is none that nothing reads", () => {
    const unused = () => expect.unreachable("no command runs");
    const output = { print: unused, printError: unused, startProgress: unused };
    const all = evaluateCommand(output, {}).options.map((option) => option.attributeName());
    expect(all.length).toBeGreaterThan(30);
    expect(all.filter((name) => readersOf(name).length === 0)).toEqual([]);
  });
});

describe("data that cannot be evaluated ends with 1 and names file, line and field", () => {
  it.each([
    ["no file", undefined, "no such file"],
    ["a bad line", `${evaluationFixture(2)}{"id": 7}\n`, "(line 3, `id`): expected string, got 7"],
    ["too few labels", evaluationFixture(1), "at least 2 labelled trajectories"],
  ])("%s", async (name, text, message) => {
    const bad = text === undefined ? path.join(folder, "nothing") : await file(`${name}.jsonl`, text);
    const { code, err, out } = await here("evaluate", "--data", bad);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(bad);
    expect(err).toContain(message);
  });

  it("a group that lines lack", async () => {
    const { code, err } = await evaluate("--group", "meta.colour");
    expect(code).toBe(1);
    expect(err).toContain("(line 1, `meta.colour`)");
  });

  it("a scorer with nothing left to fit on", async () => {
    const three = await file("three.jsonl", evaluationFixture(3));
    const { code, err } = await here("evaluate", "--data", three, "--scorer", "logit");
    expect(code).toBe(1);
    expect(err).toContain("at least 4 labelled trajectories");
  });
});

it("`--help` explains the command and ends with 0", async () => {
  const { code, err, out } = await here("evaluate", "--help");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("--aggregation <kind>");
});
