import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel } from "../../testing/index.ts";
import { playing, proposal, roleOf, rolesOf, trajectory } from "./fixtures/scripted-judge.ts";
import { raffles, rafflesReasoning } from "./raffles.ts";

describe("rafflesReasoning", () => {
  it("checks fault and primacy only, of 300, and stops above 262.5", async () => {
    const model = playing([
      { step: 2, sure: 81 },
      { step: 1, sure: 82 },
    ]);
    const found = await rafflesReasoning({ model }).attribute({ trajectory });
    expect(rolesOf(model)).toEqual(["judge", "fault", "primacy", "judge", "fault", "primacy"]);
    expect(found).toMatchObject({ step: 0, agent: "adder", confident: true });
    expect(found.rounds.map(({ confidence }) => confidence)).toEqual([262, 264]);
    expect(found.scores[0]).toBeCloseTo(264 / 300, 12);
    expect(model.calls.map(textOf).join("")).not.toContain("Decisiveness");
  });
});

describe.each(Object.entries({ raffles, rafflesReasoning }))("%s on the fixtures", (_, methodOf) => {
  const knowing = ({ label }: LabelledTrajectory) =>
    scriptedModel((messages) =>
      roleOf(messages) === "judge"
        ? { json: proposal({ step: label.decisiveStep + 1, agent: label.decisiveAgent ?? "" }) }
        : { json: { reason: "r", confidence: 95 } },
    );

  it.each(labelledFailures)("finds the decisive step of $id with a judge that knows it", async (failure) => {
    const { decisiveAgent, decisiveStep } = failure.label;
    const found = await methodOf({ model: knowing(failure) }).attribute({ trajectory: failure });
    expect(found).toMatchObject({ step: decisiveStep, agent: decisiveAgent, problems: [] });
    const scores = found.scores.map((score) => score ?? -1);
    expect(scores.indexOf(Math.max(...scores))).toBe(decisiveStep);
  });

  it("scores every step with a judge that always says the same", async () => {
    for (const failure of labelledFailures) {
      const constant = scriptedModel(() => ({
        json: { ...proposal({ step: 1 }), reason: "r", confidence: 50 },
      }));
      const { scores } = await methodOf({ model: constant }).attribute({ trajectory: failure });
      expect(scores.every((score) => score !== undefined && score >= 0 && score <= 1)).toBe(true);
    }
  });
});
