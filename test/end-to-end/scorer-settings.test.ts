import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { afterAll, describe, expect, it } from "vitest";
import { runHere } from "../../packages/cli/src/fixtures/run-here.ts";
import { ALIKE, judgeByHand, publishedTrace } from "../docs/support/papers-judge.ts";

const folder = await mkdtemp(path.join(tmpdir(), "scorer-settings-"));
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);
await mkdir(at("published"));
for (const [index, trace] of ALIKE.entries())
  await writeFile(at(`published/${index + 1}.json`), publishedTrace(trace, true));
await runHere(["import", "--from", "who-and-when", at("published"), "--out", at("data.jsonl")]);

async function run(...args: readonly string[]) {
  const server = await startOpenaiServer(judgeByHand);
  try {
    const ended = await runHere(args, { OPENAI_BASE_URL: server.baseURL });
    return { ...ended, calls: server.requests.length };
  } finally {
    await server.close();
  }
}

const judge = ["--attributor", "raffles", "--set", "rounds=0"];
const calibrate = (...args: readonly string[]) => run("calibrate", "--data", at("data.jsonl"), ...args);
const attribute = (...args: readonly string[]) =>
  run("attribute", at("data.jsonl"), "--calibration", at("judge.json"), ...args);

describe("--set", () => {
  it("reaches the method that calibrates and the one that attributes", async () => {
    const made = await calibrate(...judge, "--out", at("judge.json"));
    expect(made).toMatchObject({ code: 0, calls: ALIKE.length });
    const found = await attribute(...judge, "--json");
    expect(found).toMatchObject({ code: 0, calls: ALIKE.length });
    // The third of four steps is blamed in each, and the default sets reach from it to the end.
    for (const { set } of JSON.parse(found.out)) expect(set.steps).toEqual([2, 3]);
    // A judge and three evaluators.
    const round = ["--attributor", "raffles", "--set", "raffles.rounds=1"];
    expect((await calibrate(...round, "--out", at("round.json"))).calls).toBe(4 * ALIKE.length);
  });

  it("keeps a calibration from being used with other settings", async () => {
    const { code, err } = await attribute("--attributor", "raffles", "--set", "rounds=1");
    expect(code).not.toBe(0);
    expect(err).toContain("calibrat");
  });

  it.each(["calibrate", "attribute"])(
    "of a method that has no such setting is refused by %s",
    async (name) => {
      const data = name === "calibrate" ? ["--data", at("data.jsonl")] : [at("data.jsonl")];
      const ended = await run(name, ...data, "--attributor", "all-at-once", "--set", "rounds=1");
      expect(ended).toMatchObject({ code: 2, calls: 0, err: expect.stringContaining("they have none") });
    },
  );

  it.each(["calibrate", "attribute", "evaluate"])("is explained by the help of %s", async (name) => {
    const { out } = await run(name, "--help");
    expect(out).toContain("evaluatorsRead=...");
  });
});
