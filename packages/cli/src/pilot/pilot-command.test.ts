import { calibrateVerifier, readVerifierCalibration } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";
import { runHere } from "../fixtures/run-here.ts";
import { scratchFolder } from "../fixtures/scratch-folder.ts";

const { at: pathOf, file } = await scratchFolder();
const langgraph = import.meta.resolve("@langchain/langgraph");

/** Doubles a number in two steps. What it does of a task at first and after a note, the task says. */
const agent = await file(
  "agent.mjs",
  `
    import { Annotation, END, START, StateGraph } from ${JSON.stringify(langgraph)};
    const State = Annotation.Root({
      number: Annotation(), first: Annotation(), later: Annotation(), note: Annotation(), result: Annotation(),
    });
    export const graph = new StateGraph(State)
      .addNode("read", ({ number }) => ({ number }))
      .addNode("double", ({ number, first, later, note }) => {
        const does = note ? later : first;
        if (does === "throw") throw new Error("broke");
        return { result: does === "right" ? 2 * number : 0 };
      })
      .addEdge(START, "read")
      .addEdge("read", "double")
      .addEdge("double", END)
      .compile();
    // Rejects what is wrong. Of number 7, it rejects what is right, and takes what comes then.
    export const verify = ({ output }) => (output.number === 7 ? output.result === 0 : output.result !== 0);
    export const truth = ({ output }, line) => output.result === line.answer;
    export const options = { noteChannel: "note" };
    const cost = { tokens: [{ model: "judge", input: 900, output: 100 }] };
    export const judge = (run) => ({ ok: verify(run), cost });
    const prices = { judge: { input: 1000, output: 10000 } };
    export const priced = { ...options, budget: { money: { amount: 100, prices } } };
    export const scored = Object.assign(
      ({ output }) => ({ ok: true, score: output.result === 2 * output.number ? 0.9 : 0.1 }),
      { fingerprint: "scored-1" },
    );
    export const notAFunction = 3;
    export const fails = () => { throw new Error("no answer is stored"); };
  `,
);

const line = (number: number, first: string, later: string): string =>
  `${JSON.stringify({ id: `task-${number}`, input: { number, first, later }, answer: 2 * number })}\n`;

const good = Array.from({ length: 10 }, (_, at) => line(at + 10, "right", "right")).join("");
const bad = Array.from({ length: 8 }, (_, at) => line(at + 30, at === 0 ? "throw" : "wrong", "right")).join(
  "",
);
const tasks = await file("tasks.jsonl", good + bad + line(7, "right", "wrong"));

const pilot = (...args: readonly string[]) => runHere(["pilot", "--graph", agent, "--tasks", tasks, ...args]);

describe("pilot", () => {
  it("says what rollback recovered and spoilt, what it cost, and whether to leave it on", async () => {
    const { code, err, out } = await pilot();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("19 tasks. The first attempts are the agent without rollback.");
    expect(out).toMatch(/^right at first +11 of 19 \(\d+-\d+ %\) +11 of 19/m);
    expect(out).toMatch(/^right in the end +18 of 19/m);
    expect(out).toMatch(/^wrong ones caught +8 of 8 /m);
    expect(out).toMatch(/^wrong ones recovered +8 of 8 /m);
    expect(out).toMatch(/^right ones spoilt +1 of 11 /m);
    expect(out).toMatch(/^right ones redone +1 of 11 /m);
    expect(out).toMatch(/^steps redone, of the first attempts' +\d+: \d+ %/m);
    expect(out).toContain(
      "Of wrong ones 100 % were recovered, of right ones 9 % spoilt: that is 11.0 to 1. It pays above 1.4 to 1.",
    );
    expect(out.split("\n").at(-1)).toMatch(/^(Leave rollback on|Restart failed runs only)/);
    expect(out.split("\n").every((each) => each.trimEnd().length <= 110)).toBe(true);
  });

  it("says what the verdicts have cost, if the verifier says it", async () => {
    expect((await pilot()).out).not.toContain("tokens of verdicts");
    const { out } = await pilot("--verify", `${agent}#judge`);
    // 19 first attempts, of which one threw and was not judged, and 9 more.
    expect(out).toMatch(/^tokens of verdicts, all attempts +27000 +27000 *$/m);
    expect(out).not.toContain("money for these tokens");
    const priced = await pilot("--verify", `${agent}#judge`, "--options", `${agent}#priced`, "--json");
    expect(JSON.parse(priced.out)).toMatchObject({ rollback: { verdictTokens: 27_000, verdictMoney: 51.3 } });
    const table = await pilot("--verify", `${agent}#judge`, "--options", `${agent}#priced`);
    expect(table.out).toMatch(/^money for these tokens +51\.3 +51\.3 *$/m);
  });

  it("gives the same as JSON, without restarts if they are not wanted", async () => {
    const { out } = await pilot("--no-restart", "--json");
    expect(JSON.parse(out)).toMatchObject({
      format: "langgraph-rollback/pilot",
      leftOut: [],
      rollback: { tasks: 19, recovered: { count: 8, of: 8 }, spoilt: { count: 1, of: 11 } },
      restart: null,
      advice: { kind: "on", sentence: "Leave rollback on: it recovered 8 and spoilt 1 of 19 tasks." },
    });
  });

  it("asks for more tasks where a few tell nothing", async () => {
    const few = await file("few.jsonl", line(1, "right", "right") + line(2, "wrong", "right"));
    const { out } = await runHere(["pilot", "--graph", agent, "--tasks", few]);
    expect(out).toMatch(/^Label \d+ more tasks to know: it recovered 1 and spoilt 0 of 2 tasks/m);
  });

  it("fails where nothing can be judged, or a module lacks what it is to export", async () => {
    expect(await pilot("--truth", `${agent}#fails`)).toMatchObject({
      code: 1,
      err: expect.stringContaining("truth-failed. no answer is stored"),
    });
    for (const option of ["--truth", "--verify", "--options"])
      expect(await pilot(option, `${agent}#notAFunction`)).toMatchObject({
        code: 1,
        err: expect.stringContaining(`${option} ${agent}#name`),
      });
    expect(await pilot("--graph", `${agent}#nothing`)).toMatchObject({ code: 1 });
    expect(await pilot("--max-rollbacks", "0")).toMatchObject({ code: 2 });
    expect(await runHere(["pilot", "--graph", agent])).toMatchObject({ code: 2 });
    expect(await pilot("--json", tasks)).toMatchObject({ code: 2 });
  });
});

describe("pilot --retries", async () => {
  const right = Array.from({ length: 19 }, () => ({ score: 0.9, right: true }));
  const calibration = calibrateVerifier(right, { verifier: "scored-1", epsilon: 0.1 });
  const verifier = await file("verifier.json", JSON.stringify(calibration));
  // Twelve wrong at first: eight are right when they are retried, four are wrong again.
  const retriedTasks = await file(
    "retried.jsonl",
    line(10, "right", "right") +
      Array.from({ length: 8 }, (_, index) => line(index + 20, "wrong", "right")).join("") +
      Array.from({ length: 4 }, (_, index) => line(index + 50, "wrong", "wrong")).join(""),
  );
  const args = ["pilot", "--graph", agent, "--tasks", retriedTasks, "--verify", `${agent}#scored`];
  const withVerifier = [...args, "--verifier-calibration", verifier, "--retries", "2"];

  it("retries failed tasks, shows retries against gamma, and writes what calibrate takes", async () => {
    const out = pathOf("with-retries.json");
    const ended = await runHere([...withVerifier, "--out", out]);
    expect(ended).toMatchObject({ code: 0, err: "" });
    expect(ended.out).toContain(
      "13 tasks: 1 right at first, 0 wrong and accepted, 12 wrong and rejected. The last were retried.",
    );
    expect(ended.out).toMatch(/^1 +0\.05 +too few tasks +- +- *$/m);
    expect(ended.out).toMatch(/^2 +0\.2 +16 of 16 \(79-100 %\) +8 of 12 \(35-90 %\) +0 of 12 \(0-26 %\) *$/m);
    const [table = ""] = ended.out.split("\nPromised: ");
    expect(ended.out).toMatch(
      /^Promised: at most 10 % of right runs are touched \(n = 19, exact\)\. Not yet: .* no gamma is chosen\.$/m,
    );
    expect(table.split("\n").filter((each) => each.trimEnd().length > 110)).toEqual([]);
    expect(await readVerifierCalibration(out)).toMatchObject({ retries: { below: 0.9, maxRetries: 2 } });

    const chosen = pathOf("chosen.json");
    const looked = await runHere(["calibrate", "--retried", out, "--out", chosen]);
    expect(looked).toMatchObject({ code: 0, out: expect.stringContaining("Nothing was chosen.") });
    const calibrated = await runHere(["calibrate", "--retried", out, "--gamma", "0.2", "--out", chosen]);
    expect(calibrated.out).toContain("at most 20 % end with a wrong result accepted (n = 12).");
    expect((await readVerifierCalibration(chosen)).retries?.gamma).toBe(0.2);
    const asJson = await runHere(["calibrate", "--retried", out, "--json"]);
    expect(JSON.parse(asJson.out).table).toHaveLength(8);
  });

  it("gives the table as JSON", async () => {
    const { out } = await runHere([...withVerifier, "--json"]);
    expect(JSON.parse(out)).toMatchObject({ right: 1, accepted: 0, retried: 12, leftOut: [] });
  });

  it("refuses retries without a calibrated verifier, and what belongs to retries without them", async () => {
    for (const [given, message] of [
      [[...args, "--retries", "2"], "--verifier-calibration"],
      [[...args, "--out", pathOf("never.json")], "--retries"],
      [["pilot", "--db", "runs.sqlite", "--retries", "2"], "with `--db` nothing runs"],
      [["calibrate", "--data", "failures.jsonl", "--gamma", "0.2"], "--retried"],
    ] as const)
      expect(await runHere(given)).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    expect(await runHere(["calibrate", "--retried", verifier])).toMatchObject({
      code: 1,
      err: expect.stringContaining("`pilot --retries` makes them"),
    });
  });
});
