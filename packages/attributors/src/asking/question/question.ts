import type { z } from "zod";

import type { FramedText } from "../text/frame.ts";
import type { TokenProbability } from "./token-probability.ts";
import type { Usage } from "./usage.ts";

/** @internal Text that a model reads. The parts come in this order: calls with the same trace share a prefix. */
export interface Prompt {
  /** For traces, recordings and tests: "step-by-step". */
  readonly name: string;
  /** Role of the model and its way of working, the same in all calls of a method; no text of a trace. */
  readonly instructions: string;
  /** Input of the model: texts of a trace, each in a frame that they cannot close. */
  readonly evidence: readonly FramedText[];
  /** The question about it, after it; no text of a trace. */
  readonly ask: string;
  /**
   * Whether the shape of the answer is shown with the instructions: for methods all of whose calls on a trajectory have the
   * same, which is then part of what they share. Default no: it is shown last.
   */
  readonly shapeFirst?: boolean;
}

/** @internal One question to a model, and what its answer has to be like. */
export interface Question<T> extends Prompt {
  /** Shape of the answer. Descriptions of its fields are part of the prompt. */
  readonly answer: z.ZodType<T>;
  /** Checks and mends what the shape cannot express (a step that exists). An `Error` asks the question again. */
  readonly check?: (answer: T) => T | Error;
  /** Default 0. Models that refuse a temperature are not given one. */
  readonly temperature?: number;
  /**
   * Whether to ask for the probabilities of the answer's tokens, for `labelProbability`. Default no. Models that refuse are called without it.
   */
  readonly logprobs?: boolean;
}

/** @internal A question, whatever its answer is checked by. */
export type Asked = Omit<Question<unknown>, "check">;

/** @internal Outcome of a question. */
export type Answer<T> =
  | {
      readonly status: "answered";
      readonly value: T;
      readonly usage: Usage;
      /** The model's answer, without its reasoning. */
      readonly raw: string;
      /** Only if they were requested and the endpoint returned them. */
      readonly tokens?: readonly TokenProbability[] | undefined;
    }
  /** Refused, unusable, or cut off, twice. */
  | { readonly status: "missing"; readonly problem: string; readonly usage: Usage };
