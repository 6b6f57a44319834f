import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type ServerScript, startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { afterAll, describe, expect, it } from "vitest";
import { runCommandLine } from "../../command-line.ts";
import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { ATTRIBUTORS } from "@langgraph-rollback/lab/names";

const folder = await mkdtemp(path.join(tmpdir(), "attributors-"));
let files = 0;
const fresh = (): string => path.join(folder, `${(files += 1)}.jsonl`);
afterAll(() => rm(folder, { recursive: true }));

const data = fresh();
await writeFile(data, evaluationFixture(6).replaceAll('"unknown"', '"the true sum"'));

type Env = Readonly<Record<string, string>>;

async function evaluate(args: readonly string[], env: Env = {}) {
  const [out, err]: [string[], string[]] = [[], []];
  let advanced = 0;
  const code = await runCommandLine(
    ["evaluate", ...args],
    {
      print: (text) => out.push(text),
      printError: (text) => err.push(text),
      startProgress: () => ({ advance: () => (advanced += 1), done() {}, fail() {} }),
    },
    env,
  );
  return { code, out: out.join("\n"), err: err.join("\n"), advanced };
}

/** Runs with a local endpoint; returns the requests that it got. */
async function live(script: ServerScript, ...args: readonly string[]) {
  const server = await startOpenaiServer(script);
  try {
    const ended = await evaluate(["--data", data, ...args], { OPENAI_BASE_URL: server.baseURL });
    return { ...ended, requests: server.requests };
  } finally {
    await server.close();
  }
}

/** Blames the first step, of the planner. */
const blame: ServerScript = () => ({
  json: { reason: "It began there.", agent: "planner", step: 1, confidence: 0.8 },
  usage: { input: 1000, output: 50 },
});

/** Nothing but that the rows are few, which is true of a test. */
const tooFew: unknown = expect.stringMatching(/^(?:warning: \d+ labelled trajectories [^\n]*\n?)*$/);

describe("evaluate --attributor", () => {
  it("asks the endpoint of OPENAI_BASE_URL about each trajectory, and counts what is right", async () => {
    const { code, out, requests, advanced } = await live(
      blame,
      "--attributor",
      "all-at-once",
      "--json",
      "--price",
      "2:10",
      "--model",
      "mine",
    );
    expect(code).toBe(0);
    // Once more for the sets, all splits together.
    expect({ calls: requests.length, advanced }).toEqual({ calls: 6, advanced: 7 });
    const { n, source, results, chance } = JSON.parse(out);
    expect({ n, source }).toEqual({ n: 6, source: { name: "mine", from: "endpoint" } });
    const [{ name, withTruth, groups }] = results;
    expect({ name, withTruth }).toEqual({ name: "all-at-once", withTruth: false });
    const right = (await readFile(data, "utf8"))
      .split("\n")
      .filter((line) => line.includes('"decisiveStep":0,'));
    expect(groups[0].accuracy.step).toBeCloseTo(right.length / 6, 12);
    expect(groups[0].costs).toMatchObject({ calls: 1, inputTokens: 1000, outputTokens: 50, missing: 0 });
    expect(groups[0].costs.cost).toBeCloseTo((2 * 1000 + 10 * 50) / 1e6, 12);
    expect(chance[0].accuracy.auroc).toBe(0.5);
  });

  it("never shows labels, and the right answer only in the setting with it", async () => {
    const { requests, out } = await live(
      blame,
      "--attributor",
      "all-at-once",
      "--ground-truth",
      "both",
      "--concurrency",
      "1",
    );
    const prompts = requests.map(({ messages }) => JSON.stringify(messages));
    expect(prompts).toHaveLength(12);
    expect(prompts.filter((prompt) => prompt.includes("one too many"))).toEqual([]);
    expect(prompts.map((prompt) => prompt.includes("the true sum"))).toEqual([
      ...Array(6).fill(false),
      ...Array(6).fill(true),
    ]);
    expect(out).toMatch(/^all-at-once \+G +\d\.\d{3}/m);
  });

  it("shows chance first and the papers' figures as theirs, within 80 characters", async () => {
    const { out } = await live(blame, "--attributor", "all-at-once,random,position");
    const lines = out.split("\n");
    const head = lines.findIndex((line) => line.startsWith("Method"));
    expect(lines[head + 1]).toMatch(/^chance /);
    expect(out).toContain("Published by the papers' authors");
    expect(out).toMatch(/^all-at-once +hand +no +0\.534 +0\.035/m);
    expect(out).not.toMatch(/^echo /m);
    expect(lines.filter((line) => line.trimEnd().length > 80)).toEqual([]);
  });

  it("shows rules of thumb beside the methods, and tests those that are named", async () => {
    const { out } = await live(blame, "--attributor", "all-at-once,first-step");
    expect(out).toMatch(
      /^chance\/agent .*\nmost-blamed .*\nmost-active .*\nlast-step .*\nfirst-write .*\nall-at-once .*\nfirst-step /m,
    );
    // Both name the first step, always.
    expect(out).toMatch(/^all-at-once, first-step +0 +0 +1\.0 +1\.0 *$/m);
    expect(out).not.toContain("chance/role");
  });

  it("counts roles as the data writes them for the chance of naming an agent", async () => {
    const roles = fresh();
    const steps = ["boss (thought)", "boss (-> worker)", undefined].map((rawAgent, index) => ({
      index,
      agent: index < 2 ? "boss" : "worker",
      content: "",
      rawAgent,
    }));
    await writeFile(roles, JSON.stringify({ id: "a", task: "", steps, decisiveStep: 2 }));
    const { out } = await evaluate(["--data", roles, "--attributor", "random"]);
    expect(out).toMatch(/^chance\/agent +0\.500/m);
    expect(out).toMatch(/^chance\/role +0\.333/m);
  });

  it("tells groups apart, and takes one alone with `--only`", async () => {
    const both = await live(blame, "--attributor", "all-at-once", "--group", "meta.size", "--json");
    const [{ groups }] = JSON.parse(both.out).results;
    expect(new Set(groups.map(({ group }: { group: string }) => group))).toEqual(
      new Set([null, "big", "small"]),
    );
    const one = await live(
      blame,
      "--attributor",
      "all-at-once",
      "--group",
      "meta.size",
      "--only",
      "big",
      "--json",
    );
    const { n } = JSON.parse(one.out);
    expect(n).toBe(groups.find(({ group }: { group: string }) => group === "big").n);
    expect(one.requests).toHaveLength(n);
  });

  it("asks about the first few with `--limit`, and nobody where no method asks", async () => {
    expect((await live(blame, "--attributor", "all-at-once", "--limit", "2")).requests).toHaveLength(2);
    const { code, out } = await evaluate(["--data", data, "--attributor", "random,position"]);
    expect(code).toBe(0);
    expect(out).toContain("No model was called.");
  });

  it("takes names joined by + for an ensemble, and asks each member once about each trajectory", async () => {
    const { code, out, requests } = await live(
      blame,
      "--attributor",
      "all-at-once+logit,random",
      "--json",
      "--splits",
      "1",
    );
    expect(code).toBe(0);
    expect(requests).toHaveLength(6);
    expect(JSON.parse(out).results).toMatchObject([
      { name: "random" },
      { name: "all-at-once+logit", groups: [{ n: 6, costs: { calls: 1, missing: 0 } }] },
    ]);
  });

  it("names what went wrong with single answers", async () => {
    const { code, out } = await live(() => "I cannot say.", "--attributor", "all-at-once");
    expect(code).toBe(0);
    expect(out).toMatch(/all-at-once, "sum-0": .* \(and 5 more; --json lists all\)/);
    expect(out).toMatch(/^all-at-once .* 100 % *$/m);
  });

  it("gives up with 1 where the endpoint refuses", async () => {
    const refused = await live(() => ({ fault: "status", status: 401 }), "--attributor", "all-at-once");
    expect(refused).toMatchObject({ code: 1, out: "", err: expect.stringContaining("all-at-once: Model") });
  });
});

describe("a recording", () => {
  it("replays to the same figures without an endpoint, named or beside the data", async () => {
    const cassette = data.replace(".jsonl", ".cassette.jsonl");
    const args = ["--attributor", "all-at-once,joint,random", "--json", "--model", "mine"];
    const script: ServerScript = ({ messages }) => ({
      json: {
        reason: "r",
        agent: "planner",
        step: 1 + (JSON.stringify(messages).length % 3),
        confidence: 0.5,
        steps: [1, 2, 3].map((step) => ({ step, percent: 30 })),
      },
    });
    const recorded = await live(script, ...args, "--record", cassette, "--simulated", "made up by a test");
    expect(recorded).toMatchObject({ code: 0, err: tooFew });
    const [named, beside, table] = [
      await evaluate(["--data", data, ...args, "--cassette", cassette]),
      await evaluate(["--data", data, ...args]),
      await evaluate(["--data", data, "--attributor", "all-at-once"]),
    ];
    await rm(cassette);
    expect(named).toMatchObject({ code: 0, err: tooFew });
    expect(beside.out).toBe(named.out);
    const timeless = (text: string) => {
      const { source: _, ...rest } = JSON.parse(text.replaceAll(/"latency": [\d.e-]+,/g, ""));
      return rest;
    };
    expect(timeless(named.out)).toEqual(timeless(recorded.out));
    expect(table.out).toContain("SIMULATED: made up by a test.");
  });

  it("takes as long as it took when it was recorded, each method by itself", async () => {
    const [taken, slow] = [fresh(), fresh()];
    const script: ServerScript = () => ({
      json: {
        reason: "r",
        agent: "planner",
        step: 1,
        confidence: 0.5,
        steps: [1, 2, 3].map((step) => ({ step, percent: 30 })),
      },
    });
    const args = ["--attributor", "all-at-once,joint", "--json"];
    await live(script, ...args, "--record", taken);
    await writeFile(slow, (await readFile(taken, "utf8")).replaceAll(/"latency":\d+/g, '"latency":2000'));
    const { out } = await evaluate(["--data", data, ...args, "--cassette", slow]);
    const costs: readonly { latency: number; calls: number }[] = JSON.parse(out).results.map(
      ({ groups: [all] }: { groups: { costs: object }[] }) => all?.costs,
    );
    expect(costs).toHaveLength(2);
    for (const { latency, calls } of costs) expect(latency).toBeCloseTo(2 * calls, 9);
  });

  it("is refused where it lacks an answer, with the remedy", async () => {
    const cassette = fresh();
    await live(blame, "--attributor", "all-at-once", "--limit", "1", "--record", cassette);
    const { code, err } = await evaluate([
      "--data",
      data,
      "--attributor",
      "all-at-once",
      "--cassette",
      cassette,
    ]);
    expect(code).toBe(1);
    expect(err).toContain("holds no answer to request");
    expect(err).toContain("`--record`");
  });

  it("is not written over, and no file that is none is replayed", async () => {
    const taken = fresh();
    await writeFile(taken, "mine");
    const again = await live(blame, "--attributor", "all-at-once", "--record", taken, "--force");
    expect(again).toMatchObject({
      code: 2,
      err: expect.stringContaining("Expected `--record` to name a new file"),
    });
    expect(await readFile(taken, "utf8")).toBe("mine");
    const none = await evaluate(["--data", data, "--attributor", "all-at-once", "--cassette", data]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("is no line of a cassette") });
  });

  it("in this repository replays every method; if not, run `pnpm --filter @langgraph-rollback/cli cassette`", async () => {
    const own = fileURLToPath(new URL("../../../cassettes/failures.jsonl", import.meta.url));
    const args = ["--data", own, "--attributor", "all", "--ground-truth", "both"];
    const [first, again] = [await evaluate([...args, "--json"]), await evaluate([...args, "--json"])];
    expect(first).toMatchObject({ code: 0, err: tooFew });
    expect(again.out).toBe(first.out);
    const { source, results } = JSON.parse(first.out);
    expect(source.simulated).toContain("by no language model");
    expect(results).toHaveLength(2 * ATTRIBUTORS.length);
    expect(existsSync(source.file)).toBe(true);
  });
});

describe("evaluate --estimate", () => {
  it("counts input for each method and calls nothing", async () => {
    const { code, out } = await evaluate(["--data", data, "--estimate", "--json"]);
    expect(code).toBe(0);
    const { groups, methods } = JSON.parse(out);
    const calls = Object.fromEntries(
      methods.map(({ name, groups: [all] }: { name: string; groups: { calls: number }[] }) => [
        name,
        all?.calls,
      ]),
    );
    expect(calls).toMatchObject({ joint: 1, "all-at-once": 1 });
    expect(calls["naive-judge"]).toBeCloseTo(groups[0].steps, 9);
    for (const { groups: counted } of methods) expect(counted[0].ratio).toBeGreaterThan(1);
  });

  it("holds counts against the papers' where all is of one part of Who&When", async () => {
    const part = fresh();
    await writeFile(part, evaluationFixture(3).replaceAll('"sums"', '"hand-crafted"'));
    const { out } = await evaluate([
      "--data",
      part,
      "--group",
      "subset",
      "--estimate",
      "--attributor",
      "echo",
      "--json",
    ]);
    const { groups, methods } = JSON.parse(out);
    const [{ theirs, theirsScaled }] = methods[0].groups;
    expect(theirs).toBe(53_701);
    expect(theirsScaled).toBeCloseTo((53_701 * groups[0].steps) / 51, 6);
  });
});
