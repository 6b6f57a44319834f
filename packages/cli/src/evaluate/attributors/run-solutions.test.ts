import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type ServerScript, startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { stringifyTrajectory, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { runCommand } from "../../fixtures/run-command.ts";
import { runHere } from "../../fixtures/run-here.ts";
import { scratchFolder } from "../../fixtures/scratch-folder.ts";

const { at, file } = await scratchFolder();
const published = fileURLToPath(new URL("../../fixtures/published/reasoneval.json", import.meta.url));

/** Finds the fault of the sample, 3 * 12 = 38, and none in any other solution. */
const finder: ServerScript = ({ messages }) => ({
  json: {
    fault: "3 * 12 is 36.",
    primacy: "It is the first.",
    faulty: JSON.stringify(messages).includes("= 38 eggs"),
    step: 1,
    reason: "It is so.",
    confidence: 95,
  },
});

async function evaluate(script: ServerScript, ...args: readonly string[]) {
  const server = await startOpenaiServer(script);
  try {
    const ended = await runHere(["evaluate", ...args], { OPENAI_BASE_URL: server.baseURL }, async () => {});
    return { ...ended, asked: server.requests.map(({ messages }) => JSON.stringify(messages)) };
  } finally {
    await server.close();
  }
}

describe("evaluate --attributor over right and wrong solutions", () => {
  it("gives RAFFLES' solution and step figures, from the published layout to the table", async () => {
    const data = at("solutions.jsonl");
    await runCommand("import", "--from", "reasoneval", published, "--out", data);
    const args = ["--data", data, "--attributor", "raffles-reasoning"];
    const [table, json] = [await evaluate(finder, ...args), await evaluate(finder, ...args, "--json")];
    expect(table).toMatchObject({ code: 0, err: "" });
    // One right and one wrong solution, of two steps each; the wrong step of the latter is its first. Finding no fault: right
    // solutions F1 = 2/3, wrong ones 0, mean 1/3; right steps 2 of 2 found, one wrong one not: F1 = 4/5, wrong ones 0, mean 2/5.
    expect(table.out).toMatch(/^all right +1 +1 +0\.500 +0\.333 +0\.500 +0\.400/m);
    // Blaming the first step: wrong solutions F1 = 2/3, right ones 0. Wrong steps: 1 of 1 found, the right one's two steps are
    // not: 2 / (2 + 2) = 1/2; right ones 0: mean 1/4.
    expect(table.out).toMatch(/^first step +1 +1 +0\.500 +0\.333 +0\.500 +0\.250/m);
    expect(table.out).toMatch(/^raffles-reasoning +1 +1 +1\.000 +1\.000 +1\.000 +1\.000/m);
    expect(table.out).toMatch(/^MR-GSM8K-Original +Claude Sonnet 4, K 2 +0\.951 +0\.951 +0\.838 +0\.823/m);
    expect(table.out.split("\n").filter((line) => line.trimEnd().length > 80)).toEqual([]);
    const { n, right, results } = JSON.parse(json.out);
    expect({ n, right }).toEqual({ n: 1, right: 1 });
    expect(results[0].groups[0].solutions).toEqual({
      right: 1,
      wrong: 1,
      solutionAccuracy: 1,
      solutionF1: 1,
      stepAccuracy: 1,
      stepF1: 1,
    });
  });

  it.each(["raffles-reasoning", "raffles-reasoning+position"])(
    "does not tell %s why a run was rejected where others went right, and leaves those out with --failures-only",
    async (name) => {
      const steps = ["2 + 2 = 5", "So 5."].map((content, index) => ({ index, agent: "solver", content }));
      const wrong = ["Add 2 and 2.", "Add 1 and 3."].map((task): Trajectory => ({
        id: task,
        task,
        steps,
        outcome: { ok: false, reason: "not even close" },
        label: { decisiveStep: 0 },
      }));
      const right = { id: "right", task: "Add 2 and 3.", steps, outcome: { ok: true } };
      const lines = [...wrong, right].map((each) => `${stringifyTrajectory(each)}\n`);
      const args = ["--data", await file("both.jsonl", lines.join("")), "--attributor", name];
      const hears = (asked: readonly string[], text: string) => asked.some((one) => one.includes(text));
      const both = await evaluate(finder, ...args);
      expect(both.code).toBe(0);
      expect(hears(both.asked, "Add 1 and 3.")).toBe(true);
      expect(hears(both.asked, "not even close")).toBe(false);
      // An ensemble judges labelled ones alone.
      expect(hears(both.asked, "Add 2 and 3.")).toBe(!name.includes("+"));
      const failures = await evaluate(finder, ...args, "--failures-only");
      expect(hears(failures.asked, "not even close")).toBe(true);
      expect(hears(failures.asked, "Add 2 and 3.")).toBe(false);
      expect(failures.err).toContain("Left out 1");
      expect(failures.out).not.toContain("Sol. F1");
    },
  );

  it("shows no figure of an ensemble over solutions, and asks it about labelled ones only", async () => {
    const text = `${await readFile(published, "utf8")}\n${(await readFile(published, "utf8")).replaceAll("12", "13")}`;
    await runCommand(
      "import",
      "--from",
      "reasoneval",
      await file("more.json", text),
      "--out",
      at("more.jsonl"),
    );
    const { code, out } = await evaluate(
      finder,
      "--data",
      at("more.jsonl"),
      "--attributor",
      "raffles-reasoning+position",
    );
    expect(code).toBe(0);
    expect(out).toMatch(/^raffles-reasoning\+position +- +- +- +- +- +-/m);
  });
});

describe("evaluate --attributor --repeat", () => {
  it("judges with another seed each time, and gives means, deviations and intervals over trajectories", async () => {
    const data = await file("sums.jsonl", evaluationFixture(30));
    const figures = async (...args: readonly string[]) => {
      const { out } = await runCommand(
        "evaluate",
        "--data",
        data,
        "--attributor",
        "random",
        "--json",
        ...args,
      );
      return JSON.parse(out).results[0].groups[0];
    };
    const runs = [];
    for (const seed of [1, 2, 3]) runs.push((await figures("--seed", `${seed}`)).accuracy.step);
    const { accuracy, intervals, std } = await figures("--repeat", "3");
    const mean = (runs[0] + runs[1] + runs[2]) / 3;
    expect(accuracy.step).toBeCloseTo(mean, 12);
    expect(std.step).toBeCloseTo(Math.sqrt(runs.reduce((sum, run) => sum + (run - mean) ** 2, 0) / 2), 12);
    expect(std.step).toBeGreaterThan(0);
    expect(intervals.step.lower).toBeLessThanOrEqual(mean);
    expect(intervals.step.upper).toBeGreaterThanOrEqual(mean);
    expect((await figures()).std).toBeUndefined();
  });

  it("compares every two methods on the same trajectories, in table and JSON", async () => {
    const data = await file("more-sums.jsonl", evaluationFixture(30));
    const args = ["evaluate", "--data", data, "--attributor", "random,position"] as const;
    const [table, json] = [await runCommand(...args), await runCommand(...args, "--json")];
    const { comparisons, results } = JSON.parse(json.out);
    expect(comparisons).toHaveLength(1);
    const [{ first, second, step, stepHolm }] = comparisons;
    expect([first, second, stepHolm]).toEqual(["position", "random", step.p]);
    const [position, random] = results.map((one: { groups: { accuracy: { step: number } }[] }) =>
      Math.round(30 * (one.groups[0]?.accuracy.step ?? 0)),
    );
    expect(step.onlyFirst - step.onlySecond).toBe(position - random);
    expect(table.out).toMatch(/^position, random +\d+ +\d+ /m);
    expect(table.out).toMatch(/^position +0\.\d{3}-0\.\d{3} /m);
    expect(table.out).toMatch(/^chance\/agent +0\.\d{3} /m);
  });
});
