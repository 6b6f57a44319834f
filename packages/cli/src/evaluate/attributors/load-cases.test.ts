import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";

import { evaluationFixture } from "../../fixtures/evaluation-fixture.ts";
import { loadCases } from "./load-cases.ts";

const folder = await mkdtemp(path.join(tmpdir(), "load-cases-"));
afterAll(() => rm(folder, { recursive: true }));

const truthsIn = async (truth: string): Promise<readonly (string | undefined)[]> => {
  const file = path.join(folder, "failures.jsonl");
  await writeFile(file, evaluationFixture(2).replaceAll('"unknown"', truth));
  const { cases } = await loadCases([file], {});
  return cases.map(({ groundTruth }) => groundTruth);
};

it("a case has the right answer that stands beside its trajectory, and none where that is empty or no text", async () => {
  expect(await truthsIn('"42"')).toEqual(["42", "42"]);
  expect(await truthsIn('""')).toEqual([undefined, undefined]);
  expect(await truthsIn("42")).toEqual([undefined, undefined]);
});

it("a case has the roles of its steps as the data writes them, where it writes more than agents", async () => {
  const file = path.join(folder, "roles.jsonl");
  const step = (index: number, agent: string, rawAgent?: string) => ({ index, agent, content: "", rawAgent });
  const line = (id: string, ...steps: readonly object[]) =>
    JSON.stringify({ id, task: "", steps, decisiveStep: 0 });
  const lines = [
    line("roles", step(0, "planner", "planner (thought)"), step(1, "worker")),
    line("agents", step(0, "planner"), step(1, "worker")),
  ];
  await writeFile(file, lines.join("\n"));
  const { cases } = await loadCases([file], {});
  expect(cases.map(({ roles }) => roles)).toEqual([["planner (thought)", "worker"], undefined]);
});
