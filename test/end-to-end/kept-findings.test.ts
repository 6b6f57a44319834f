import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startOpenaiServer } from "@langgraph-rollback/attributors/testing";
import { afterAll, expect, it } from "vitest";
import { runHere } from "../../packages/cli/src/fixtures/run-here.ts";
import { HAND_CRAFTED, judgeByHand, publishedTrace } from "../docs/support/papers-judge.ts";

const folder = await mkdtemp(path.join(tmpdir(), "findings-"));
afterAll(() => rm(folder, { recursive: true }));
const at = (name: string): string => path.join(folder, name);
await mkdir(at("published"));
for (const [index, trace] of HAND_CRAFTED.entries())
  await writeFile(at(`published/${index + 1}.json`), publishedTrace(trace, false));
await runHere(["import", "--from", "who-and-when", at("published"), "--out", at("data.jsonl")]);

async function evaluate(...args: readonly string[]) {
  const server = await startOpenaiServer(judgeByHand);
  try {
    const all = ["evaluate", "--data", at("data.jsonl"), "--group", "group", ...args];
    return await runHere(all, { OPENAI_BASE_URL: server.baseURL });
  } finally {
    await server.close();
  }
}

it("keeps what each method said of each trace, in the JSON and as JSON Lines", async () => {
  const file = at("findings.jsonl");
  const methods = "raffles,echo,chief,all-at-once";
  const { out } = await evaluate("--attributor", methods, "--price", "1:1", "--json", "--findings", file);
  const lines = (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const { results } = JSON.parse(out);
  expect(lines).toEqual(
    results.flatMap(({ findings }: { readonly findings: readonly unknown[] }) => findings),
  );
  expect(lines).toHaveLength(4 * HAND_CRAFTED.length);
  const of = (method: string) => lines.filter((line) => line.method === method);
  const [[raffles, late], [echo], [chief], [plain]] = [
    of("raffles"),
    of("echo"),
    of("chief"),
    of("all-at-once"),
  ];
  expect(raffles).toMatchObject({
    format: "langgraph-rollback/finding",
    version: 1,
    method: "raffles",
    withTruth: false,
    run: 1,
    group: "hand-crafted",
    label: { decisiveStep: 1, decisiveAgent: "WebSurfer" },
    step: 1,
    agent: "WebSurfer",
    usage: { calls: 4 },
    problems: [],
    // Three evaluators of 95, and the rule's 100.
    details: { confident: true, rounds: [{ candidate: { step: 1 }, confidence: 385 }] },
  });
  expect(raffles.scores).toHaveLength(4);
  expect(raffles.usage.cost).toBeGreaterThan(0);
  expect(raffles.usage.latency).toBeGreaterThan(0);
  expect(late).toMatchObject({ step: 2, label: { decisiveStep: 1 } });
  expect(echo.details.votes).toHaveLength(3);
  expect(Object.keys(echo.details)).toEqual(
    expect.arrayContaining(["disagreement", "alternatives", "agreement"]),
  );
  expect(chief.details.graph.subtasks.length).toBeGreaterThan(0);
  expect(chief.details.origins[0]).toMatchObject({ step: 1 });
  expect(plain.details).toEqual({});
});

it("says which run and which setting a finding is of", async () => {
  const { out } = await evaluate(
    "--attributor",
    "random",
    "--repeat",
    "2",
    "--ground-truth",
    "both",
    "--json",
  );
  const { results } = JSON.parse(out);
  const all: readonly { readonly run: number; readonly withTruth: boolean }[] = results.flatMap(
    ({ findings }: { readonly findings: readonly unknown[] }) => findings,
  );
  expect(all.map(({ run, withTruth }) => `${run} ${withTruth}`)).toEqual([
    "1 false",
    "1 false",
    "2 false",
    "2 false",
    "1 true",
    "1 true",
    "2 true",
    "2 true",
  ]);
});

it("writes over no file, and nothing of an estimate", async () => {
  await writeFile(at("mine.jsonl"), "mine");
  const { code } = await evaluate("--attributor", "random", "--findings", at("mine.jsonl"));
  expect(code).not.toBe(0);
  expect(await readFile(at("mine.jsonl"), "utf8")).toBe("mine");
  const estimate = await evaluate("--attributor", "raffles", "--estimate", "--findings", at("none.jsonl"));
  expect(estimate.code).toBe(2);
});
