import { constantScorer } from "@langgraph-rollback/attribution";
import { expect, it } from "vitest";

import { alteredScorer } from "./altered-scorer.ts";

const run = (text: string) => ({
  id: `run ${text}`,
  task: "",
  steps: Array.from({ length: 6 }, (_, index) => ({ index, agent: "a", content: `${text} ${index}` })),
});

it("stays as it is without noise and hint, but for adding up to 1", async () => {
  const scorer = alteredScorer(constantScorer(), { noise: 0, hint: 0 }, () => 2);
  expect(await scorer.score(run("one"))).toEqual(Array.from({ length: 6 }, () => expect.closeTo(1 / 6, 12)));
});

it("points at the mistake as far as it is given a hint, and at nothing where nobody knows it", async () => {
  const hinted = alteredScorer(constantScorer(), { noise: 0, hint: 3 }, () => 2);
  const scores = await hinted.score(run("one"));
  expect(scores[2]).toBeCloseTo(Math.exp(3) / (Math.exp(3) + 5), 12);
  const unknown = alteredScorer(constantScorer(), { noise: 0, hint: 3 }, () => undefined);
  expect(new Set(await unknown.score(run("one"))).size).toBe(1);
});

it("draws its noise from what the run says: the same for the same words, whatever its id", async () => {
  const noisy = alteredScorer(constantScorer(), { noise: 1, hint: 0 }, () => undefined);
  const first = await noisy.score(run("one"));
  expect(await noisy.score({ ...run("one"), id: "another" })).toEqual(first);
  expect(await noisy.score(run("two"))).not.toEqual(first);
});
