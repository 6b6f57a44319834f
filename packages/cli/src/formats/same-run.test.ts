import { expect, it } from "vitest";
import { readFileOf } from "./fixtures/read-file.ts";
import { fixtureFile } from "./fixtures/sample-files.ts";

/** One run of LangGraph each, recorded by OpenTelemetry's conventions, by OpenInference's and by LangSmith. */
const RUNS = [
  ["wrong-answer", "math-wrong-answer.http"],
  ["tool-error", "math-tool-error.runs"],
  ["node-exception", "math-node-exception.runs"],
] as const;

async function stepsIn(name: string) {
  const { runs } = await readFileOf(fixtureFile(name));
  return runs.map(({ trajectory: { steps, task } }) => ({
    task,
    steps: steps.map(({ agent, content, error, kind, toolCalls = [] }) => ({
      agent,
      kind,
      content,
      error: error?.message,
      calls: toolCalls.map(({ args, name: called }) => [called, args]),
    })),
  }));
}

it.each(RUNS)("%s has the same task, steps and calls in each format", async (run, langsmith) => {
  const [genai, openinference, smith] = await Promise.all([
    stepsIn(`otlp/genai-${run}.otlp.json`),
    stepsIn(`otlp/openinference-${run}.otlp.json`),
    stepsIn(`langsmith/${langsmith}.json`),
  ]);
  expect(genai[0]?.steps.length).toBeGreaterThan(2);
  expect(openinference).toEqual(genai);
  expect(smith).toEqual(genai);
});
