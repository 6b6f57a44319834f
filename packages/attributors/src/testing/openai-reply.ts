/** The probability of a token of the answer, and of those that could have stood there. */
export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly top?: readonly { readonly token: string; readonly logprob: number }[];
}

/** A call of a tool, with its arguments as the model wrote them: usually JSON. */
export interface ScriptedToolCall {
  readonly name: string;
  readonly args: string;
}

/**
 * An answer with status 200. Everything that is not given is as in an ordinary answer.
 *
 * Where the request leaves the model no choice but to call a tool, `content` and `json` become the call's arguments.
 */
export interface ServerAnswer {
  readonly content?: string | null;
  /** In place of `content`. */
  readonly json?: unknown;
  readonly toolCalls?: readonly ScriptedToolCall[];
  /** Why the model will not answer; its content is null then. */
  readonly refusal?: string;
  /** Thoughts of a reasoning model, as vLLM and DeepSeek send them. */
  readonly reasoning?: string;
  /** Default "stop", or "tool_calls" with a call; "length" for an answer that was cut off. */
  readonly finishReason?: string;
  /** Sent if the request asks for them. Default: each word is certain. */
  readonly logprobs?: readonly TokenLogprob[];
  /** Default a quarter of the characters; `null` for endpoints that say nothing. `cached` are tokens in that came from a cache. */
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number } | null;
}

/** Behaviour of endpoints when things go wrong. */
export type ServerFault =
  /** An error with its status; `retryAfter` in seconds. */
  | {
      readonly fault: "status";
      readonly status: number;
      readonly message?: string;
      readonly retryAfter?: number;
    }
  /** The request is taken and never answered. */
  | { readonly fault: "hang" }
  /** The connection is cut without an answer. */
  | { readonly fault: "reset" }
  /** Status 200 with a body that is no JSON. */
  | { readonly fault: "garbage" }
  /** Status 200 and a completion without choices. */
  | { readonly fault: "no-choices" };

/** The server's reply to a request. A text is the answer's content. */
export type ServerReply = string | ServerAnswer | ServerFault;

/** @internal */
export function isFault(reply: string | ServerAnswer | ServerFault): reply is ServerFault {
  return typeof reply === "object" && "fault" in reply;
}
