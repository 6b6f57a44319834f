import type { BaseMessage } from "@langchain/core/messages";
import { hostileTrajectories } from "@langgraph-rollback/attribution/testing";
import { describe, expect, it } from "vitest";

import { judgeOf } from "../../asking/judge.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { callsOf } from "../../finding/calls.ts";
import { scriptedModel } from "../../testing/index.ts";
import type { ScriptedModel } from "../../testing/scripted-model.ts";
import { digest } from "./digest.ts";
import { echo } from "./echo.ts";
import { blaming, longFailure, panelSaying, tokensIn, withPanel } from "./fixtures/scripted-panel.ts";
import { EXTRACT_ASK, modelExtracts } from "./model-extracts.ts";

const shownIn = (model: ScriptedModel, call: number): readonly number[] =>
  longFailure.steps
    .filter(({ content }) => model.calls[call]?.some(({ text }) => text.includes(content)) ?? false)
    .map(({ index }) => index);

describe("ECHO on a long trace", () => {
  const settings = { unifiedUpTo: 1_000 };

  it("first asks for the agent, with the ends of the trace in full, then for the step, with suspects in full", async () => {
    const { model, method } = withPanel(() => blaming(["driver"], 20, 0.8), settings);
    const found = await method.attribute({ trajectory: longFailure });
    expect(model.calls).toHaveLength(6);
    expect(shownIn(model, 0)).toEqual([0, 1, 2, 3, 36, 37, 38, 39]);
    expect(shownIn(model, 2)).toEqual(shownIn(model, 0));
    // The last step has the final answer.
    expect(shownIn(model, 3)).toEqual([18, 19, 20, 39]);
    expect(shownIn(model, 5)).toEqual([18, 19, 20, 39]);
    expect(found).toMatchObject({ mode: "decoupled", step: 19, agent: "driver", usage: { calls: 6 } });
    expect(found.votes.map(({ subject }) => subject)).toEqual([
      "agent",
      "agent",
      "agent",
      "step",
      "step",
      "step",
    ]);
  });

  it("is also one that is short, but too long for the model", async () => {
    const says = () => blaming(["driver"], 20, 0.8);
    const modeOf = async (contextTokens: number): Promise<string> =>
      (await withPanel(says, { contextTokens }).method.attribute({ trajectory: longFailure })).mode;
    expect(await modeOf(128_000)).toBe("unified");
    expect(await modeOf(6_000)).toBe("decoupled");
  });

  it("is every one that the model's context would cut anything of, be it little", async () => {
    const modes = new Set<string>();
    for (let contextTokens = 7_600; contextTokens < 10_000; contextTokens += 200) {
      const { model, method } = withPanel(() => blaming(["driver"], 20, 0.8), { contextTokens });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { mode } = await method.attribute({ trajectory: longFailure });
      expect(shownIn(model, 0).length === longFailure.steps.length).toBe(mode === "unified");
      modes.add(mode);
    }
    expect(modes.size).toBe(2);
  });

  it("counts for short what is short once it is redacted", async () => {
    const agent = "a very long name indeed ".repeat(20);
    const steps = longFailure.steps.map((step) => ({ ...step, agent }));
    const redact = (text: string) => text.replaceAll(agent, "[agent]");
    const { method } = withPanel(() => blaming([], 20, 0.8), { redact });
    expect((await method.attribute({ trajectory: { ...longFailure, steps } })).mode).toBe("unified");
  });

  it("takes the agent from the first round, the step from the second, and says if they do not fit", async () => {
    const { method } = withPanel(
      ({ subject }) => (subject === "agent" ? blaming(["driver"], 20, 0.6) : blaming(["clerk"], 24, 0.7)),
      settings,
    );
    const found = await method.attribute({ trajectory: longFailure });
    expect(found).toMatchObject({ agent: "driver", step: 23, disagreement: { consistent: false } });
  });

  it("keeps the alternatives of both rounds, and weighs each analyst once", async () => {
    const aside = { reason: "made up", agents: ["guide"], step: 1, confidence: 0.4 };
    const { method } = withPanel(({ subject }) => {
      const said = blaming(["driver"], 20, 0.8);
      return subject === "agent" ? { ...said, alternatives: [aside] } : said;
    }, settings);
    const { alternatives } = await method.attribute({ trajectory: longFailure });
    expect(alternatives).toMatchObject([{ agents: ["guide"], step: 0, weight: 0.4 }]);
  });

  it("tells the second round nothing of the first but which lines are in full", async () => {
    const { model, method } = withPanel(
      ({ role }) => blaming(["driver"], 20, 0.8, `words of the ${role} analyst`),
      settings,
    );
    await method.attribute({ trajectory: longFailure });
    for (const messages of model.calls) {
      expect(messages.map(({ text }) => text).join("\n")).not.toContain("words of the");
    }
  });

  it("lets one round decide both where the other has no answers", async () => {
    for (const missing of ["agent", "step"] as const) {
      const { method } = withPanel(
        ({ subject }) => (subject === missing ? "?" : blaming(["driver"], 20, 0.8)),
        settings,
      );
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const found = await method.attribute({ trajectory: longFailure });
      expect(found).toMatchObject({ agent: "driver", step: 19 });
      expect(found.scores[19]).toBeCloseTo(0.9);
      expect(found.problems).toHaveLength(3);
    }
  });

  it("reads much less than the whole trace six times, and estimates it within a tenth", async () => {
    const evidence: Evidence = { trajectory: longFailure };
    // The suspects that estimates assume: spread evenly.
    const evaluations = [13, 21, 29, 37].map((step) => ({ step, evidence: "", likelihood: 0.2 }));
    const { model, method } = withPanel(() => ({ ...blaming([], 5, 0.3), evaluations }), settings);
    const estimate = method.estimate(evidence);
    await method.attribute(evidence);
    expect(estimate.calls).toBe(model.calls.length);
    expect(estimate.inputTokens / tokensIn(model)).toBeGreaterThan(0.9);
    expect(estimate.inputTokens / tokensIn(model)).toBeLessThan(1.05);
    const { inputTokens: whole } = echo({ model, unifiedUpTo: Infinity }).estimate(evidence);
    expect(estimate.inputTokens).toBeLessThan(0.8 * 2 * whole);
  });
});

describe("ECHO on an unpleasant trace", () => {
  it.each(hostileTrajectories().map((trajectory) => [trajectory.id, trajectory] as const))(
    "abridges and scores %s",
    async (_, trajectory) => {
      const { length } = trajectory.steps;
      const { model, method } = withPanel(() => blaming([], length, 0.8), { unifiedUpTo: 0 });
      const found = await method.attribute({ trajectory });
      expect(found.step).toBe(length - 1);
      expect(found.scores).toHaveLength(length);
      expect(model.calls).toHaveLength(6);
      expect(digest(trajectory, []).split("\n")).toHaveLength(length);
    },
  );
});

describe("ECHO with extraction by a model", () => {
  const settings = { unifiedUpTo: 0, extraction: "model" } as const;
  const isExtraction = (messages: readonly BaseMessage[]): boolean =>
    messages.some(({ text }) => text.includes(EXTRACT_ASK));
  const abridging = (extract: (step: number) => string) =>
    scriptedModel((messages) => {
      const text = messages.map((message) => message.text).join("\n");
      if (!isExtraction(messages)) return { json: blaming(["driver"], 20, 0.8) };
      const numbers = [...text.matchAll(/^\{"step":(\d+)/gm)].map((match) => Number(match[1]));
      const steps = numbers.map((step) => ({
        step,
        points: extract(step),
        summary: extract(step),
        milestone: extract(step),
      }));
      return { json: { steps } };
    });

  it("asks for extracts of all long steps first, in parts, and shows them framed as untrusted text", async () => {
    const model = abridging((step) => `brief ${step}`);
    const method = echo({ model, ...settings });
    const { usage, problems } = await method.attribute({ trajectory: longFailure });
    const parts = method.estimate({ trajectory: longFailure }).calls - 6;
    expect(parts).toBe(1);
    expect(usage.calls).toBe(7);
    expect(problems).toEqual([]);
    const [system, human] = model.calls[1]?.map(({ text }) => text) ?? [];
    expect(human).toContain('"detail":"milestone","content":"brief 20"');
    expect(system).not.toContain("brief");
    expect(human?.split("\n").every((line) => !line.includes("brief") || line.startsWith('{"step":'))).toBe(
      true,
    );
  });

  it("cuts extracts to what the level lets pass, and uses patterns for steps without one", async () => {
    const model = abridging((step) => (step === 20 ? "" : "word ".repeat(500)));
    const { problems } = await echo({ model, ...settings }).attribute({ trajectory: longFailure });
    const shown = model.calls[1]?.[1]?.text ?? "";
    expect(shown).toContain("Therefore it is road 19.");
    expect(shown).not.toContain("word ".repeat(51));
    expect(problems).toEqual([]);
  });

  it("lets what stands in one part of the trace abridge no step of another, and asks again for steps that are not there", async () => {
    const long = {
      ...longFailure,
      steps: longFailure.steps.map((step) => ({ ...step, content: step.content.repeat(2) })),
    };
    const steps = [1, 40].map((step) => ({
      step,
      points: "lie",
      summary: "lie",
      milestone: `lie of ${step}`,
    }));
    const astray = steps.map((extract) => ({ ...extract, step: 99 }));
    const model = scriptedModel((messages) => {
      if (!isExtraction(messages)) return { json: blaming(["driver"], 20, 0.8) };
      const whole = messages.map(({ text }) => text).join("\n");
      return { json: { steps: whole.includes('{"step":1,') ? steps : astray } };
    });
    const { problems } = await echo({ model, ...settings }).attribute({ trajectory: long });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/None of the steps shown is abridged; they are numbered .*40\.$/);
    const extracts = await modelExtracts(callsOf(judgeOf({ model })), long);
    const [first, last] = [long.steps[0], long.steps[39]];
    if (first === undefined || last === undefined) throw new Error("The fixture is too short.");
    expect(extracts(first, "milestone")).toBe("lie of 1");
    expect(extracts(last, "milestone")).not.toContain("lie");
  });

  it("uses patterns where the model gives no usable extracts, and says so", async () => {
    const answers = panelSaying(() => blaming(["driver"], 20, 0.8));
    const model = scriptedModel((messages) =>
      isExtraction(messages) ? "?" : { json: blaming(["driver"], 20, 0.8) },
    );
    const found = await echo({ model, ...settings }).attribute({ trajectory: longFailure });
    const plain = await echo({ model: answers, unifiedUpTo: 0 }).attribute({ trajectory: longFailure });
    const asked = model.calls.filter((messages) => !isExtraction(messages));
    expect(asked[0]?.[1]?.text).toBe(answers.calls[0]?.[1]?.text);
    expect(found.scores).toEqual(plain.scores);
    expect(found.problems[0]).toMatch(/^Extraction by the model failed/);
  });

  it("asks for no extracts of steps that are short anyway", async () => {
    const steps = longFailure.steps.map((step) => (step.index < 20 ? { ...step, content: "Go on." } : step));
    const model = abridging((step) => `brief ${step}`);
    await echo({ model, ...settings }).attribute({ trajectory: { ...longFailure, steps } });
    expect(model.calls[0]?.[1]?.text).not.toContain('{"step":20,');
    expect(model.calls[0]?.[1]?.text).toContain('{"step":21,');
    const short = steps.map((step) => ({ ...step, content: "Go on." }));
    const quiet = abridging((step) => `brief ${step}`);
    const { usage } = await echo({ model: quiet, ...settings }).attribute({
      trajectory: { ...longFailure, steps: short },
    });
    expect(usage.calls).toBe(6);
  });

  it("shows a step whole at every level that it fits", async () => {
    const step = { index: 0, agent: "guide", content: "We look at one more road. ".repeat(5).trim() };
    const judge = judgeOf({ model: abridging(() => "brief") });
    const extracts = await modelExtracts(callsOf(judge), { steps: [step] });
    expect(extracts(step, "points")).toBe(step.content);
    expect(extracts(step, "summary")).toBe("brief");
  });

  it("does not ask for extracts of a trace that is shown whole", async () => {
    const model = abridging(() => "brief");
    const { usage } = await echo({ model, extraction: "model", unifiedUpTo: Infinity }).attribute({
      trajectory: longFailure,
    });
    expect(usage.calls).toBe(3);
  });
});
