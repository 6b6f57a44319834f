import { actTaskOf } from "../langgraph/act-task.ts";
import { entered } from "../langgraph/isolate.ts";
import type { GatedModelCall } from "./answer-gate.ts";
import { modelConfigOf, toldName } from "./call-config.ts";
import { modelKey } from "./call-key.ts";
import type { OwnCall } from "./detour.ts";
import { type Gated, hasPassed, passing } from "./gate-context.ts";
import type { ModelAnswer } from "./recorded-answer.ts";

type Prompt = GatedModelCall["prompt"];

/** @internal How a kind of models is asked, and answers: chat models, or LLMs. */
export interface ModelForm {
  /** The prompt of one entry of what `generate` is given. */
  promptOf(asked: unknown): Prompt;
  /** The prompt of what `stream` is given. */
  streamedPromptOf(input: unknown): Prompt;
  /** Result of `generate` for a prompt. */
  generationsOf(answer: ModelAnswer): readonly unknown[];
  /** Chunks that `stream` yields. */
  chunksOf(answer: ModelAnswer, call: OwnCall): readonly unknown[];
}

/** @internal Asks the gate about each prompt of `generate`. The model is called for those that have no answer. */
export const askedGenerate =
  (form: ModelForm) =>
  (around: Gated, call: OwnCall): unknown =>
    hasPassed(around, call.callee) ? call.original(call.args) : generated(form, around, call);

async function generated(form: ModelForm, around: Gated, call: OwnCall): Promise<unknown> {
  const [asked, options, ...rest] = call.args;
  const prompts: readonly unknown[] = Array.isArray(asked) ? asked : [];
  const given = await Promise.all(prompts.map((each) => ask(around, call, form.promptOf(each), options)));
  const missing = prompts.filter((_, at) => given[at] === undefined);
  const pass = passing(around, { kind: "model", callee: call.callee, starts: missing.length });
  if (missing.length === prompts.length) return pass(() => call.original(call.args));
  const own = missing.length === 0 ? [] : await pass(() => call.original([missing, options, ...rest]));
  const ownGenerations: unknown = Reflect.get(Object(own), "generations");
  const left: unknown[] = Array.isArray(ownGenerations) ? [...ownGenerations] : [];
  const generations = given.map((each) => (each === undefined ? left.shift() : form.generationsOf(each)));
  return { generations, llmOutput: {} };
}

/** @internal Asks the gate before a model streams. */
export const askedStream =
  (form: ModelForm) =>
  (around: Gated, call: OwnCall): unknown =>
    hasPassed(around, call.callee) ? call.original(call.args) : streamed(form, around, call);

async function* streamed(form: ModelForm, around: Gated, call: OwnCall): AsyncGenerator<unknown, void> {
  const [input, options] = call.args;
  const answer = await ask(around, call, form.streamedPromptOf(input), options);
  if (answer === undefined) yield* passedChunks(around, call);
  else yield* form.chunksOf(answer, call);
}

/** @internal Chunks of a method that streams, called as one that has asked. */
export function passedChunks(around: Gated, call: OwnCall): AsyncGenerator<unknown, void> {
  const pass = passing(around, { kind: "model", callee: call.callee });
  return entered(pass, () => chunksIn(call.original(call.args)));
}

async function* chunksIn(stream: unknown): AsyncGenerator<unknown, void> {
  if (isIterable(stream)) yield* stream;
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === "object" && value !== null && Symbol.asyncIterator in value;

/** @internal Asks the gate around about one prompt. */
export async function ask(
  { gate }: Gated,
  { callee }: OwnCall,
  prompt: Prompt,
  options: unknown,
): Promise<ModelAnswer | undefined> {
  const config = modelConfigOf(options);
  config.signal?.throwIfAborted();
  const given = await gate.model({
    model: callee,
    name: toldName(callee, config),
    key: modelKey(prompt, gate.redact),
    prompt,
    task: actTaskOf(config.metadata),
    config,
  });
  return given?.answer;
}
