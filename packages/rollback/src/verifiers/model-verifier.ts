import type { BaseChatModel } from "@langchain/core/language_models/chat_models";

import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import type { Verdict, VerifierRun } from "./verifier.ts";
import { A_FUNCTION, A_TEXT, checkVerifierOptions } from "./check-verifier-options.ts";
import { checkNamed, digest, fingerprintOf } from "./fingerprint.ts";
import { inTime, type StoppableRun } from "./in-time.ts";
import { ANSWER, unreadable, verdictOf } from "./judge-answer.ts";
import { modelId, modelOpener } from "./judge-model.ts";
import { judgePrompt, PROMPT_VERSION } from "./judge-prompt.ts";
import type { NamedVerifier, VerifierOptions } from "./named-verifier.ts";

/** How a language model judges. */
export interface ModelOptions<Input = unknown, Output = unknown> extends VerifierOptions {
  /** Description of a good run, in plain words, for the model. It trusts them. */
  readonly criteria: string;
  /** The view of the run that the model sees: any value that JSON can hold, and messages. Untrusted. Default: `{ input, output }`. */
  readonly show?: (run: VerifierRun<Input, Output>) => unknown;
  /** Short name of what `show` does. Needed with `show`. Change it whenever that changes. */
  readonly fingerprint?: string;
}

/**
 * Asks a language model whether a run meets your criteria. The verdict's score is how sure the model is that it does, from 0 to 1; its cost
 * is the tokens that the model reports.
 *
 * @param model a chat model, or a name that LangChain's `initChatModel` takes ("openai:gpt-4o-mini")
 * @throws {InvalidOptionError} if `fingerprint` is needed and missing
 *
 * @example
 * const verify = modelVerifier("openai:gpt-4o-mini", { criteria: "The answer names the total, and it is right." });
 */
export function modelVerifier<Input = unknown, Output = unknown>(
  model: string | BaseChatModel,
  options: ModelOptions<Input, Output>,
): NamedVerifier<Input, Output> {
  if (!isModel(model)) throw new InvalidOptionError("model", "a chat model or its name", model);
  checkVerifierOptions(options, CHECKS);
  const { criteria, show = ({ input, output }) => ({ input, output }), fingerprint, timeout } = options;
  checkNamed(fingerprint, options.show && "`show`");
  const open = modelOpener(model);
  const ask = async (run: StoppableRun<Input, Output>): Promise<Verdict> => {
    const messages = judgePrompt(criteria, await show(run));
    const structured = (await open()).withStructuredOutput(ANSWER, { includeRaw: true, name: "verdict" });
    return verdictOf(await structured.invoke(messages, { signal: run.signal }).catch(unreadable));
  };
  return Object.assign((run: VerifierRun<Input, Output>) => inTime(run, timeout, ask), {
    fingerprint: fingerprintOf("model", modelId(model), fingerprint, digest([criteria, PROMPT_VERSION])),
  });
}

const isModel = (model: unknown): boolean =>
  typeof model === "string"
    ? model.trim() !== ""
    : typeof Reflect.get(Object(model), "withStructuredOutput") === "function";

const CHECKS = {
  criteria: { ...A_TEXT, isRequired: true },
  show: A_FUNCTION,
  fingerprint: A_TEXT,
};
