import { describe, expect, it } from "vitest";

import { textOf } from "../../fixtures/step-judges.ts";
import { scriptedModel } from "../../testing/index.ts";
import { FOUR, playing, proposal, roleOf, rolesOf, trajectory } from "./fixtures/scripted-judge.ts";
import { raffles, rafflesReasoning } from "./raffles.ts";

describe("raffles", () => {
  it("stops after the round in which all evaluators together are above 350", async () => {
    const model = playing([{ step: 1, sure: 90 }]);
    const found = await raffles({ model }).attribute({ trajectory });
    expect(rolesOf(model)).toEqual(FOUR);
    expect(found).toMatchObject({
      step: 0,
      agent: "adder",
      reason: "fault of 1",
      confident: true,
      scores: [0.925, expect.closeTo(0.0375, 12), expect.closeTo(0.0375, 12)],
      usage: { calls: 4 },
      problems: [],
    });
    expect(found.rounds).toMatchObject([
      {
        candidate: { step: 0, agent: "adder" },
        confidence: 370,
        opinions: [
          { criterion: "fault", confidence: 90, reason: "fault checked in round 1" },
          { criterion: "primacy", confidence: 90 },
          { criterion: "decisiveness", confidence: 90 },
          { criterion: "trace", confidence: 100 },
        ],
      },
    ]);
  });

  it("plays another round at exactly the threshold, up to two rounds", async () => {
    const exactly = [{ confidence: 83 }, { confidence: 83 }, { confidence: 84 }];
    let call = 0;
    const model = scriptedModel((messages) =>
      roleOf(messages) === "judge"
        ? { json: proposal({}) }
        : { json: { reason: "r", ...exactly[call++ % 3] } },
    );
    const found = await raffles({ model }).attribute({ trajectory });
    expect(found.rounds.map(({ confidence }) => confidence)).toEqual([350, 350]);
    expect(found.confident).toBe(false);
  });

  it("plays as many rounds as it is told, and stops above the threshold that it is told", async () => {
    const five = playing([{ sure: 10 }]);
    expect((await raffles({ model: five, rounds: 5 }).attribute({ trajectory })).rounds).toHaveLength(5);
    const model = playing([{ sure: 10 }, { sure: 40 }, { sure: 90 }]);
    const found = await raffles({ model, rounds: 5, threshold: 200 }).attribute({ trajectory });
    expect(found.rounds.map(({ confidence }) => confidence)).toEqual([130, 220]);
  });

  it("asks the judge alone with 0 rounds", async () => {
    const model = playing([{ step: 2 }]);
    const found = await raffles({ model, rounds: 0 }).attribute({ trajectory });
    expect(rolesOf(model)).toEqual(["judge"]);
    expect(found).toMatchObject({ step: 1, scores: [0, 1, 0], confident: false });
  });

  it("clears every step where a judge alone finds no fault", async () => {
    const found = await raffles({ model: playing([{ faulty: false }]), rounds: 0 }).attribute({ trajectory });
    expect(found.scores).toEqual([0, 0, 0]);
    expect(found).not.toHaveProperty("step");
  });

  it("tells the judge of the next round what was proposed and what came of it, framed, after the same beginning", async () => {
    const model = playing([
      { step: 3, agent: "final writer", sure: 20 },
      { step: 1, sure: 90 },
    ]);
    await raffles({ model }).attribute({ trajectory });
    const [first = "", second = ""] = model.calls
      .filter((messages) => roleOf(messages) === "judge")
      .map(textOf);
    expect(first).not.toContain("<<earlier rounds");
    const memory = /<<earlier rounds \w+>>\n(.*)\n<<end of/.exec(second)?.[1] ?? "{}";
    expect(JSON.parse(memory)).toMatchObject({
      round: 1,
      step: 3,
      agent: "Final Writer",
      rationales: { fault: "fault of 3", primacy: "primacy of 3", decisiveness: "decisiveness of 3" },
      checks: [{ reason: "fault checked in round 1" }, {}, {}, { criterion: "trace", confidence: 100 }],
      confidence: 160,
    });
    const shared = first.slice(0, first.lastIndexOf("<<end of trace"));
    expect(second.startsWith(shared)).toBe(true);
    expect(model.calls[0]?.[0]?.text).toBe(model.calls[4]?.[0]?.text);
  });

  it("shows an evaluator the candidate and the argument for its own criterion only", async () => {
    const model = playing([{ step: 2, sure: 90 }]);
    await raffles({ model }).attribute({ trajectory });
    const primacy = textOf(model.calls.find((messages) => roleOf(messages) === "primacy") ?? []);
    const candidate = /<<candidate \w+>>\n(.*)\n/.exec(primacy)?.[1] ?? "{}";
    expect(JSON.parse(candidate)).toEqual({ step: 2, agent: "adder", argument: "primacy of 2" });
    expect(primacy).not.toContain("fault of 2");
  });

  it("goes by the most confident round of its history", async () => {
    const model = playing([
      { step: 1, sure: 60 },
      { step: 2, sure: 80 },
      { step: 3, agent: "Final Writer", sure: 10 },
    ]);
    const found = await raffles({ model, rounds: 3 }).attribute({ trajectory });
    expect(found).toMatchObject({ step: 1, reason: "fault of 2", confident: false });
    expect(found.scores).toEqual([0.7, 0.85, 0.325].map((score) => expect.closeTo(score, 12)));
  });

  it("blames nobody where no fault is the best of the history", async () => {
    const found = await raffles({ model: playing([{ faulty: false, sure: 95 }]) }).attribute({ trajectory });
    expect(found).not.toHaveProperty("step");
    expect(found).not.toHaveProperty("agent");
    expect(found.confident).toBe(true);
    expect(Math.max(...found.scores.map((score) => score ?? 1))).toBeLessThan(0.05);
  });

  it("lets the rule-based check keep a wrong agent from ending the search", async () => {
    const model = playing([
      { step: 3, agent: "adder", sure: 100 },
      { step: 3, agent: "Final Writer", sure: 100 },
    ]);
    const found = await raffles({ model }).attribute({ trajectory });
    expect(found.rounds.map(({ confidence }) => confidence)).toEqual([300, 400]);
    expect(found).toMatchObject({ step: 2, agent: "Final Writer" });
    expect(found.problems).toEqual(['Round 1: Not "adder" but "Final Writer" acted in step 3.']);
    expect(textOf(model.calls[4] ?? [])).toContain("acted in step 3.");
  });

  it("has nobody check a step that does not exist, and tells the judge", async () => {
    const model = playing([{ step: 9 }, { step: 1, sure: 90 }]);
    const found = await raffles({ model }).attribute({ trajectory });
    expect(rolesOf(model)).toEqual(["judge", ...FOUR]);
    expect(textOf(model.calls[1] ?? [])).toContain("There is no step 9; the steps are 1 to 3.");
    expect(found.step).toBe(0);
  });

  it("counts a missing opinion as 0 and continues", async () => {
    const model = scriptedModel((messages) => {
      const role = roleOf(messages);
      if (role === "judge") return { json: proposal({}) };
      return role === "primacy" ? "I cannot say." : { json: { reason: "r", confidence: 100 } };
    });
    const found = await raffles({ model, rounds: 1 }).attribute({ trajectory });
    expect(found).toMatchObject({ step: 0, confident: false, rounds: [{ confidence: 300 }] });
    expect(found.problems).toEqual([expect.stringMatching(/^Round 1, primacy: /)]);
  });

  it("gets over a judge without an answer, and over one who never has any", async () => {
    let judged = 0;
    const late = scriptedModel((messages) => {
      if (roleOf(messages) !== "judge") return { json: { reason: "r", confidence: 95 } };
      judged += 1;
      return judged <= 2 ? "No." : { json: proposal({ step: 2 }) };
    });
    const found = await raffles({ model: late }).attribute({ trajectory });
    expect(found).toMatchObject({ step: 1, problems: [expect.stringMatching(/^Round 1, judge: /)] });
    const never = await raffles({ model: scriptedModel(() => "No.") }).attribute({ trajectory });
    expect(never.scores).toEqual([undefined, undefined, undefined]);
    expect(never.problems).toHaveLength(2);
  });

  it("shows evaluators the whole of a long trace if told to, from the same beginning as the judge", async () => {
    const steps = trajectory.steps.map((step) => ({ ...step, content: `${step.content} `.repeat(800) }));
    const lengths = [];
    for (const evaluatorsRead of ["excerpts", "whole"] as const) {
      const model = playing([{ step: 2, sure: 90 }]);
      await raffles({ model, evaluatorsRead }).attribute({ trajectory: { ...trajectory, steps } });
      const [judge = "", ...others] = model.calls.map(textOf);
      const shared = judge.slice(0, judge.lastIndexOf("<<end of trace"));
      expect(others.every((other) => other.startsWith(shared))).toBe(evaluatorsRead === "whole");
      lengths.push(others[0]?.length ?? 0);
    }
    expect(lengths[0]).toBeLessThan((lengths[1] ?? 0) / 2);
  });

  it("redacts before it shortens, so that no half of a secret is left", async () => {
    const secret = `KEY-${"x".repeat(5000)}`;
    const steps = trajectory.steps.map((step) => ({ ...step, content: `${"go on ".repeat(800)}${secret}` }));
    const model = playing([{ step: 2, sure: 90 }]);
    const redact = (said: string) => said.replaceAll(/KEY-x{5000}/g, "[key]");
    await raffles({ model, redact }).attribute({ trajectory: { ...trajectory, steps } });
    for (const messages of model.calls) {
      expect(textOf(messages)).toContain("[key]");
      expect(textOf(messages)).not.toContain("xxx");
    }
  });

  it("estimates the calls of all rounds", async () => {
    for (const rounds of [0, 1, 3]) {
      const model = playing([{ sure: 10 }]);
      const method = raffles({ model, rounds });
      const { calls, inputTokens } = method.estimate({ trajectory });
      expect(model.calls).toHaveLength(0);
      await method.attribute({ trajectory });
      expect(model.calls).toHaveLength(calls);
      expect(inputTokens).toBeGreaterThan(100 * calls);
    }
  });

  it("changes its fingerprint with its settings", () => {
    const model = playing([{}]);
    const all = [
      raffles({ model }),
      raffles({ model, rounds: 3 }),
      raffles({ model, threshold: 300 }),
      raffles({ model, evaluatorsRead: "whole" }),
      rafflesReasoning({ model }),
    ];
    expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(all.length);
  });

  it("stops with the reason of the signal between calls", async () => {
    const stop = new AbortController();
    const reason = new Error("stopped by the test");
    const model = scriptedModel(() => {
      stop.abort(reason);
      return { json: proposal({}) };
    });
    await expect(raffles({ model }).attribute({ trajectory }, stop.signal)).rejects.toBe(reason);
    expect(model.calls).toHaveLength(1);
  });

  it.each([{ rounds: -1 }, { rounds: 1.5 }, { threshold: -1 }, { threshold: Number.NaN }])(
    "refuses %o",
    (settings) => {
      expect(() => raffles({ model: playing([{}]), ...settings })).toThrow(RangeError);
    },
  );
});
