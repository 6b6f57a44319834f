import { z } from "zod";

import { alignSteps, type ComparedRow } from "../shared/comparing/align-steps.ts";
import { chosenAttempts } from "../shared/comparing/chosen-attempts.ts";
import { rowStatus } from "../shared/comparing/row-status.ts";
import type { AttemptView } from "../shared/view/thread-view.ts";
import { outcomeWords, rejection } from "../shared/words/outcome-words.ts";
import { namedAttempt, namedRun, runChoice } from "./named-run.ts";
import { NotRecordedError } from "./not-recorded-error.ts";
import { type Asked, ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { stepRow, stepRowOf } from "./step-row.ts";
import { pageOf, type Told } from "./told.ts";

const input = {
  ...runChoice,
  a: ordinal.optional().describe("Default: the attempt before the last one."),
  b: ordinal.optional().describe("Default: the last attempt."),
  from: ordinal.default(1).describe("First row of the page; kept steps are no rows."),
  limit: ordinal.max(50).default(20),
};

const side = z.object({
  attempt: ordinal,
  verdict: z.string(),
  reason: recorded.optional(),
  steps: z.number(),
});

const output = {
  thread: recorded,
  run: ordinal,
  a: side,
  b: side,
  kept: z.number().describe("First steps that both share: they were not run again."),
  partsAt: z
    .object({ a: ordinal.optional(), b: ordinal.optional() })
    .optional()
    .describe("The first step that differs, in each attempt that has one; absent where none differs."),
  differing: z.number().describe("Rows that differ."),
  rows: z
    .array(
      z.object({
        is: z.enum(["same", "differs", "only-a", "only-b"]),
        a: stepRow.optional(),
        b: stepRow.optional(),
      }),
    )
    .describe("Steps after the kept ones, side by side."),
  of: z.number(),
  next: ordinal.optional().describe("`from` of the next page."),
};

/** `compare_attempts`: where two attempts of a run part. */
export function compareAttempts({ source }: Asked): RunTool {
  return runTool(
    {
      name: "compare_attempts",
      title: "Compare two attempts",
      description:
        "Compares two attempts of a run step by step: what both share, where they part, and each step that differs. `read_step` has the whole of a step.",
      input,
      output,
    },
    async ({ from, limit, ...choice }, told) => {
      const named = await namedRun(source, choice);
      const [wantedA, wantedB] = [choice.a, choice.b].map((each) =>
        each === undefined ? undefined : namedAttempt(named, each).attempt,
      );
      const { run, thread } = named;
      const chosen = chosenAttempts({ id: thread.id, runs: [run] }, { run: run.run, a: wantedA, b: wantedB });
      if (chosen === undefined)
        throw new NotRecordedError(
          "attempt",
          wantedA !== undefined && wantedA === wantedB
            ? `Expected two attempts, got attempt ${wantedA} twice.`
            : "The run has one attempt, so there is nothing to compare.",
          "`show_thread` lists the attempts of a run.",
        );
      const { a, b, kept } = chosen;
      const aligned = alignSteps(a.steps, b.steps, kept).filter(({ kind }) => kind !== "kept");
      const isOf = (row: ComparedRow) => {
        const status = rowStatus(row, a.steps, b.steps);
        return status === "kept" ? "same" : status;
      };
      const differing = aligned.filter((row) => isOf(row) !== "same");
      const [parting] = differing;
      const page = pageOf(aligned, { from, limit, most: 28_000 }, (row) => ({
        is: isOf(row),
        ...stepsOf(row, a, b, told),
      }));
      return {
        thread: told.text("Id of the thread", thread.id, 500),
        run: named.number,
        a: sideOf(a, told),
        b: sideOf(b, told),
        kept: Math.min(kept, a.steps.length, b.steps.length),
        ...(parting === undefined ? {} : { partsAt: placeOf(parting) }),
        differing: differing.length,
        ...page,
        rows: [...page.rows],
      };
    },
  );
}

function sideOf(view: AttemptView, told: Told): z.input<typeof side> {
  const reason = rejection(view);
  return {
    attempt: view.attempt,
    verdict: outcomeWords(view).word,
    ...(reason === undefined ? {} : { reason: told.text(`Reason of attempt ${view.attempt}`, reason, 1000) }),
    steps: view.steps.length,
  };
}

const placeOf = ({ a, b }: ComparedRow): { a?: number; b?: number } => ({
  ...(a === undefined ? {} : { a: a + 1 }),
  ...(b === undefined ? {} : { b: b + 1 }),
});

function stepsOf(row: ComparedRow, a: AttemptView, b: AttemptView, told: Told) {
  const left = row.a === undefined ? undefined : a.steps[row.a];
  const right = row.b === undefined ? undefined : b.steps[row.b];
  return {
    ...(left === undefined ? {} : { a: stepRowOf(a, left, told) }),
    ...(right === undefined ? {} : { b: stepRowOf(b, right, told) }),
  };
}
