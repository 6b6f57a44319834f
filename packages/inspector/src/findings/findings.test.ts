import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { MemorySaver } from "@langchain/langgraph";
import { afterAll, describe, expect, it } from "vitest";

import { openInspector } from "../fixtures/open-inspector.ts";
import { recordRecovery } from "../fixtures/recorded-threads.ts";
import { checkpointerSource } from "../source/checkpointer-source.ts";
import { trajectorySource } from "../source/trajectory-source.ts";
import { findingsElsewhere } from "./findings-elsewhere.ts";
import { readFindings } from "./read-findings.ts";

const folder = await mkdtemp(path.join(tmpdir(), "findings-"));
afterAll(() => rm(folder, { recursive: true }));

const LINE = {
  format: "langgraph-rollback/finding",
  version: 1,
  method: "raffles",
  fingerprint: "raffles/1",
  withTruth: false,
  run: 1,
  id: "run-1",
  scores: [0.9, null],
  step: 0,
  usage: { calls: 1, inputTokens: 10, outputTokens: 2 },
  problems: [],
  details: {},
};

async function file(name: string, ...lines: readonly unknown[]): Promise<string> {
  const target = path.join(folder, name);
  const texts = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)));
  await writeFile(target, texts.map((text) => `${text}\n`).join(""));
  return target;
}

const steps = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ index, agent: "desk", content: "" }));

describe("a file of findings", () => {
  it("is read by the ids of trajectories, in its order, empty lines left out", async () => {
    const one = await file("one.jsonl", LINE, "", { ...LINE, method: "echo" }, { ...LINE, id: "run-2" });
    const findings = await readFindings([one]);
    expect([...findings].map(([id, each]) => [id, each.map(({ method }) => method)])).toEqual([
      ["run-1", ["raffles", "echo"]],
      ["run-2", ["raffles"]],
    ]);
  });

  it("may have details of any other shape, which are left out", async () => {
    const odd = await file("odd.jsonl", { ...LINE, details: { rounds: [{ candidate: 7 }], graph: "none" } });
    const [finding] = (await readFindings([odd])).get("run-1") ?? [];
    expect(finding).toMatchObject({ method: "raffles", scores: [0.9, null] });
    expect([finding?.rounds, finding?.graph, finding?.panel]).toEqual([undefined, undefined, undefined]);
  });

  it("is shown with texts of bounded length", async () => {
    const long = await file("long.jsonl", { ...LINE, reason: "x".repeat(100_000) });
    const [finding] = (await readFindings([long])).get("run-1") ?? [];
    expect(finding?.reason).toHaveLength(4000);
  });

  it.each([
    ["no JSON", "{", /line 2 is no finding: .*Give files that `langgraph-rollback evaluate --attributor/],
    ["a version to come", { ...LINE, version: 2 }, /line 2, `version` is no finding/],
    ["a score above 1", { ...LINE, scores: [2] }, /line 2, `scores\.0` is no finding/],
  ])("is refused with its line for %s", async (name, line, message) => {
    const bad = await file(`${name}.jsonl`, LINE, line);
    await expect(readFindings([bad])).rejects.toMatchObject({
      code: "SOURCE_FORMAT",
      message: expect.stringMatching(message),
    });
  });

  it("is refused if it is not there", async () => {
    await expect(readFindings([path.join(folder, "nowhere")])).rejects.toMatchObject({
      code: "SOURCE_UNREADABLE",
    });
  });
});

describe("the server", () => {
  const source = trajectorySource(
    [
      { id: "run-1", task: "", steps: steps(2) },
      { id: "run-2", task: "", steps: steps(3) },
    ],
    "runs.jsonl",
  );

  it("gives the findings of an attempt, and counts those of another number of steps", async () => {
    const findings = await file("both.jsonl", LINE, { ...LINE, id: "run-2" });
    const { ask } = await openInspector({ source, findings: [findings] });
    const of = async (thread: string) => (await ask(`/api/findings?thread=${thread}&run=&attempt=1`)).json();
    expect(await (await ask("/api/info")).json()).toMatchObject({ hasFindings: true });
    expect(await of("run-1")).toMatchObject({ findings: [{ method: "raffles" }], unfit: 0 });
    expect(await of("run-2")).toEqual({ findings: [], unfit: 1 });
    expect((await ask("/api/findings?thread=run-3&run=&attempt=1")).status).toBe(404);
  });

  it("has none without files", async () => {
    const { ask } = await openInspector({ source });
    expect((await ask("/api/findings?thread=run-1&run=&attempt=1")).status).toBe(404);
  });
});

describe("findings of a database's runs", () => {
  it("are shown with the attempt that was exported, and with no other", async () => {
    const saver = new MemorySaver();
    await recordRecovery(saver, "team: one");
    const source = checkpointerSource(saver, "memory");
    const [run] = (await source.thread("team: one"))?.runs ?? [];
    const address = { thread: "team: one", run: run?.run ?? "" };
    const first = await source.trajectory({ ...address, attempt: 1 });
    const scores = first?.steps.map(() => 0.5);
    const findings = await file("of-db.jsonl", { ...LINE, id: first?.id, scores });
    const { ask } = await openInspector({ source, findings: [findings] });
    const of = async (attempt: number) =>
      (await ask(`/api/findings?${new URLSearchParams({ ...address, attempt: `${attempt}` })}`)).json();
    expect(await of(1)).toMatchObject({ findings: [{ method: "raffles" }] });
    expect(await of(2)).toEqual({ findings: [], unfit: 0 });
    expect(await findingsElsewhere(await readFindings([findings]), source)).toBeUndefined();
  });

  it("are told of if the source holds no such run", async () => {
    const strange = await file("strange.jsonl", LINE, LINE, { ...LINE, id: "run:2" });
    expect(
      await findingsElsewhere(await readFindings([strange]), checkpointerSource(new MemorySaver(), "memory")),
    ).toBe('3 findings not shown, of trajectories that memory does not hold: "run-1", "run:2".');
  });
});
