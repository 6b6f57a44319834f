import { readdir, readFile } from "node:fs/promises";

import { readCalibration } from "@langgraph-rollback/attribution";
import { CONFORMAL_METHODS } from "@langgraph-rollback/attribution/conformal/methods";
import { parseTrajectories } from "@langgraph-rollback/attribution/trajectory";
import { FAILURE_MODES, REWRITABLE_MODES } from "langgraph-rollback/faults";
import { describe, expect, it } from "vitest";

import { evaluationFixture } from "../fixtures/evaluation-fixture.ts";
import { runCommand } from "../fixtures/run-command.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";
import { FAILURE_MODE_NAMES, REWRITABLE_NAMES } from "../options/failure-mode-names.ts";
import { METHODS } from "../options/set-options.ts";

const { at, file, folder } = await scratchFolder();
const data = await file("failures.jsonl", evaluationFixture(24));
const many = await file("many.jsonl", evaluationFixture(70));
const calibrate = (...args: readonly string[]) => runCommand("calibrate", ...args);

describe("calibrate --data", () => {
  it("offers every method that there is", () => {
    expect(METHODS.toSorted()).toEqual([...CONFORMAL_METHODS, "selected"].toSorted());
  });

  it("writes a calibration that reads back, and says what it promises", async () => {
    const out = at("few.json");
    const { code, err, out: said } = await calibrate("--data", data, "--out", out);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // Of 24, as many calibrate as need no rounding of the rank: 0.2 (9 + 1) is whole, and 14 would be more than half.
    expect(said).toContain("Calibrated on 9 labelled failures, after fitting on 15 others.");
    expect(said).toContain("at least 0.80 of failures like these");
    expect(said).toContain("Sets: suffix. Scorer: logit");
    expect(said).toMatch(
      /^Of the 24 labelled failures, the first rollback by default would redo \d+ % of a restart's steps\n\(\d+ to \d+\) and keep at least one step in \d+\. With `--scorer position`: \d+ %\.$/m,
    );
    expect(await readCalibration(out)).toMatchObject({
      n: 9,
      alpha: 0.2,
      method: "suffix",
      promises: [{ n: 9, level: 0.8 }],
      // Also of those that fitted the scorer: each is held out in turn.
      forecast: { failures: 24 },
    });
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("tells what a drawn rank promises, and what calibrations do on average", async () => {
    const seven = await file("seven.jsonl", evaluationFixture(7));
    const { out } = await calibrate("--data", seven, "--out", at("seven.json"));
    expect(out).toMatch(
      /in at least 0\.(75|88) of failures like these, and in 0\.80 on average over calibrations;/,
    );
    const json = await calibrate("--data", seven, "--out", at("seven-again.json"), "--json");
    expect(JSON.parse(json.out).average).toBeCloseTo(0.8, 12);
  });

  it("says first of all that a calibration will only restart", async () => {
    const three = await file("three.jsonl", evaluationFixture(3));
    const { out } = await calibrate("--data", three, "--out", at("three.json"));
    expect(out).toMatch(
      /^It will only restart: in none of the 3 labelled failures would the first rollback keep a step\.\nLabel more failures, or take a larger --alpha\.\n/,
    );
    expect(out).not.toContain("would redo");
    const json = await calibrate("--data", three, "--out", at("three-again.json"), "--json");
    expect(JSON.parse(json.out)).toMatchObject({ forecast: { failures: 3, kept: 0, redone: 1 } });
  });

  it("names another scorer that would keep steps", async () => {
    const { out } = await calibrate("--data", data, "--out", at("positions.json"), "--scorer", "position");
    expect(out).toMatch(
      /^It will only restart: .*\nLabel more failures, take `--scorer logit`, or take a larger --alpha\.\n/,
    );
  });

  it.each([
    ["--small-sample", "throw"],
    ["--cross", "--scorer", "position"],
  ])("forecasts with as few labels as calibrate, and %s", async (...options) => {
    const four = await file("four.jsonl", evaluationFixture(4));
    const ended = await calibrate("--data", four, "--out", at("four.json"), "--force", "--json", ...options);
    expect({ ...ended, out: JSON.parse(ended.out) }).toMatchObject({
      code: 0,
      err: "",
      out: { n: 4, forecast: { failures: 4 } },
    });
  });

  it.each([
    [5, [], { n: 5, fitted: 0, method: "left", scorer: "constant" }],
    [9, [], { n: 9, fitted: 0, method: "left", scorer: "constant" }],
    [10, [], { n: 4, fitted: 6, method: "suffix", scorer: "logit" }],
    [17, ["--alpha", "0.1"], { n: 17, fitted: 0, method: "left", scorer: "constant" }],
    [18, ["--alpha", "0.1"], { n: 9, fitted: 9, method: "suffix", scorer: "logit" }],
    [70, [], { n: 34, fitted: 36, method: "suffix", scorer: "logit" }],
    [20, ["--alpha", "0.2", "--group", "subset"], { n: 10, fitted: 10, scorer: "logit" }],
  ])("chooses scorer, split and method by the number of labels: %i with %j", async (n, options, chosen) => {
    const labels = await file(`${n}.jsonl`, evaluationFixture(n));
    const out = at(`chosen-${n}.json`);
    const ended = await calibrate("--data", labels, "--out", out, "--json", "--force", ...options);
    expect(JSON.parse(ended.out)).toMatchObject(chosen);
    expect(await readCalibration(out)).toMatchObject({ scorerModel: { kind: chosen.scorer } });
  });

  it("calibrates the first write on all failures, as nothing is fitted", async () => {
    const out = at("first-write.json");
    const ended = await calibrate("--data", many, "--out", out, "--json", "--scorer", "first-write");
    expect(JSON.parse(ended.out)).toMatchObject({ fitted: 0, method: "suffix", scorer: "first-write" });
    expect(await readCalibration(out)).toMatchObject({ scorerModel: { kind: "first-write" } });
    const crossed = await calibrate("--data", many, "--scorer", "first-write", "--cross");
    expect(crossed).toMatchObject({
      code: 2,
      err: expect.stringContaining("needs a `--scorer` that is fitted"),
    });
  });

  it("draws the halves by the seed alone", async () => {
    const learn = async (seed: string) => {
      await calibrate(
        "--data",
        data,
        "--scorer",
        "position",
        "--seed",
        seed,
        "--out",
        at("seed.json"),
        "--force",
      );
      return readFile(at("seed.json"), "utf8");
    };
    expect(await learn("1")).toBe(await learn("1"));
    expect(await learn("1")).not.toBe(await learn("2"));
  });

  it("calibrates the scorer of an earlier file on all failures", async () => {
    await calibrate("--data", many, "--out", at("fitted.json"));
    const { out } = await calibrate(
      "--data",
      data,
      "--reuse",
      at("fitted.json"),
      "--out",
      at("anew.json"),
      "--json",
    );
    expect(JSON.parse(out)).toMatchObject({ n: 24, fitted: 0, scorer: "reused", method: "suffix" });
    const [before, after] = [
      await readCalibration(at("fitted.json")),
      await readCalibration(at("anew.json")),
    ];
    expect(after.scorerFingerprint).toBe(before.scorerFingerprint);
    expect(after.failures).not.toEqual(before.failures);
  });

  it("says that the guarantee is approximate after cross calibration", async () => {
    const { out } = await calibrate("--data", data, "--cross", "--out", at("cross.json"));
    expect(out).toContain("Aim, not proven");
    expect(await readCalibration(at("cross.json"))).toMatchObject({ guarantee: "approximate", n: 24 });
  });

  it("says how many labels are missing where there are too few for alpha", async () => {
    const { code, out } = await calibrate("--data", data, "--alpha", "0.01", "--out", at("strict.json"));
    expect(code).toBe(0);
    expect(out).toContain("TOO FEW: alpha 0.01 takes 99 failures.");
    expect(out).toContain("Label 75 more");
  });

  it("leaves out what has no label, and says so", async () => {
    const line = JSON.stringify({ id: "x", task: "", steps: [{ index: 0, agent: "a", content: "" }] });
    const mixed = await file("mixed.jsonl", `${evaluationFixture(5)}${line}\n`);
    const { err, out } = await calibrate("--data", mixed, "--out", at("mixed.json"));
    expect(err).toBe("Left out 1 trajectories without a label.");
    expect(out).toContain("on 5 labelled failures");
    const none = await calibrate("--data", await file("none.jsonl", `${line}\n`), "--out", at("none.json"));
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("Expected labelled trajectories") });
  });

  it.each([
    [
      ["--data", data, "--graph", "./a.js"],
      2,
      /Expected failures to learn from: .*got `--data` and `--graph`/,
    ],
    [[], 2, /Expected failures to learn from: .*got none/],
    [["--labels", "labels.jsonl"], 2, /`--db` beside `--labels`/],
    [["--tasks", "tasks.jsonl"], 2, /`--graph` and `--tasks` together/],
    [["--data", data, "--out", at("missing/c.json")], 2, /`--out`.*existing folder/],
    [["--data", data, "--cross", "--scorer", "constant"], 2, /`--cross` needs/],
    [["--data", data, "--cross", "--reuse", "c.json"], 2, /--reuse/],
    [["--graph", "a.js", "--tasks", "t", "--fault", "reapeat-step"], 2, /disobey-task,.*got "reapeat-step"/],
    [["--graph", "a.js", "--tasks", "t", "--fault", "derail,nothing"], 2, /got "nothing"/],
    [["--graph", "a.js", "--tasks", "t", "--fault-form", "rewrite"], 2, /name some with `--fault`/],
    [
      ["--graph", "a.js", "--tasks", "t", "--fault", "stop-early,derail", "--fault-form", "rewrite"],
      2,
      /has no derail, which takes a model; it has repeat-step/,
    ],
    [["--data", data, "--alpha", "2"], 2, /above 0 and below 1/],
    [["--data", at("nowhere.jsonl")], 1, /Could not read `--data`/],
    [["--data", data, "--reuse", data], 1, /CALIBRATION_FORMAT/],
  ])("refuses what makes no sense: %j", async (args, code, message) => {
    const ended = await calibrate(...args);
    expect(ended).toMatchObject({ code, err: expect.stringMatching(message) });
    expect(ended.out).toBe("");
  });

  it("names the file and the line that it cannot read, and writes nothing", async () => {
    const broken = await file("broken.jsonl", `${evaluationFixture(2)}{"id": 1}\n`);
    const { code, err } = await calibrate("--data", broken, "--out", at("broken.json"));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/broken\.jsonl.*line 3/) });
    expect(await readdir(folder)).not.toContain("broken.json");
  });
});

describe("calibrate --graph", () => {
  const langgraph = import.meta.resolve("@langchain/langgraph");

  /** Adds two numbers in two nodes; a note makes the node that sees it count one too many. */
  const agent = (exports: string) => `
    import { Annotation, END, messagesStateReducer, START, StateGraph } from ${JSON.stringify(langgraph)};
    const State = Annotation.Root({
      numbers: Annotation(), sum: Annotation(), note: Annotation(),
      messages: Annotation({ reducer: messagesStateReducer, default: () => [] }),
    });
    const slip = ({ messages }) => messages.length;
    export const graph = new StateGraph(State)
      .addNode("add", (state) => ({ sum: state.numbers[0] + state.numbers[1] + slip(state) }))
      .addNode("say", (state) => ({ sum: state.sum + slip(state) }))
      .addEdge(START, "add").addEdge("add", "say").addEdge("say", END).compile();
    ${exports}`;
  const verify = "export const verify = ({ output }, { expected }) => output.sum === expected;";
  const line = (a: number, b: number, expected = a + b) =>
    `${JSON.stringify({ id: `${a}+${b}`, input: { numbers: [a, b] }, expected })}\n`;

  it("plants faults into the user's graph, and keeps the failures if told to", async () => {
    const module = await file("agent.mjs", agent(verify));
    const tasks = await file("tasks.jsonl", [1, 2, 3, 4, 5, 6, 7, 8].map((a) => line(a, 2)).join(""));
    const files = ["--tasks", tasks, "--keep", at("planted.jsonl"), "--out", at("planted.json")];
    const { code, err, out } = await calibrate("--graph", module, ...files);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("Calibrated on 8 labelled failures.");
    const planted = parseTrajectories(await readFile(at("planted.jsonl"), "utf8"));
    expect(planted.map(({ id }) => id)).toEqual(["1+2", "2+2", "3+2", "4+2", "5+2", "6+2", "7+2", "8+2"]);
    expect(new Set(planted.map(({ label }) => label?.decisiveStep))).toEqual(new Set([0, 1]));
  });

  it("takes verifier and fault from where they are named", async () => {
    const module = await file("bare.mjs", agent(""));
    const judge = await file(
      "judge.mjs",
      `export const isRight = ({ output }, { expected }) => output.sum === expected;
       export const wreck = () => ({ rewrite: (writes) => writes.map(([channel]) => [channel, 99]) });`,
    );
    const tasks = await file("one.jsonl", line(1, 2));
    const named = [
      "--verify",
      `${judge}#isRight`,
      "--fault",
      `${judge}#wreck`,
      "--keep",
      at("one-planted.jsonl"),
    ];
    const { code } = await calibrate(
      "--graph",
      `${module}#graph`,
      "--tasks",
      tasks,
      ...named,
      "--out",
      at("one.json"),
    );
    expect(code).toBe(0);
    expect(await readFile(at("one-planted.jsonl"), "utf8")).toContain("99");
  });

  it("knows the failure modes that can be planted", () => {
    expect(FAILURE_MODE_NAMES).toEqual(FAILURE_MODES.map(({ name }) => name));
    expect(REWRITABLE_NAMES).toEqual(REWRITABLE_MODES);
  });

  it.each([
    [
      ["--fault", "derail, stop-early"],
      ["derail", "stop-early"],
    ],
    [["--fault", "mismatch-reasoning-action", "--fault-form", "rewrite"], ["mismatch-reasoning-action"]],
  ])("plants failure modes by name, which the labels give as reason: %j", async (args, modes) => {
    const module = await file("modes.mjs", agent(verify));
    const tasks = await file("modes.jsonl", [1, 2, 3, 4, 5, 6, 7, 8].map((a) => line(a, 2)).join(""));
    const keep = at("by-mode.jsonl");
    const files = ["--tasks", tasks, "--keep", keep, "--out", at("by-mode.json"), "--force"];
    const { code, err } = await calibrate("--graph", module, ...args, ...files);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const planted = parseTrajectories(await readFile(keep, "utf8"));
    expect(planted).toHaveLength(8);
    expect(new Set(planted.map(({ label }) => label?.reason))).toEqual(new Set(modes));
  });

  it("says why tasks gave no failure, and fails if none did", async () => {
    const module = await file("strict.mjs", agent(verify));
    const wrong = await file("wrong.jsonl", line(1, 2, 7));
    const ended = await calibrate("--graph", module, "--tasks", wrong, "--out", at("wrong.json"));
    expect(ended).toMatchObject({ code: 1, out: "" });
    expect(ended.err).toContain("1 of 1 tasks gave no labelled failure: 1 base-run-failed.");
    expect(ended.err).toContain("No planted fault made a run fail");
  });

  it.each([
    ["a missing module", "nowhere.mjs", "", line(1, 2), /Could not import `--graph`.*nowhere/],
    ["a missing verifier", "no-verify.mjs", agent(""), line(1, 2), /export a function as `verify`/],
    ["no graph", "no-graph.mjs", verify, line(1, 2), /export a compiled graph or an agent as `graph`/],
    ["what is no graph", "fake.mjs", `export const graph = {};${verify}`, line(1, 2), /UNSUPPORTED_GRAPH/],
    [
      "tasks without input",
      "fine.mjs",
      agent(verify),
      '{"id": 1}\n',
      /line 1: expected an object with `input`/,
    ],
    ["no tasks", "no-tasks.mjs", agent(verify), "\n", /Expected tasks/],
  ])("says what to change: %s", async (_, name, source, lines, message) => {
    const module = source === "" ? at(name) : await file(name, source);
    const tasks = await file("some.jsonl", lines);
    const ended = await calibrate("--graph", module, "--tasks", tasks, "--out", at("never.json"));
    expect(ended).toMatchObject({ code: 1, err: expect.stringMatching(message) });
    expect(await readdir(folder)).not.toContain("never.json");
  });
});
