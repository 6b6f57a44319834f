import { ATTRIBUTOR_NAMES, METHOD_SETTINGS } from "@langgraph-rollback/attributors/names";
import { type ServerScript, startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-line.ts";
import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";

const folder = await mkdtemp(path.join(tmpdir(), "method-settings-"));
afterAll(() => rm(folder, { recursive: true }));
const data = path.join(folder, "failures.jsonl");
await writeFile(data, evaluationFixture(1));

/** An answer that any question of any method takes: RAFFLES is never sure, step-by-step finds the first step wrong. */
const answer: ServerScript = () => ({
  json: {
    faulty: true,
    fault: "f",
    primacy: "p",
    decisiveness: "d",
    reason: "r",
    agent: "planner",
    step: 1,
    confidence: 10,
    mistake: true,
    probability: 0.9,
  },
});

async function evaluate(...args: readonly string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const server = await startOpenaiServer(answer);
  const output = {
    print: (text: string) => out.push(text),
    printError: (text: string) => err.push(text),
    startProgress: () => ({ advance() {}, done() {}, fail() {} }),
  };
  try {
    const code = await runCommandLine(["evaluate", "--data", data, ...args], output, {
      OPENAI_BASE_URL: server.baseURL,
    });
    const prompts = server.requests.map(({ messages }) => JSON.stringify(messages));
    return { code, out: out.join("\n"), err: err.join("\n"), prompts };
  } finally {
    await server.close();
  }
}

const judged = async (method: string, ...set: readonly string[]) => {
  const args = set.flatMap((each) => ["--set", each]);
  const { out, prompts } = await evaluate("--attributor", method, ...args, "--json");
  const [{ fingerprint, problems }] = JSON.parse(out).results;
  return { fingerprint: String(fingerprint), problems, calls: prompts.length };
};

describe("evaluate --set", () => {
  it("plays as many rounds of RAFFLES as it says, and is part of the fingerprint", async () => {
    const [alone, one, three] = [
      await judged("raffles", "rounds=0"),
      await judged("raffles", "rounds=1"),
      await judged("raffles", "raffles.rounds=3"),
    ];
    expect(one.calls).toBeGreaterThan(alone.calls);
    expect(three.calls).toBe(3 * one.calls);
    expect(new Set([alone, one, three].map(({ fingerprint }) => fingerprint)).size).toBe(3);
  });

  it("has step-by-step stop at the first mistake, or never", async () => {
    expect((await judged("step-by-step")).calls).toBe(1);
    expect((await judged("step-by-step", "stop=never")).calls).toBeGreaterThan(1);
  });

  it("chooses ECHO's unified or decoupled round, and its panel", async () => {
    const analysts = async (...set: readonly string[]) => (await judged("echo", ...set)).calls;
    const unified = await analysts("unifiedUpTo=Infinity", "analysts=1");
    expect(await analysts("unifiedUpTo=Infinity", "analysts=6")).toBe(6 * unified);
    expect(await analysts("unifiedUpTo=0", "analysts=1")).toBe(2 * unified);
  });

  it.each([
    ["raffles", "evaluatorsRead=whole"],
    ["raffles-reasoning", "threshold=100"],
    ["echo", "extraction=model"],
    ["echo", "temperatures=0:1"],
    ["chief", "longestText=Infinity"],
    ["chief", "examples=0"],
    ["tool-caller", "maxInspections=1"],
    ["hybrid", "stop=never"],
    ["joint", "window=500"],
    ["joint", "refine=2"],
  ])("gives %s another fingerprint by %s", async (method, set) => {
    expect((await judged(method, set)).fingerprint).not.toBe((await judged(method)).fingerprint);
  });

  it("is named in the report", async () => {
    const { out } = await evaluate(
      "--attributor",
      "raffles,echo",
      "--set",
      "rounds=0",
      "--set",
      "analysts=2",
    );
    expect(out).toMatch(/^Settings: rounds=0, analysts=2\.$/m);
  });

  it("reaches the estimate", async () => {
    const counted = async (rounds: number) => {
      const { out } = await evaluate(
        "--attributor",
        "raffles",
        "--set",
        `rounds=${rounds}`,
        "--estimate",
        "--json",
      );
      return JSON.parse(out).methods[0].groups[0].calls;
    };
    expect(await counted(3)).toBe(3 * (await counted(1)));
  });

  it.each([
    ["raffles", "rounds", 'Expected NAME=VALUE or METHOD.NAME=VALUE, got "rounds"'],
    ["raffles", "round=3", 'raffles.evaluatorsRead), got "round"'],
    ["raffles", "rounds=-1", 'Expected `rounds` of raffles to be a whole number, 0 or more, got "-1"'],
    ["raffles", "rounds=1.5", "a whole number, 0 or more"],
    ["raffles", "rounds=", "a whole number, 0 or more"],
    ["raffles", "evaluatorsRead=all", "to be excerpts or whole"],
    ["echo", "analysts=7", "from 1 to 6"],
    ["echo", "threshold=2", "from 0 to 1"],
    ["echo", "temperatures=0.9:0.3", "the lower one first"],
    ["all-at-once", "rounds=3", "they have none"],
    ["echo", "raffles.rounds=3", 'Expected a setting of echo, got one of "raffles"'],
  ])("of %s is refused as %s, before a call", async (method, set, message) => {
    const { code, err, prompts } = await evaluate("--attributor", method, "--set", set);
    expect({ code, calls: prompts.length }).toEqual({ code: 2, calls: 0 });
    expect(err).toContain(message);
  });
});

describe("the settings of methods", () => {
  it("are of methods that there are, and the help lists them all", async () => {
    expect(
      Object.keys(METHOD_SETTINGS).filter((name) => !ATTRIBUTOR_NAMES.some((each) => each === name)),
    ).toEqual([]);
    const { out } = await evaluate("--help");
    for (const settings of Object.values(METHOD_SETTINGS))
      for (const { name } of settings) expect(out).toContain(`${name}=...`);
  });
});
