import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import {
  parseLabelledTraces,
  parseTrajectories,
  stringifyTrajectory,
} from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { loadCases } from "../evaluate/attributors/load-cases.ts";
import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at, file, folder } = await scratchFolder();
const traces = await file("traces.jsonl", evaluationFixture(4));
const own = { id: "own", task: "", steps: [{ index: 0, agent: "a", content: "x" }] };
const importFrom = (...args: readonly string[]) => runCommand("import", ...args);

describe("import", () => {
  it("brings traces of several files into one form", async () => {
    const more = await file("more.jsonl", `${stringifyTrajectory(own)}\n`);
    const { code, err, out } = await importFrom(traces, more);
    expect({ code, err }).toEqual({
      code: 0,
      err: "Read 5 trajectories, 4 of them labelled, 0 of them right.",
    });
    expect(parseTrajectories(out)).toEqual([...parseLabelledTraces(evaluationFixture(4)), own]);
  });

  it("gives its own output again", async () => {
    const first = await importFrom(traces);
    const again = await importFrom(await file("again.jsonl", `${first.out}\n`));
    expect(again.out).toBe(first.out);
  });

  it("writes a file whole or not at all", async () => {
    await importFrom(traces, "--out", at("good.jsonl"), "--json", at("figures.json"));
    expect(parseTrajectories(await readFile(at("good.jsonl"), "utf8"))).toHaveLength(4);
    expect(JSON.parse(await readFile(at("figures.json"), "utf8"))).toEqual({
      trajectories: 4,
      labelled: 4,
      right: 0,
      agents: expect.objectContaining({}),
    });
    const broken = await file("broken.jsonl", `${evaluationFixture(2)}{"id": "cut sh`);
    const ended = await importFrom(broken, "--out", at("bad.jsonl"));
    expect(ended).toMatchObject({ code: 1, err: expect.stringMatching(/broken\.jsonl: .*line 3/) });
    expect(await readdir(folder)).not.toContain("bad.jsonl");
  });

  it.each([
    ["an id twice", () => importFrom(traces, traces), 1, /Two trajectories have the id "sum-0"/],
    ["nothing", async () => importFrom(await file("empty.jsonl", "\n")), 1, /Expected traces/],
    ["a missing file", () => importFrom(at("nowhere.jsonl")), 1, /Could not read .*nowhere/],
    ["an unknown format", () => importFrom(traces, "--from", "otel"), 2, /langgraph-rollback/],
  ])("refuses %s", async (_, run, code, message) => {
    expect(await run()).toMatchObject({ code, err: expect.stringMatching(message), out: "" });
  });
});

describe("import --agents", () => {
  const team = {
    id: "team",
    task: "",
    instructions: { Solver: "Solve.", Checker: "Check.", Helper: "Solve." },
    steps: [
      { index: 0, agent: "Solver", to: "Checker", content: "x" },
      { index: 1, agent: "Helper", content: "y" },
      { index: 2, agent: "Checker", content: "z" },
    ],
    label: { decisiveStep: 0, decisiveAgent: "Solver" },
  };

  it("gives agents the names of the graph that they are to teach, wherever a trajectory names them", async () => {
    const where = await file("team.jsonl", stringifyTrajectory(team));
    const names = await file(
      "names.json",
      JSON.stringify({ Solver: "solve", Helper: "solve", Checker: "check" }),
    );
    const { out } = await importFrom(where, "--agents", names);
    expect(parseTrajectories(out)).toEqual([
      {
        ...team,
        instructions: { solve: "Solve.", check: "Check." },
        steps: [
          { ...team.steps[0], agent: "solve", to: "check" },
          { ...team.steps[1], agent: "solve" },
          { ...team.steps[2], agent: "check" },
        ],
        label: { decisiveStep: 0, decisiveAgent: "solve" },
      },
    ]);
    await importFrom(where, "--out", at("team-out.jsonl"), "--json", at("agents.json"));
    expect(JSON.parse(await readFile(at("agents.json"), "utf8")).agents).toEqual({
      Solver: 1,
      Helper: 1,
      Checker: 1,
    });
  });

  it("refuses a table of another shape, and a name that no agent has", async () => {
    const where = await file("team.jsonl", stringifyTrajectory(team));
    for (const [text, code, message] of [
      ["[1]", 2, /one JSON object of names/],
      ["{", 2, /one JSON object of names/],
      ['{"Solver": "solve", "Solvr": "x"}', 1, /agents named "Solvr".*got none/],
    ] as const)
      expect(await importFrom(where, "--agents", await file("bad.json", text))).toMatchObject({
        code,
        err: expect.stringMatching(message),
        out: "",
      });
  });
});

describe("import --from", () => {
  const published = (name: string) =>
    fileURLToPath(new URL(`../fixtures/published/${name}`, import.meta.url));

  it("reads a folder of published files, and keeps the right answers for `evaluate --ground-truth`", async () => {
    await mkdir(at("set"));
    for (const name of ["2.json", "10.json"])
      await copyFile(published("who-and-when.json"), at(`set/${name}`));
    const out = at("failures.jsonl");
    const ended = await importFrom("--from", "who-and-when", at("set"), "--out", out);
    expect(ended).toMatchObject({
      code: 0,
      err: "Read 2 trajectories, 2 of them labelled, 0 of them right.",
    });
    const { cases } = await loadCases([out], {});
    expect(cases.map(({ groundTruth, trajectory }) => [trajectory.id, groundTruth])).toEqual([
      ["algorithm-generated/2", "14"],
      ["algorithm-generated/10", "14"],
    ]);
    const again = await importFrom(out);
    expect(`${again.out}\n`).toBe(await readFile(out, "utf8"));
  });

  it("knows a published file by what stands in it", async () => {
    const known = await importFrom(published("who-and-when.json"));
    const named = await importFrom(published("who-and-when.json"), "--from", "who-and-when");
    expect(known.out).toBe(named.out);
    expect(known.out).toContain('"decisiveStep":1');
  });

  it("names file, line and field of what it cannot read, and writes nothing that a terminal would obey", async () => {
    const text = (await readFile(published("reasoneval.json"), "utf8")).replaceAll(
      '"wrong"',
      '"\\u001b[2Jwrong"',
    );
    const ended = await importFrom("--from", "reasoneval", await file("solutions.json", text));
    expect(ended).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/solutions\.json: .*line 2, `model_output_solution_correctness`/),
    });
    // eslint-disable-next-line no-control-regex
    expect(ended.err).not.toMatch(/\u001b/);
  });

  it("does not write to a file that it finds in a folder", async () => {
    await mkdir(at("own"));
    await copyFile(published("reasoneval.json"), at("own/a.json"));
    const ended = await importFrom("--from", "reasoneval", at("own"), "--out", at("own/a.json"), "--force");
    expect(ended).toMatchObject({ code: 2, out: "" });
  });
});
