import { z } from "zod";

import { placesInWords, unreadInWords } from "../shared/words/origin-words.ts";
import { valueOrigins } from "../source/value-origins.ts";
import { namedAttempt, namedRun, runChoice } from "./named-run.ts";
import { NotRecordedError } from "./not-recorded-error.ts";
import { type Asked, ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { stepRow, stepRowOf } from "./step-row.ts";

const input = {
  ...runChoice,
  attempt: ordinal.optional().describe("Default: the first attempt that has the text."),
  text: z
    .string()
    .max(2000)
    .refine((text) => text.trim() !== "", "Expected a text, got none.")
    .describe("The text to look for, word for word, such as a wrong number of the answer."),
};

const output = {
  thread: recorded,
  run: ordinal,
  attempt: ordinal,
  from: z.string().describe("What had it first: a step, or the input."),
  in: z.string().optional().describe("Parts of that step that have it."),
  row: stepRow.optional().describe("That step."),
  later: z.array(ordinal).describe("Later steps that have it, at most 100."),
};

/** `find_origin`: which step had a text first. */
export function findOrigin({ source }: Asked): RunTool {
  const origins = valueOrigins(source);
  return runTool(
    {
      name: "find_origin",
      title: "Find where a value came from",
      description:
        "Tells which step of an attempt had a text first, word for word, and which later ones have it: a wrong value in an answer was often wrong many steps before.",
      input,
      output,
    },
    async ({ text, ...choice }, told) => {
      const named = await namedRun(source, choice);
      const views = choice.attempt === undefined ? named.run.attempts : [namedAttempt(named, choice.attempt)];
      const left: string[] = [];
      for (const view of views) {
        const address = { thread: named.thread.id, run: named.run.run, attempt: view.attempt };
        const found = await origins.ofText(address, text);
        const unread = found === undefined ? await origins.unread(address) : found.unread;
        if (unread !== undefined) left.push(`Attempt ${view.attempt}: ${unreadInWords(unread)}`);
        if (found === undefined) continue;
        for (const sentence of left) told.leftOut(sentence);
        const step = found.from === "input" ? undefined : view.steps[found.from];
        return {
          thread: told.text("Id of the thread", named.thread.id, 500),
          run: named.number,
          attempt: view.attempt,
          from: found.from === "input" ? "input" : `step ${found.from + 1}`,
          ...(step === undefined
            ? {}
            : { in: placesInWords(found.places), row: stepRowOf(view, step, told) }),
          later: found.later.map((index) => index + 1),
        };
      }
      throw new NotRecordedError(
        "text",
        [
          choice.attempt === undefined
            ? "No attempt of the run has this text word for word, in the same upper and lower case."
            : `Attempt ${choice.attempt} does not have this text word for word, in the same upper and lower case.`,
          ...left,
        ].join(" "),
        "Look for a shorter part of it.",
      );
    },
  );
}
