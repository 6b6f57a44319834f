import { attributorScorer, jointScorer } from "@langgraph-rollback/attributors";
import { ensemble, fitLogitScorer } from "@langgraph-rollback/attribution";
import { seededOrder } from "@langgraph-rollback/attribution/draws";
import { scriptedModel } from "@langgraph-rollback/attributors/testing";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";
import { contenderOf } from "./contenders.ts";
import { evidenceOf } from "./evidence-of.ts";
import type { Case } from "./case.ts";

const cases: readonly Case[] = sampleTrajectories(12, 3).map((trajectory) => ({
  trajectory,
  groundTruth: `truth of ${trajectory.id}`,
}));

/** Suspects steps that hedge. */
const guessing = () =>
  scriptedModel((messages) => {
    const said = messages.map(({ text }) => text).join("\n");
    const steps = [...said.matchAll(/^(\d+) \w+\n(.*)$/gm)].map(([, step, content = ""]) => ({
      step: Number(step),
      percent: content.includes("I assume") ? 80 : 5,
    }));
    return { json: { reason: "It hedges.", steps } };
  });

const judge = async (name: string, model = guessing(), some: readonly Case[] = cases, withTruth = false) => {
  const { attributorFor } = contenderOf(name, { model, seed: 1, withTruth }, some);
  return Promise.all(
    some.map((each, index) => attributorFor(index).attribute(evidenceOf(each, { withTruth }))),
  );
};

describe("an ensemble that is evaluated", () => {
  it("asks each member once about each trajectory, and costs what that costs", async () => {
    const model = guessing();
    const findings = await judge("joint+logit", model);
    expect(model.calls).toHaveLength(12);
    expect(findings.map(({ usage }) => usage.calls)).toEqual(cases.map(() => 1));
    for (const { scores } of findings)
      expect(scores.reduce<number>((sum, score) => sum + (score ?? 0), 0)).toBeCloseTo(1, 9);
  });

  it("is fitted to the other half alone", async () => {
    const findings = await judge("joint+logit");
    const order = seededOrder(12, 1);
    const [half, others] = [order.slice(0, 6), order.slice(6)];
    const member = attributorScorer(jointScorer({ model: guessing() }));
    const scorer = await ensemble([member, fitLogitScorer], { seed: 1, local: "none" })(
      others.flatMap((index) => cases[index]?.trajectory ?? []),
    );
    for (const index of half) {
      const trajectory = cases[index]?.trajectory;
      if (trajectory === undefined) throw new Error("There is no such case.");
      expect(findings[index]?.scores).toEqual(await scorer.score(trajectory));
    }
  });

  it("never shows a label, and the right answers in their setting alone", async () => {
    const [without, withTruth] = [guessing(), guessing()];
    await judge("joint+logit", without);
    await judge("joint+logit", withTruth, cases, true);
    const textOf = (model: ReturnType<typeof guessing>) =>
      model.calls
        .flat()
        .map(({ text }) => text)
        .join("\n");
    expect(textOf(without)).not.toMatch(/truth of|decisiveStep/);
    expect(new Set(textOf(withTruth).match(/truth of [\w-]+/g)).size).toBe(12);
  });

  it("takes a member without an answer for one without an opinion", async () => {
    const findings = await judge(
      "joint+logit",
      scriptedModel(() => "Who knows."),
    );
    expect(findings.every(({ scores }) => scores.every((score) => score !== undefined))).toBe(true);
    expect(findings.flatMap(({ problems }) => problems)).toHaveLength(12);
  });

  it("needs others to be fitted to", async () => {
    await expect(judge("joint+logit", guessing(), cases.slice(0, 1))).rejects.toThrow(
      "joint+logit needs two labelled trajectories or more",
    );
  });
});
