import { readFileSync } from "node:fs";
import { parseTrajectory, stringifyTrajectory } from "@langgraph-rollback/attribution/trajectory";
import { describe, expect, it } from "vitest";

import { PUBLISHED } from "./published.ts";

const sample = (name: string): string =>
  readFileSync(new URL(`../../fixtures/published/${name}`, import.meta.url), "utf8");
type Name = keyof typeof PUBLISHED;
const read = (format: Name, text: string) => PUBLISHED[format]({ text, stem: "59" });
const one = (format: Name, text: string) => {
  const [first] = read(format, text);
  if (first === undefined) throw new Error("nothing was read");
  return first;
};

describe("who-and-when", () => {
  const text = sample("who-and-when.json");

  it("reads the algorithm-generated part, agents by name, the label from 0", () => {
    const { groundTruth, trajectory } = one("who-and-when", text);
    expect(groundTruth).toBe("14");
    expect(trajectory).toMatchObject({
      id: "algorithm-generated/59",
      group: "algorithm-generated",
      outcome: { ok: false },
      label: {
        decisiveStep: 1,
        decisiveAgent: "Measurement_Expert",
        reason: "The 3 m at the gate were not taken off.",
      },
    });
    expect(trajectory.steps.map(({ agent }) => agent)).toEqual([
      "Planner_Expert",
      "Measurement_Expert",
      "Arithmetic_Expert",
      "Planner_Expert",
    ]);
  });

  it("keeps what agents were instructed with, and reads a trace whose prompts have another shape", () => {
    const prompts = { Planner_Expert: "You plan.", Measurement_Expert: "You measure." };
    const withPrompts = (given: unknown) =>
      one("who-and-when", JSON.stringify({ ...JSON.parse(text), system_prompt: given })).trajectory;
    expect(withPrompts(prompts).instructions).toEqual(prompts);
    expect(parseTrajectory(stringifyTrajectory(withPrompts(prompts))).instructions).toEqual(prompts);
    for (const other of [undefined, null, "You plan.", { Planner_Expert: 1 }])
      expect(withPrompts(other)).not.toHaveProperty("instructions");
  });

  it("reads the hand-crafted part, agents by the beginning of the role, in the trajectory's spelling", () => {
    const failure = {
      question: "q",
      is_corrected: false,
      history: [
        { content: "q", role: "human" },
        { content: "plan", role: "Orchestrator (thought)" },
        { content: "go", role: "Orchestrator (-> WebSurfer)" },
        { content: null, role: "WebSurfer" },
        { content: "no", role: "Orchestrator (termination condition)" },
        { content: "?", role: "(nobody)" },
        { content: "odd", role: "Coder ( )" },
      ],
      mistake_agent: "Websurfer",
      mistake_step: 3,
    };
    const { trajectory } = one("who-and-when", JSON.stringify(failure));
    expect(trajectory).toMatchObject({
      id: "hand-crafted/59",
      label: { decisiveStep: 3, decisiveAgent: "WebSurfer" },
    });
    expect(trajectory.steps.map(({ agent, purpose, to }) => ({ agent, purpose, to }))).toEqual([
      { agent: "human" },
      { agent: "Orchestrator", purpose: "thought" },
      { agent: "Orchestrator", to: "WebSurfer" },
      { agent: "WebSurfer" },
      { agent: "Orchestrator", purpose: "termination condition" },
      { agent: "(nobody)" },
      { agent: "Coder" },
    ]);
    expect(parseTrajectory(stringifyTrajectory(trajectory))).toEqual(trajectory);
  });

  it("numbers the failures of a file that holds several", () => {
    expect(read("who-and-when", `[${text},${text}]`).map(({ trajectory }) => trajectory.id)).toEqual([
      "algorithm-generated/59/1",
      "algorithm-generated/59/2",
    ]);
  });

  it.each([
    [text.replace('"1"', '"4"'), /line 1, `mistake_step`\): expected a step in 0\.\.3, got "4"/],
    [text.replace('"1"', '"second"'), /`mistake_step`.*got "second"/],
    [text.replace('"role": "assistant"', '"role": 7'), /`history\[0\]\.role`\): expected string, got 7/],
    [`\n\n${text.slice(0, 80)}`, /line 3\): expected JSON/],
    ['"text"', /line 1\): expected object, got "text"/],
  ])("refuses what it cannot read, by line and field: %#", (broken, message) => {
    expect(() => read("who-and-when", broken)).toThrow(message);
  });
});

describe("reasoneval", () => {
  const text = sample("reasoneval.json");

  it("reads right solutions without a label, and wrong ones with the first wrong step, from 1", () => {
    const [right, wrong, ...others] = read("reasoneval", text);
    expect(others).toEqual([]);
    expect(right).toMatchObject({ groundTruth: "31", trajectory: { id: "59/1", outcome: { ok: true } } });
    expect(right?.trajectory.label).toBeUndefined();
    expect(wrong?.trajectory).toMatchObject({
      id: "59/2",
      outcome: { ok: false },
      label: { decisiveStep: 0 },
      steps: [{ agent: "solver", kind: "model" }, { index: 1 }],
    });
  });

  it("reads steps of several lines, steps under their other name, and a wrong solution that names no step", () => {
    const row = {
      question: "q",
      question_type: "reversed",
      model_output_steps: [["a", "b"], "c"],
      model_output_solution_correctness: "wrong",
      model_output_solution_first_error_step: "N/A",
    };
    const { trajectory } = one("reasoneval", JSON.stringify(row));
    expect(trajectory).toMatchObject({
      group: "reversed",
      outcome: { ok: false },
      steps: [{ content: "a\nb" }, { content: "c" }],
    });
    expect(trajectory.label).toBeUndefined();
  });

  it.each([
    [
      text.replace('step": 1', 'step": 3'),
      /line 2, `model_output_solution_first_error_step`\): expected a step in 1\.\.2, got 3/,
    ],
    [text.replace('step": 1', 'step": 0'), /line 2.*expected a step in 1\.\.2, got 0/],
    [
      text.replace('solution_correctness": "wrong"', 'solution_correctness": "so-so"'),
      /line 2.*"correct" or "wrong".*so-so/,
    ],
    [
      text.replace("model_output_step_format", "steps"),
      /line 1, `model_output_step_format`.*the steps of the solution/,
    ],
  ])("refuses what it cannot read, by line and field: %#", (broken, message) => {
    expect(() => read("reasoneval", broken)).toThrow(message);
  });
});

describe("agentprocessbench", () => {
  const text = sample("agentprocessbench.jsonl");
  const row: object = JSON.parse(text);
  const marked = (step_labels: object, final_label: number) =>
    one("agentprocessbench", JSON.stringify({ ...row, step_labels, final_label })).trajectory;

  it("reads each message as a step, with its tool calls and its agent", () => {
    const { groundTruth, trajectory } = one("agentprocessbench", text);
    expect(groundTruth).toBe("Born");
    expect(trajectory).toMatchObject({
      id: "59:made_up:0:1",
      group: "made_up",
      outcome: { ok: false },
      label: { decisiveStep: 3 },
      steps: [
        { agent: "user", kind: "user" },
        {
          agent: "assistant",
          kind: "model",
          toolCalls: [{ id: "c1", name: "population", args: { town: "Abel" } }],
        },
        { agent: "population", kind: "tool", content: "41,000" },
        { agent: "assistant", content: "Abel has 41,000 people, so Abel is larger." },
      ],
    });
  });

  it("labels a wrong run with all its wrong steps, the first one first, whatever their order in the file", () => {
    expect(marked({ "3": -1, "1": -1 }, -1).label).toEqual({ decisiveStep: 1, furtherDecisiveSteps: [3] });
    expect(marked({ "1": 0, "3": 1 }, -1)).toMatchObject({ outcome: { ok: false } });
    expect(marked({ "1": 0, "3": 1 }, -1).label).toBeUndefined();
  });

  it("labels neither a right run nor one that nobody could judge", () => {
    const [right, open] = [marked({ "1": -1 }, 1), marked({ "1": -1 }, 0)];
    expect([right.outcome, right.label, open.outcome, open.label]).toEqual([
      { ok: true },
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("keeps arguments that are no JSON, or nested too deeply, as a text", () => {
    const withArguments = (args: string) =>
      text.replace(JSON.stringify('{"town": "Abel"}'), JSON.stringify(args));
    const argsOf = (args: string) =>
      one("agentprocessbench", withArguments(args)).trajectory.steps[1]?.toolCalls?.[0]?.args;
    expect(argsOf("Abel")).toBe("Abel");
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    expect(argsOf(deep)).toBe(deep);
    expect(argsOf("[[1]]")).toEqual([[1]]);
    const { trajectory } = one("agentprocessbench", withArguments(deep));
    expect(() => stringifyTrajectory(trajectory)).not.toThrow();
  });

  it.each([
    [text.replace('"3": -1', '"4": -1'), /line 1, `step_labels\.4`\): expected a step in 0\.\.3/],
    [text.replace('"3": -1', `"${"9".repeat(1e5)}": -1`), /^.{0,300}$/s],
    [text.replace('"3": -1', `"${"9".repeat(1e5)}": 2`), /^.{0,300}$/s],
    [text.replace('"3": -1', '"3": 2'), /line 1, `step_labels\.3`\).*got 2/],
    [text.replace('"role": "tool"', '"role": null'), /line 1, `messages\[2\]\.role`/],
  ])("refuses what it cannot read, by line and field: %#", (broken, message) => {
    expect(() => read("agentprocessbench", broken)).toThrow(message);
  });
});
