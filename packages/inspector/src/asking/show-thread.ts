import { z } from "zod";

import { statusWords } from "../shared/words/status-words.ts";
import { storyText } from "../shared/words/run-story.ts";
import { attemptRow, attemptRowOf } from "./attempt-row.ts";
import { namedAttempt, namedRun, runChoice } from "./named-run.ts";
import { type Asked, ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { stepRow, stepRowOf } from "./step-row.ts";
import { pageOf } from "./told.ts";

const input = {
  ...runChoice,
  attempt: ordinal.optional().describe("Whose steps to list; default the last attempt."),
  from: ordinal.default(1).describe("First step of the page."),
  limit: ordinal.max(100).default(40).describe("Steps of a page."),
};

const output = {
  thread: recorded,
  run: ordinal,
  runs: z.number(),
  status: z.string(),
  meaning: z.string(),
  story: recorded.describe("Recorded text: what became of the run, in a line."),
  task: recorded,
  waits: z
    .object({ since: z.string(), questions: z.array(recorded) })
    .optional()
    .describe("Questions that wait for a human."),
  attempts: z.array(attemptRow),
  steps: z.object({
    attempt: ordinal,
    rows: z.array(stepRow),
    of: z.number(),
    next: ordinal.optional().describe("`from` of the next page."),
  }),
  unreadable: z.array(recorded).optional().describe("Parts of the thread that cannot be read."),
};

/** Attempts that an answer tells of; runs have a handful. */
const ATTEMPTS = 12;

/** `show_thread`: a run with its attempts, and the steps of one of them. */
export function showThread({ source }: Asked): RunTool {
  return runTool(
    {
      name: "show_thread",
      title: "Show a thread",
      description:
        "Tells of one run of a thread: each attempt with its verdict, prediction set, rollback, note, effects and problems, and the steps of one attempt.",
      input,
      output,
    },
    async (choice, told) => {
      const named = await namedRun(source, choice);
      const { number, run, thread } = named;
      const looked = namedAttempt(named, choice.attempt);
      const { from, limit } = choice;
      const attempts = pageOf(run.attempts, { from: 1, limit: ATTEMPTS, most: 16_000 }, (attempt) =>
        attemptRowOf(attempt, told),
      );
      if (attempts.next !== undefined)
        told.leftOut(`${attempts.of - attempts.rows.length} further attempts: \`why_failed\` tells of each.`);
      const steps = pageOf(looked.steps, { from, limit, most: 16_000 }, (step) =>
        stepRowOf(looked, step, told),
      );
      return {
        thread: told.text("Id of the thread", thread.id, 500),
        run: number,
        runs: thread.runs.length,
        status: run.status,
        meaning: statusWords(run.status).meaning,
        story: told.text("Story", storyText(run), 800),
        task: told.text("Task", run.task, 2000),
        waits: run.waits && {
          since: run.waits.since,
          questions: run.waits.questions.slice(0, 5).map(({ asks }) => told.text("Question", asks, 600)),
        },
        attempts: [...attempts.rows],
        steps: { attempt: looked.attempt, ...steps, rows: [...steps.rows] },
        unreadable: thread.unreadable
          ?.slice(0, 5)
          .map(({ message }) => told.text("Unreadable part", message, 300)),
      };
    },
  );
}
