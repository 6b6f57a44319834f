import { expect, test } from "vitest";
import { isWorkable } from "./is-workable.ts";
import { loadProblems } from "./load-problems.ts";
import { formatPart, parsePlan, rightPlan } from "./plan.ts";

test("all two hundred problems say without doubt how their answer comes about", async () => {
  const problems = await loadProblems();
  expect(problems).toHaveLength(200);
  expect(problems.filter((problem) => !isWorkable(problem))).toEqual([]);
});

test("a plan that is written out reads back as the same plan", async () => {
  for (const problem of await loadProblems()) {
    const plan = rightPlan(problem) ?? [];
    expect(parsePlan(problem, plan.map(formatPart).join("\n"))).toEqual(plan);
  }
});
