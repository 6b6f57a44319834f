import type { StepExplanation } from "@langgraph-rollback/attribution";
import { z } from "zod";

import { valueOrigins } from "../source/value-origins.ts";
import type { AttemptView, RunView, StepView } from "../shared/view/thread-view.ts";
import { whatTheSetIs } from "../shared/words/decision-words.ts";
import { recordedExplanation } from "../shared/words/explanation-words.ts";
import { setInWords } from "../shared/words/attribution-words.ts";
import { promiseOf } from "../shared/words/promise-words.ts";
import { attemptRow, attemptRowOf } from "./attempt-row.ts";
import { explanationTold, explanationToldOf } from "./explanation-told.ts";
import { namedAttempt, type NamedRun, namedRun, runChoice } from "./named-run.ts";
import { type Asked, ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { stepRow, stepRowOf } from "./step-row.ts";
import { pageOf, type Told } from "./told.ts";
import { valuesOfStep, valuesTold } from "./values-told.ts";

const input = {
  ...runChoice,
  attempt: ordinal.optional().describe("Default: the first attempt that failed."),
  limit: ordinal.max(20).default(5).describe("Suspected steps to tell of."),
};

const output = {
  thread: recorded,
  run: ordinal,
  attempt: attemptRow,
  suspects: z
    .array(z.object({ row: stepRow, explanation: explanationTold.optional() }))
    .describe("Steps by score, the most suspected first."),
  scored: z.number().describe("Steps that have a score."),
  set: z
    .object({
      steps: z.array(ordinal),
      of: z.number(),
      words: z.string(),
      meaning: z.string(),
      isPromised: z.boolean(),
      promise: z.string(),
      doubts: z.array(recorded).describe("Why the promise should not be relied on."),
      remarks: z.array(recorded),
    })
    .optional()
    .describe("The prediction set: the steps that may be the decisive one, with the probability promised."),
  values: valuesTold.optional(),
  missing: z.string().optional().describe("Why no step is suspected."),
};

/** `why_failed`: which step is suspected, and why. */
export function whyFailed({ source }: Asked): RunTool {
  const origins = valueOrigins(source);
  return runTool(
    {
      name: "why_failed",
      title: "Tell why a run failed",
      description:
        "Tells why an attempt failed and which step is suspected of it: scores, explanation, prediction set with its promise, where the attempt was rewound to, and where the values of the suspected step came from.",
      input,
      output,
    },
    async (choice, told) => {
      const named = await namedRun(source, choice);
      const view = namedAttempt(named, choice.attempt ?? firstFailed(named.run)?.attempt);
      const suspects = suspectsIn(view, choice.limit);
      const at = ({ index }: StepView) => ({
        thread: named.thread.id,
        run: named.run.run,
        attempt: view.attempt,
        step: index,
      });
      const [first] = suspects;
      const values = first === undefined ? {} : await valuesOfStep(source, origins, at(first), told);
      const explanations = new Map<number, StepExplanation>();
      for (const step of suspects) {
        const why = recordedExplanation(view.attribution, step.index) ?? (await source.step(at(step)))?.why;
        if (why !== undefined) explanations.set(step.index, why);
      }
      const page = pageOf(suspects, { from: 1, limit: choice.limit, most: 14_000 }, (step) => {
        const why = explanations.get(step.index);
        return {
          row: stepRowOf(view, step, told),
          ...(why === undefined ? {} : { explanation: explanationToldOf(why, told) }),
        };
      });
      if (page.next !== undefined) told.leftOut(`${page.of - page.rows.length} further suspects.`);
      return {
        thread: told.text("Id of the thread", named.thread.id, 500),
        run: named.number,
        attempt: attemptRowOf(view, told),
        suspects: [...page.rows],
        scored: view.attribution?.scores.length ?? 0,
        ...setOf(view, told),
        ...values,
        ...(suspects.length === 0 ? { missing: missingOf(named, view) } : {}),
      };
    },
  );
}

function firstFailed({ attempts }: RunView): AttemptView | undefined {
  const failed = attempts.filter(({ outcome }) => outcome?.ok === false);
  return failed.find(({ attribution }) => attribution !== undefined) ?? failed[0];
}

/** The steps of the highest scores; ties keep their order. */
function suspectsIn(view: AttemptView, limit: number): readonly StepView[] {
  const scores = view.attribution?.scores ?? [];
  return view.steps
    .filter(({ index }) => (scores[index] ?? 0) > 0)
    .toSorted((a, b) => (scores[b.index] ?? 0) - (scores[a.index] ?? 0))
    .slice(0, limit);
}

/** Steps of a set that are listed one by one; its words have them all. */
const LISTED = 100;

function setOf(view: AttemptView, told: Told): { set?: z.input<typeof output.set> } {
  const { attribution, steps } = view;
  const words = setInWords(view);
  const promise = promiseOf(view);
  if (attribution === undefined || words === undefined || promise === undefined) return {};
  const { doubts, isPromised, meaning, remarks } = promise;
  if (attribution.set.steps.length > LISTED)
    told.leftOut(`${attribution.set.steps.length - LISTED} further steps of the set.`);
  return {
    set: {
      steps: attribution.set.steps.slice(0, LISTED).map((index) => index + 1),
      of: steps.length,
      words: told.text("Words about the set", words, 1000),
      meaning: whatTheSetIs(attribution),
      isPromised,
      promise: told.text("Promise of the set", meaning, 1000),
      doubts: doubts.map((each) => told.text("Doubt", each, 500)),
      remarks: remarks.map((each) => told.text("Remark", each, 500)),
    },
  };
}

function missingOf({ run }: NamedRun, { attempt, missing, outcome, steps }: AttemptView): string {
  if (outcome?.ok === true) return `Attempt ${attempt} was accepted, so no step is suspected.`;
  if (missing !== undefined || steps.length === 0) return `No step of attempt ${attempt} can be read.`;
  return run.status === "not-judged" || outcome === undefined
    ? `Attempt ${attempt} was not judged: an agent with \`withRollback\` and a verifier records verdicts and scores.`
    : `No scores were recorded for attempt ${attempt}. \`langgraph-rollback attribute\` scores the steps of failed runs.`;
}
