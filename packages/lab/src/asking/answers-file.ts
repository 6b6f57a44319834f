import { appendJsonLine, readJsonLines } from "@langgraph-rollback/attribution";
import { z } from "zod";

import { UsageError } from "../errors/index.ts";
import type { CallTokens } from "./price.ts";

const FORMAT = { format: "langgraph-rollback/bench-answers", version: 1 } as const;

/** Decisions that all answers of a file share. */
export type AnswersSetting = Readonly<Record<string, string | number>>;

/** An answer of a model. */
export interface KeptAnswer extends CallTokens {
  readonly text: string;
}

const amount = z.number().nonnegative();
const header = z.object({
  format: z.literal(FORMAT.format),
  version: z.literal(FORMAT.version),
  setting: z.record(z.string(), z.union([z.string(), z.number()])),
});
const line = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("asked"), call: z.int(), reserved: amount }),
  z.object({ kind: z.literal("refused"), call: z.int() }),
  z.object({
    kind: z.literal("answered"),
    call: z.int(),
    question: z.string(),
    text: z.string(),
    input: amount,
    output: amount,
    cost: amount,
  }),
  z.object({ kind: z.literal("result"), name: z.string(), value: z.unknown() }),
]);
type Line = z.infer<typeof line>;

/** A file of what a model was asked and what came of it. It is only ever appended to. */
export interface AnswersFile {
  readonly answers: ReadonlyMap<string, KeptAnswer>;
  /** Results by their names. */
  readonly results: ReadonlyMap<string, unknown>;
  /** Dollars for all calls; one without an answer counts with what was reserved for it. */
  readonly spent: number;
  /** Writes down that a call is about to be made. @returns its number */
  begin(reserved: number): Promise<number>;
  /** Writes down that the endpoint has refused a call, which then costs nothing. */
  refuse(call: number): Promise<void>;
  answer(call: number, question: string, answer: KeptAnswer & { readonly cost: number }): Promise<void>;
  keep(name: string, value: unknown): Promise<void>;
}

/**
 * Opens the file of a run, to begin or to go on.
 *
 * @throws {UsageError} if it is another kind of file, or was begun with another setting
 */
export async function openAnswers(file: string, setting: AnswersSetting): Promise<AnswersFile> {
  const [first, ...lines] = await readJsonLines(file);
  if (first === undefined) await appendJsonLine(file, { ...FORMAT, setting });
  else checkHeader(file, first.value, setting);
  const answers = new Map<string, KeptAnswer>();
  const results = new Map<string, unknown>();
  const costs = new Map<number, number>();
  for (const { line: number, value } of lines) {
    const read = readLine(file, number, value);
    if (read.kind === "asked") costs.set(read.call, read.reserved);
    else if (read.kind === "refused") costs.set(read.call, 0);
    else if (read.kind === "result") results.set(read.name, read.value);
    else {
      costs.set(read.call, read.cost);
      answers.set(read.question, { text: read.text, input: read.input, output: read.output });
    }
  }
  const add = inTurn((written: Line) => appendJsonLine(file, written));
  let calls = Math.max(0, ...costs.keys());
  return {
    answers,
    results,
    spent: [...costs.values()].reduce((sum, cost) => sum + cost, 0),
    begin: async (reserved) => {
      const call = (calls += 1);
      await add({ kind: "asked", call, reserved });
      return call;
    },
    refuse: (call) => add({ kind: "refused", call }),
    answer: async (call, question, { cost, input, output, text }) => {
      await add({ kind: "answered", call, question, text, input, output, cost });
      answers.set(question, { text, input, output });
    },
    keep: async (name, value) => {
      await add({ kind: "result", name, value });
      results.set(name, value);
    },
  };
}

function checkHeader(file: string, value: unknown, setting: AnswersSetting): void {
  const { data } = header.safeParse(value);
  if (data === undefined)
    throw new UsageError(`Expected \`--out\` ${file} to be new, or a file of this command; it is neither.`);
  const other = Object.keys(setting).find((name) => data.setting[name] !== setting[name]);
  if (other !== undefined)
    throw new UsageError(
      `\`--out\` ${file} was begun with ${other} ${String(data.setting[other])}, not ${String(setting[other])}: name another file.`,
    );
}

function readLine(file: string, number: number, value: unknown): Line {
  const { data } = line.safeParse(value);
  if (data !== undefined) return data;
  throw new UsageError(`Line ${number} of \`--out\` ${file} is none of this command: name another file.`);
}

/** Begins no write before the one before it has ended. */
function inTurn<Value>(write: (value: Value) => Promise<void>): (value: Value) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (value) => {
    const mine = last.then(() => write(value));
    last = mine.catch(() => {});
    return mine;
  };
}
