import type { Step, Trajectory } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import type { Question } from "../../asking/question/question.ts";
import { stepLine, traceText } from "../../asking/text/transcript.ts";
import type { Calls } from "../../finding/calls.ts";
import { LEVEL_WORDS } from "./context-levels.ts";
import { patternExtracts, type Extracts } from "./digest.ts";
import { firstWords } from "./extract.ts";

/** Steps are abridged some at a time: about 6,000 tokens of trace a call. */
const PART_CHARS = 24_000;

/** @internal */
export const EXTRACT_INSTRUCTIONS = `You abridge the record of a run of AI agents for analysts who will look for the mistake that made it fail. You do not look for it yourself, and you do not judge. Of each step keep what a later step could depend on: what was decided or concluded and why, what was handed over to whom, what was assumed, results with their exact names and numbers, and every sign of trouble. Keep wrong statements as they are; correct nothing and add nothing. Leave out greetings, repetition and formatting.`;

/** @internal */
export const EXTRACT_ASK = `Abridge each step of the trace at three lengths.`;

interface ExtractAnswer {
  readonly steps: readonly {
    /** Counted from 1. */
    readonly step: number;
    readonly points: string;
    readonly summary: string;
    readonly milestone: string;
  }[];
}

/** @internal */
export const EXTRACTS: z.ZodType<ExtractAnswer> = z.object({
  steps: z.array(
    z.object({
      step: z.number().describe("Number of the step, as in the trace"),
      points: z.string().describe(`Reasoning and decisions, in at most ${LEVEL_WORDS.points} words`),
      summary: z.string().describe(`Outcome, in at most ${LEVEL_WORDS.summary} words`),
      milestone: z
        .string()
        .describe(`What it changed for the run, in at most ${LEVEL_WORDS.milestone} words`),
    }),
  ),
});

/** @internal The questions that abridge a trajectory, each on a part of its steps. */
export function extractQuestions({ steps }: Pick<Trajectory, "steps">): readonly Question<ExtractAnswer>[] {
  return parts(steps).map((part) => ({
    name: "echo extraction",
    instructions: EXTRACT_INSTRUCTIONS,
    evidence: [{ label: "trace", text: traceText({ steps: part }) }],
    ask: EXTRACT_ASK,
    answer: EXTRACTS,
    check: (answer) => extractsOf(part, answer),
  }));
}

/** The answer about one part of a trace must not decide what is shown of the others. */
function extractsOf(part: readonly Step[], { steps }: ExtractAnswer): ExtractAnswer | Error {
  const own = steps.filter(({ step }) => part.some(({ index }) => index === step - 1));
  if (own.length > 0) return { steps: own };
  const numbers = part.map(({ index }) => index + 1).join(", ");
  return new RangeError(`None of the steps shown is abridged; they are numbered ${numbers}.`);
}

/** @internal Asks for extracts; patterns stand in for every step that has no usable answer. */
export async function modelExtracts(calls: Calls, trajectory: Pick<Trajectory, "steps">): Promise<Extracts> {
  const answers = await Promise.all(
    extractQuestions(trajectory).map((question) =>
      calls.ask(question, "Extraction by the model failed, so patterns were used"),
    ),
  );
  const made = new Map(
    answers.flatMap((answer) => answer?.steps ?? []).map((extract) => [extract.step - 1, extract]),
  );
  return (step, level) => {
    const text = made.get(step.index)?.[level].trim() ?? "";
    const pattern = patternExtracts(step, level);
    return text === "" || pattern === step.content ? pattern : firstWords(text, level);
  };
}

/** The steps worth abridging, in parts. A step that is too long for a part is one of its own. */
function parts(steps: readonly Step[]): readonly (readonly Step[])[] {
  const done: Step[][] = [];
  let length = Infinity;
  for (const step of steps) {
    if (patternExtracts(step, "milestone") === step.content) continue;
    const added = stepLine(step).length;
    if (length + added > PART_CHARS) {
      done.push([]);
      length = 0;
    }
    done.at(-1)?.push(step);
    length += added;
  }
  return done;
}
