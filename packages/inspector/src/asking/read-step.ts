import type { Step } from "@langgraph-rollback/attribution/trajectory";
import { z } from "zod";

import { counted } from "../shared/words/counted.ts";
import { recordedExplanation } from "../shared/words/explanation-words.ts";
import type { StepDetail } from "../shared/view/step-detail.ts";
import type { StepView } from "../shared/view/thread-view.ts";
import { valueOrigins } from "../source/value-origins.ts";
import { explanationTold, explanationToldOf } from "./explanation-told.ts";
import { namedAttempt, namedRun, namedStep, runChoice } from "./named-run.ts";
import { type Asked, ordinal, recorded, type RunTool, runTool } from "./run-tool.ts";
import { stepRow, stepRowOf } from "./step-row.ts";
import { valuesTold, valuesOfStep } from "./values-told.ts";
import { visiblePart } from "./visible-text.ts";

const PARTS = [
  "output",
  "tool_calls",
  "error",
  "messages",
  "given_messages",
  "input",
  "writes",
  "state_before",
  "state_after",
] as const;

type PartName = (typeof PARTS)[number];

const input = {
  ...runChoice,
  attempt: ordinal.optional().describe("Default: the last attempt."),
  step: ordinal,
  part: z
    .enum(PARTS)
    .default("output")
    .describe(
      "What to read of it. `messages`: those that it wrote; `given_messages`: those that it was given.",
    ),
  from: z.number().int().min(0).default(0).describe("First character, from 0; `next` of the page before."),
  limit: z.number().int().min(100).max(24_000).default(8000).describe("Characters of the page."),
};

const output = {
  thread: recorded,
  run: ordinal,
  attempt: ordinal,
  row: stepRow,
  parts: z
    .array(z.object({ part: z.enum(PARTS), characters: z.number() }))
    .describe("Parts that are recorded, with their lengths."),
  part: z.enum(PARTS),
  text: recorded.describe(
    "Recorded text: the page. What is no text stands as JSON. Hidden characters stand as escapes such as \\u001b.",
  ),
  from: z.number(),
  of: z.number().describe("Characters of the part."),
  next: z.number().optional().describe("`from` of the next page; absent at the end."),
  explanation: explanationTold.optional().describe("Why the step is suspected."),
  values: valuesTold
    .optional()
    .describe("With the first page: values of the step that stand, word for word, in an earlier one."),
};

/** `read_step`: all that is recorded of a step, a page at a time. */
export function readStep({ source }: Asked): RunTool {
  const origins = valueOrigins(source);
  return runTool(
    {
      name: "read_step",
      title: "Read a step",
      description:
        "Reads one step of an attempt: its output, tool calls, error, input, messages, writes, and the state of its graph before and after; a page at a time. Also tells where its values came from.",
      input,
      output,
    },
    async ({ from, limit, part, ...choice }, told) => {
      const named = await namedRun(source, choice);
      const view = namedAttempt(named, choice.attempt);
      const row = namedStep(view, choice.step);
      const address = {
        thread: named.thread.id,
        run: named.run.run,
        attempt: view.attempt,
        step: row.index,
      };
      const detail = await source.step(address);
      const whole = (await source.trajectory(address))?.steps[row.index];
      const texts = textsOf(row, detail, whole);
      const text = texts.get(part) ?? "";
      const page = visiblePart(text, Math.min(from, text.length), limit);
      if (!texts.has(part)) told.leftOut(`Nothing is recorded as ${part}.`);
      // Output and tool calls of the trajectory are whole; the detail shortens the rest.
      if (whole === undefined || (part !== "output" && part !== "tool_calls"))
        for (const sentence of detail?.omitted ?? []) told.leftOut(told.text("Sentence", sentence, 300));
      if (part === "given_messages" && detail?.unseen !== undefined)
        told.leftOut(`${counted(detail.unseen, "message")} between the first and the newest.`);
      const why = recordedExplanation(view.attribution, row.index) ?? detail?.why;
      const values = from > 0 ? {} : await valuesOfStep(source, origins, address, told);
      return {
        thread: told.text("Id of the thread", named.thread.id, 500),
        run: named.number,
        attempt: view.attempt,
        row: stepRowOf(view, row, told),
        parts: [...texts].map(([name, { length }]) => ({ part: name, characters: length })),
        part,
        text: page.text,
        from: Math.min(from, text.length),
        of: text.length,
        ...(page.end < text.length ? { next: page.end } : {}),
        ...(why === undefined ? {} : { explanation: explanationToldOf(why, told) }),
        ...values,
      };
    },
  );
}

/** Each part that is recorded. Output and tool calls are not shortened; of the others the detail says what it leaves out. */
function textsOf(
  row: StepView,
  detail: StepDetail | undefined,
  step: Step | undefined,
): ReadonlyMap<PartName, string> {
  const error = step?.error ?? detail?.error;
  const calls = step?.toolCalls ?? detail?.toolCalls ?? [];
  const all: readonly (readonly [PartName, string])[] = [
    ["output", step?.content ?? detail?.content ?? row.summary],
    ["tool_calls", listed(calls)],
    ["error", error === undefined ? (row.error ?? "") : `${error.name}: ${error.message}`],
    ["messages", listed(detail?.messages)],
    ["given_messages", listed(detail?.seen)],
    ["input", json(detail?.input)],
    ["writes", listed(detail?.writes)],
    ["state_before", json(detail?.before)],
    ["state_after", json(detail?.after)],
  ];
  return new Map(all.filter(([, text]) => text !== ""));
}

const json = (value: unknown): string => JSON.stringify(value, undefined, 1) ?? "";

const listed = (values: readonly unknown[] = []): string => (values.length === 0 ? "" : json(values));
