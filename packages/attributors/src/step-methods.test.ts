import { describe, expect, it } from "vitest";

import { labelledFailures } from "./fixtures/labelled-failures.ts";
import { askedIn, constantAnswer, perfectModel, textOf } from "./fixtures/step-judges.ts";
import {
  allAtOnce,
  binarySearch,
  fineTuned,
  hybrid,
  naiveJudge,
  positionAttributor,
  randomAttributor,
  rolePrompted,
  stepByStep,
  toolCaller,
  type Attributor,
} from "./index.ts";
import { scriptedModel, type ScriptedModel } from "./testing/scripted-model.ts";

const methods: Readonly<Record<string, (model: ScriptedModel) => Attributor>> = {
  "all-at-once": (model) => allAtOnce({ model }),
  "step-by-step": (model) => stepByStep({ model }),
  "step-by-step to the end": (model) => stepByStep({ model, stop: "never" }),
  "binary search": (model) => binarySearch({ model }),
  hybrid: (model) => hybrid({ model }),
  "hybrid to the end": (model) => hybrid({ model, stop: "never" }),
  "naive judge": (model) => naiveJudge({ model }),
  "role-prompted": (model) => rolePrompted({ model }),
  "fine-tuned": (model) => fineTuned({ model }),
  "tool-caller": (model) => toolCaller({ model }),
};

const baselines: Readonly<Record<string, (model: ScriptedModel) => Attributor>> = {
  random: () => randomAttributor(1),
  position: () => positionAttributor(labelledFailures),
};

describe.each(Object.entries(methods))("%s, asking a judge who knows", (_, methodOf) => {
  it.each(labelledFailures)("finds the decisive step of $id", async (trajectory) => {
    const finding = await methodOf(perfectModel(trajectory)).attribute({ trajectory });
    const { decisiveStep, decisiveAgent } = trajectory.label;
    expect(finding).toMatchObject({ step: decisiveStep, agent: decisiveAgent, problems: [] });
    const scores = finding.scores.map((score) => score ?? -1);
    expect(scores.indexOf(Math.max(...scores))).toBe(decisiveStep);
  });

  it("makes no more calls than it estimates", async () => {
    for (const trajectory of labelledFailures) {
      const method = methodOf(perfectModel(trajectory));
      const { usage } = await method.attribute({ trajectory });
      expect(usage.calls).toBeLessThanOrEqual(method.estimate({ trajectory }).calls);
    }
  });
});

describe.each(Object.entries({ ...methods, ...baselines }))("%s, with any judge", (_, methodOf) => {
  it("scores every step, in [0, 1], where all answers are the same", async () => {
    for (const trajectory of labelledFailures) {
      const { scores } = await methodOf(scriptedModel(() => constantAnswer)).attribute({ trajectory });
      expect(scores).toHaveLength(trajectory.steps.length);
      for (const score of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1);
      }
    }
  });

  it("sees no label, not even where it could", async () => {
    for (const { label: _label, group: _group, ...trajectory } of labelledFailures.slice(0, 3)) {
      const blind = scriptedModel(() => constantAnswer);
      const told = scriptedModel(() => constantAnswer);
      const known = {
        ...trajectory,
        label: { decisiveStep: 0, decisiveAgent: "x", reason: "y" },
        group: "z",
      };
      await methodOf(blind).attribute({ trajectory });
      await methodOf(told).attribute({ trajectory: known });
      expect(told.calls.map(textOf)).toEqual(blind.calls.map(textOf));
    }
  });

  it("refuses a trajectory without steps", async () => {
    const nothing = { trajectory: { id: "empty", task: "", steps: [] } };
    const method = methodOf(scriptedModel(() => constantAnswer));
    await expect(method.attribute(nothing)).rejects.toThrow(RangeError);
  });

  it("rejects with the reason of an aborted signal", async () => {
    const reason = new Error("stopped by the test");
    const [trajectory] = labelledFailures;
    if (trajectory === undefined) return;
    const method = methodOf(scriptedModel(() => constantAnswer));
    await expect(method.attribute({ trajectory }, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("has a name and a fingerprint of its own, the same each time", () => {
    const all = Object.values({ ...methods, ...baselines }).map((of) =>
      of(scriptedModel(() => constantAnswer)),
    );
    const mine = methodOf(scriptedModel(() => constantAnswer));
    expect(mine.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(all.filter(({ fingerprint }) => fingerprint === mine.fingerprint)).toHaveLength(1);
  });
});

describe.each(Object.entries(methods))("%s, while it asks", (_, methodOf) => {
  const [trajectory] = labelledFailures;
  if (trajectory === undefined) throw new Error("There are no fixtures.");

  it("shows the right answer only where it is given one", async () => {
    const seenBy = async (groundTruth: object): Promise<string> => {
      const model = perfectModel(trajectory);
      await methodOf(model).attribute({ trajectory, ...groundTruth });
      return model.calls.map(textOf).join("\n");
    };
    expect(await seenBy({})).not.toContain("<<right answer");
    expect(await seenBy({ groundTruth: "8 euros" })).toContain("<<right answer");
  });

  it("stops when it is told to", async () => {
    const stop = new AbortController();
    const reason = new Error("stopped by the test");
    const model = scriptedModel(() => {
      stop.abort(reason);
      return constantAnswer;
    });
    await expect(methodOf(model).attribute({ trajectory }, stop.signal)).rejects.toBe(reason);
    expect(model.calls.length).toBeLessThanOrEqual(trajectory.steps.length);
  });

  it("has no text of the trace outside of its frames", async () => {
    const model = perfectModel(trajectory);
    await methodOf(model).attribute({ trajectory });
    for (const call of model.calls) {
      const [system, ...others] = call;
      expect(system?.text).not.toMatch(/\bpens\b/);
      const outside = textOf(others).replaceAll(/<<([a-z ]+) (\d{9})>>.*?<<end of \1 \2>>/gs, "");
      expect(outside).not.toMatch(/\bpens\b|solver|euros/);
      expect(() => askedIn(outside)).not.toThrow();
    }
  });
});
