import type { Step } from "@langgraph-rollback/attribution/trajectory";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { countTokens } from "./count-tokens.ts";
import { framed } from "./frame.ts";
import { redactText } from "./redact-text.ts";
import { redactSteps } from "./redact-steps.ts";
import { stepLine } from "./transcript.ts";
import { stepWithin, terseStep, terseTrace } from "./terse-trace.ts";

const text = fc.string({ unit: "binary", maxLength: 200 });
const arbitraryStep = fc.record({
  index: fc.nat(200),
  agent: text,
  content: text,
  toolCalls: fc.array(fc.record({ name: text, args: fc.jsonValue({ maxDepth: 1 }) }), { maxLength: 2 }),
});

describe("terseTrace", () => {
  it("writes a step as a line for who acted, its content one space in, then calls and error", () => {
    const step: Step = {
      index: 2,
      agent: "coder",
      content: 'He said "go".\n\n  if x < 3:',
      toolCalls: [{ name: "run", args: { path: "a\\b" } }],
      error: { name: "TimeoutError", message: "" },
    };
    expect(terseStep(step).split("\n")).toEqual([
      "3 coder",
      ' He said "go".',
      "",
      "   if x \\u003c 3:",
      '+ {"name":"run","args":{"path":"a\\\\b"}}',
      "! TimeoutError",
    ]);
  });

  it("says beside who acted whom the step addressed, and what it was for", () => {
    const step: Step = { index: 0, agent: "Lead", content: "go" };
    const opened = [{}, { to: "Web" }, { purpose: "thought" }, { to: "Web", purpose: "retry" }].map(
      (more) => terseStep({ ...step, ...more }).split("\n")[0],
    );
    expect(opened).toEqual(["1 Lead", "1 Lead (-> Web)", "1 Lead (thought)", "1 Lead (-> Web; retry)"]);
    expect(JSON.parse(stepLine({ ...step, to: "Web", purpose: "retry" }))).toEqual({
      step: 1,
      agent: "Lead",
      to: "Web",
      purpose: "retry",
      content: "go",
    });
    const [hidden] = redactSteps([{ ...step, to: "Jo", purpose: "ask Jo" }], (said) =>
      said.replaceAll("Jo", "X"),
    );
    expect(hidden).toMatchObject({ to: "X", purpose: "ask X" });
  });

  it("opens as many steps as there are, whatever they say", () => {
    fc.assert(
      fc.property(fc.array(arbitraryStep, { maxLength: 5 }), (steps) => {
        const opened =
          steps.length === 0
            ? []
            : terseTrace(steps)
                .split("\n")
                .filter((line) => /^\d/.test(line));
        expect(opened.map((line) => Number.parseInt(line, 10))).toEqual(steps.map(({ index }) => index + 1));
      }),
    );
  });

  it("opens as many steps as there are also after redaction, whatever they say", () => {
    const steps = ["2 planner", "3", " 4", '"5"', "true", '{"6": 7}', "[8]"].map((content, index) => ({
      index,
      agent: "a",
      content,
    }));
    const redacted = redactText(terseTrace(steps), (said) => said.replaceAll("planner", "[name]"));
    expect(redacted.split("\n").filter((line) => /^\d/.test(line))).toHaveLength(steps.length);
    expect(redacted).toContain("\n 2 [name]\n");
  });

  it("gets into a frame as it is, whatever the steps say", () => {
    fc.assert(
      fc.property(fc.array(arbitraryStep, { minLength: 1, maxLength: 5 }), (steps) => {
        const trace = terseTrace(steps);
        expect(framed([{ label: "trace", text: trace }]).body).toContain(`\n${trace}\n`);
      }),
    );
  });

  it("shortens a step by its middle, and by its calls, to the tokens that it may have", () => {
    const content = Array.from({ length: 500 }, (_, index) => `word${index}`).join(" ");
    const step: Step = { index: 0, agent: "a", content, toolCalls: [{ name: "t", args: { content } }] };
    const short = stepWithin(step, 60);
    expect(countTokens(terseStep(short))).toBeLessThanOrEqual(60);
    expect(short.content).toMatch(/^word0 .* \[…\] .*499$/);
    expect(short.toolCalls).toBeUndefined();
    expect(stepWithin(step, 100_000)).toBe(step);
  });
});
