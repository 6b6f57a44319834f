import { describe, expect, it } from "vitest";
import { z } from "zod";

import { labelledFailures } from "../../fixtures/labelled-failures.ts";
import { longFailure } from "../../fixtures/long-failure.ts";
import { exportTrainingSet } from "./export-training-set.ts";

const example = z.object({
  messages: z.tuple([
    z.object({ role: z.literal("system"), content: z.string() }),
    z.object({ role: z.literal("user"), content: z.string() }),
    z.object({ role: z.literal("assistant"), content: z.string() }),
  ]),
});
const readAll = (lines: Iterable<string>) =>
  [...lines].map((line) => example.parse(JSON.parse(line)).messages);

describe("exportTrainingSet", () => {
  it("writes one line of JSON for each step, with yes for the decisive one alone", () => {
    const { train, validation } = exportTrainingSet(labelledFailures, { seed: 1, validation: 0 });
    expect([...validation]).toEqual([]);
    for (const line of train) expect(line).toMatch(/^[^\n]+\n$/);
    const said = readAll(train).map(([, , { content }]) => content);
    expect(said).toEqual(
      labelledFailures.flatMap(({ steps, label }) =>
        steps.map((_, index) => `{"decisive":"${index === label.decisiveStep ? "yes" : "no"}"}`),
      ),
    );
  });

  it("gives nothing of the label away in what the model reads", () => {
    const hidden = labelledFailures.map((one) => ({
      ...one,
      label: { ...one.label, reason: "the secret reason", decisiveAgent: "the secret agent" },
      group: "the secret group",
    }));
    const { train } = exportTrainingSet(hidden, { seed: 1, validation: 0 });
    expect([...train].join("")).not.toContain("secret");
  });

  it("holds back the share that validates, by whole trajectories, as the seed says", () => {
    const split = (seed: number) => exportTrainingSet(labelledFailures, { seed });
    const tasksOf = (lines: Iterable<string>) =>
      new Set(readAll(lines).map(([, { content }]) => content.split("\n")[1] ?? ""));
    const { train, validation } = split(1);
    expect(tasksOf(validation).size).toBe(3);
    expect(tasksOf(train).size).toBe(17);
    expect(new Set([...tasksOf(train), ...tasksOf(validation)]).size).toBe(20);
    expect([...split(1).validation]).toEqual([...validation]);
    expect([...split(2).validation]).not.toEqual([...validation]);
    expect([...train, ...validation].length).toBe(
      labelledFailures.reduce((total, { steps }) => total + steps.length, 0),
    );
  });

  it("never splits the failures of one task", () => {
    const planted = Array.from({ length: 40 }, (_, index) => ({
      ...longFailure(3, index),
      task: `task ${index % 8}`,
    }));
    for (let seed = 0; seed < 10; seed += 1) {
      const { train, validation } = exportTrainingSet(planted, { seed, validation: 0.25 });
      const tasks = (lines: Iterable<string>) => new Set([...lines].join("").match(/\\"task \d\\"/g));
      const held = tasks(validation);
      expect(held.size).toBe(2);
      for (const task of tasks(train)) expect(held.has(task)).toBe(false);
    }
  });

  it("can be read again", () => {
    const { train } = exportTrainingSet(labelledFailures, { seed: 1 });
    expect([...train]).toEqual([...train]);
  });

  it("shows right answers where there are some", () => {
    const { train } = exportTrainingSet(labelledFailures, {
      seed: 1,
      validation: 0,
      groundTruth: ({ id }) => (id === "pens" ? "8 euros" : undefined),
    });
    expect(readAll(train).filter(([, { content }]) => content.includes("<<right answer"))).toHaveLength(4);
  });

  it.each([-0.1, 1, NaN])("refuses to validate on a share of %d", (validation) => {
    expect(() => exportTrainingSet(labelledFailures, { seed: 1, validation })).toThrow(
      `Expected \`validation\` in [0, 1), got ${validation}.`,
    );
  });
});
