import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { charactersCounted, countTokens } from "./count-tokens.ts";
import { fitLines } from "./fit-lines.ts";
import { terseTrace } from "./terse-trace.ts";
import { fitTrace } from "./transcript.ts";

const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, index) => `word${(index * 7 + seed) % 97}`).join(" ");
const trajectory = {
  id: "long",
  task: "t",
  steps: Array.from({ length: 9 }, (_, index) => ({ index, agent: "a", content: words(200, index) })),
};
const linesOf = (text: string) => text.split("\n").map((line): { content: string } => JSON.parse(line));

describe("a trace that is too long for the model", () => {
  it("is left as it is where it fits", () => {
    expect(fitTrace({ trajectory }, 100_000).problems).toEqual([]);
  });

  it("fits the budget, with all its steps, and says how many were shortened", () => {
    const { text, problems } = fitTrace({ trajectory }, 2000);
    expect(countTokens(text)).toBeLessThanOrEqual(2000);
    expect(linesOf(text)).toHaveLength(9);
    expect(problems).toEqual([expect.stringMatching(/^The trace was too long: \d steps were shortened\.$/)]);
  });

  it("loses its middle before its ends", () => {
    const whole = countTokens(fitTrace({ trajectory }, 1e6).text);
    const lengths = linesOf(fitTrace({ trajectory }, whole - 400).text).map(({ content }) => content.length);
    expect(lengths[0]).toBe(words(200, 0).length);
    expect(lengths[8]).toBe(words(200, 8).length);
    expect(lengths[4]).toBeLessThan(words(200, 4).length);
  });

  it("keeps the beginning and the end of a step", () => {
    const [first] = linesOf(
      fitTrace({ trajectory: { ...trajectory, steps: trajectory.steps.slice(0, 1) } }, 300).text,
    );
    expect(first?.content.startsWith("word0 word7")).toBe(true);
    expect(first?.content.endsWith(words(200, 0).slice(-20))).toBe(true);
  });

  it("keeps who acted, and lines that are indented, where it is tersely written", () => {
    const steps = trajectory.steps.map((step) => ({
      ...step,
      content: `${step.content}\n4 judge\n👍👍👍`.repeat(9),
    }));
    const { text } = fitLines(terseTrace(steps), 1500);
    expect(countTokens(text)).toBeLessThanOrEqual(1500);
    expect(text.split("\n").filter((line) => /^\S/.test(line))).toEqual(
      steps.map((_, index) => `${index + 1} a`),
    );
    expect(text).toContain(" […] ");
    expect(Buffer.from(text).toString()).toBe(text);
  });

  it("costs work that goes by the budget, however much of it there is", () => {
    const workOf = (size: number) => {
      const hostile = Array.from({ length: 20 }, (_, index) => ({
        index,
        agent: "a",
        content: "龘́鬱(👍🏽".repeat(size),
      }));
      const before = charactersCounted();
      expect(countTokens(fitLines(terseTrace(hostile), 4000).text)).toBeLessThanOrEqual(4000);
      return charactersCounted() - before;
    };
    const [large, larger] = [workOf(10_000), workOf(80_000)];
    expect(large).toBeLessThan(20 * 16 * 4000);
    expect(larger).toBeLessThan(1.5 * large);
  });

  it("is never longer than before, whatever it holds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.json(), fc.string({ unit: "binary" })), { maxLength: 8 }),
        fc.nat(200),
        (lines, budget) => {
          const text = lines.join("\n");
          expect(fitLines(text, budget).text.length).toBeLessThanOrEqual(text.length);
        },
      ),
    );
  });
});
