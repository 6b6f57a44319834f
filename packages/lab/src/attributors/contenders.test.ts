import { positionAttributor } from "@langgraph-rollback/attributors";
import { sampleTrajectories } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";
import { asksModels, ATTRIBUTORS, BASELINES, isAttributor } from "./attributor-names.ts";
import { contenderOf } from "./contenders.ts";

const labelled = sampleTrajectories(5, 1);
const cases = labelled.map((trajectory) => ({ trajectory }));
const options = { model: "openai:any", seed: 1 };

describe("contenders", () => {
  it.each([...ATTRIBUTORS, ...BASELINES])("%s goes by its own name", (name) => {
    expect(contenderOf(name, options, cases).attributorFor(0).name).toBe(name);
  });

  it("that learn never learn from what they judge", () => {
    const { fingerprint } = contenderOf("position", options, cases).attributorFor(2);
    expect(fingerprint).toBe(positionAttributor(labelled.toSpliced(2, 1)).fingerprint);
    expect(fingerprint).not.toBe(positionAttributor(labelled).fingerprint);
    const of = (index: number) => contenderOf("most-blamed", options, cases).attributorFor(index).fingerprint;
    expect(new Set([0, 1, 2, 3, 4].map(of)).size).toBeGreaterThan(1);
  });

  it("that ask nobody are known", () => {
    expect(ATTRIBUTORS.filter((name) => !asksModels(name))).toEqual(["position", "random"]);
    expect(asksModels("position+logit")).toBe(false);
    expect(asksModels("logit+joint")).toBe(true);
  });

  it("are methods, or ensembles of two members or more", () => {
    expect(
      [...ATTRIBUTORS, ...BASELINES, "joint+logit", "position+logit", "echo+chief+logit"].filter(
        (name) => !isAttributor(name),
      ),
    ).toEqual([]);
    const wrong = [
      "logit",
      "oracle",
      "joint+oracle",
      "joint+",
      "joint+joint",
      "joint+random",
      "joint+first-step",
      "",
    ];
    expect(wrong.filter(isAttributor)).toEqual([]);
  });
});
