import type { LabelledTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";
import { BASELINES, type BaselineName } from "./attributor-names.ts";
import { baselineAccuracy } from "./baseline-accuracy.ts";
import { baseline } from "./baselines.ts";

/** Agents by their initials, a step each; steps named by `writes` call a tool that writes. */
function failure(agents: string, decisiveStep: number, writes: readonly number[] = []): LabelledTrajectory {
  const steps = Array.from(agents, (agent, index) => ({
    index,
    agent,
    content: "",
    toolCalls: writes.includes(index) ? [{ name: "book", args: {} }] : [{ name: "search", args: {} }],
  }));
  return { id: `${agents}-${decisiveStep}`, task: "", steps, label: { decisiveStep } };
}

const found = async (
  name: BaselineName,
  trajectory: LabelledTrajectory,
  others: readonly LabelledTrajectory[] = [],
) => {
  const { agent, scores, step } = await baseline(name, others).attribute({ trajectory });
  return { agent, step, scores };
};

describe("rules of thumb", () => {
  it("name the first step, and the last one", async () => {
    const trajectory = failure("abc", 1);
    expect(await found("first-step", trajectory)).toEqual({ agent: "a", step: 0, scores: [1, 0, 0] });
    expect(await found("last-step", trajectory)).toEqual({ agent: "c", step: 2, scores: [0, 0, 1] });
  });

  it("name the agent with most steps, and of several the one that acts first", async () => {
    expect(await found("most-active", failure("abbc", 0))).toMatchObject({ agent: "b", step: 1 });
    expect(await found("most-active", failure("cab", 0))).toMatchObject({ agent: "c", step: 0 });
  });

  it("name the agent of the trace that other labels blame most, whether or not others are blamed more", async () => {
    const others = [failure("az", 1), failure("az", 1), failure("ab", 1), failure("ab", 0), failure("b", 0)];
    // z is blamed twice, and so is b; z does not act in the trace.
    expect(await found("most-blamed", failure("aab", 0), others)).toEqual({
      agent: "b",
      step: 2,
      scores: [0, 0, 1],
    });
    // Nobody in the trace was blamed before: the one that acts first.
    expect(await found("most-blamed", failure("xy", 1), others)).toMatchObject({ agent: "x" });
  });

  it("name the first step that writes, and no step where none does", async () => {
    expect(await found("first-write", failure("abc", 0, [1, 2]))).toMatchObject({ agent: "b", step: 1 });
    const { agent, step } = await found("first-write", failure("abc", 0));
    expect({ agent, step }).toEqual({ agent: undefined, step: undefined });
  });
});

describe("how often rules of thumb are right", () => {
  const cases = [failure("ab", 1), failure("ab", 1), failure("ba", 1), failure("cc", 0)].map(
    (trajectory, index) => ({
      trajectory: { ...trajectory, id: `${index}`, group: index < 2 ? "one" : "two" },
    }),
  );

  it("is counted by hand, over all failures and over those of a group", async () => {
    const figures = async (group: string | null) =>
      Object.fromEntries(
        (await baselineAccuracy(cases, group)).map(({ accuracy: { agent, step }, name }) => [
          name,
          [agent, step],
        ]),
      );
    expect(await figures(null)).toEqual({
      // a and b: the other labels blame b once and a once, or b twice.
      "most-blamed": [1 / 4 + 0, 1 / 4 + 0],
      "most-active": [1 / 4, 1 / 4],
      "first-step": [1 / 4, 1 / 4],
      "last-step": [1, 3 / 4],
      "first-write": [0, 0],
    });
    expect(await figures("one")).toMatchObject({ "last-step": [1, 1], "first-step": [0, 0] });
  });

  it("learns nothing from the failure that is judged", async () => {
    const one = [failure("ab", 1), failure("ba", 0)].map((trajectory) => ({ trajectory }));
    const [only] = await baselineAccuracy([{ trajectory: failure("ab", 1) }], null);
    // Without another label nobody is blamed most: the agent that acts first is named, and is wrong.
    expect(only?.accuracy.agent).toBe(0);
    const [both] = await baselineAccuracy(one, null);
    expect(both?.accuracy.agent).toBe(1);
  });

  it("leaves out the names that are asked for", async () => {
    const names = (await baselineAccuracy(cases, null, ["first-step"])).map(({ name }) => name);
    expect(names).toEqual(BASELINES.filter((name) => name !== "first-step"));
  });
});
