import { tool } from "@langchain/core/tools";
import { z } from "zod";
import type { Redact } from "@langgraph-rollback/attribution";

import type { Judge } from "../../asking/judge.ts";
import type { Answer } from "../../asking/question/question.ts";
import type { Evidence } from "../../asking/text/evidence.ts";
import { verdictQuestions, type StepJudgement } from "../step-by-step/question.ts";

/** @internal Looks at one step, 0-based. */
export type InspectStep = (step: number, signal?: AbortSignal) => Promise<Answer<StepJudgement>>;

/**
 * @internal The planner's tool: has an examiner judge a step from the trace up to it. It is a LangChain tool: traces of runs show its calls, their
 * arguments and their results.
 */
export function inspectStep(judge: Judge, evidence: Evidence, redact: Redact | undefined): InspectStep {
  const questions = verdictQuestions(evidence, redact);
  return async (step, signal) => {
    let answer: Answer<StepJudgement> | undefined;
    const inspect = tool(
      async ({ step: number }: { step: number }) => {
        const question = questions[number - 1];
        if (question === undefined)
          throw new RangeError(`Expected \`step\` in 1..${questions.length}, got ${number}.`);
        answer = await judge.ask(question, signal);
        return JSON.stringify(answer.status === "answered" ? answer.value : answer.problem);
      },
      {
        name: "inspect_step",
        description: "Judges whether a step made the run fail, from the trace up to this step.",
        schema: z.object({ step: z.number().describe("Number of the step; the first is 1") }),
      },
    );
    await inspect.invoke({ step: step + 1 }, signal === undefined ? {} : { signal });
    if (answer === undefined) throw new Error(`Step ${step + 1} was not inspected.`);
    return answer;
  };
}
