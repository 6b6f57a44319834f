import { AIMessage } from "@langchain/core/messages";
import { expect, test } from "vitest";
import { isConsensus, majorityOf } from "./consensus.ts";
import { bestOf } from "./ranking-graph.ts";

const layer = (...answers: readonly (number | string)[]) =>
  answers.map((answer) => new AIMessage(`So it is.\nANSWER: ${answer}`));

test("more than two thirds of a layer are a consensus, two thirds are none", () => {
  expect(isConsensus(layer(5, 5, 5, 7))).toBe(true);
  expect(isConsensus(layer(5, 5, 7))).toBe(false);
  expect(isConsensus(layer(5, 5, 7, 7))).toBe(false);
  expect(isConsensus(layer(5, 5))).toBe(true);
  expect(isConsensus(layer(5))).toBe(true);
});

test("solutions without an answer agree with none", () => {
  expect(isConsensus(layer("unknown", "unknown", "unknown", "unknown"))).toBe(false);
  expect(majorityOf(layer("unknown"))).toBeUndefined();
});

test("the majority is the commonest answer, of equally common ones the first", () => {
  expect(majorityOf(layer(7, 5, 5))).toBe(5);
  expect(majorityOf(layer(7, 5))).toBe(7);
});

test("the best two are read from a ranking, whatever else it says", () => {
  const agents = ["agent-1", "agent-2", "agent-3", "agent-4"];
  expect(bestOf("I compared them.\nRANKING: agent-3, agent-1, agent-2, agent-4", agents)).toEqual([
    "agent-3",
    "agent-1",
  ]);
  expect(bestOf("Ranking: agent-4, agent-4, agent-9", agents)).toEqual(["agent-4", "agent-1"]);
  expect(bestOf("They are all good.", agents)).toEqual(["agent-1", "agent-2"]);
});
