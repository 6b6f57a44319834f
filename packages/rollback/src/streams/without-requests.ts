import { INTERRUPT } from "@langchain/langgraph-checkpoint";

import { requestIn } from "../steps/rewind-request.ts";

/**
 * @internal The payload of a chunk without the pause of a model's request to go back: for LangGraph it is an interrupt, and nobody is to answer it. A question
 * to a human beside it is dropped with the attempt, or streamed again where the request is refused.
 *
 * @returns `undefined` where nothing else is in it
 */
export function withoutRequests(mode: string, payload: unknown): { readonly payload: unknown } | undefined {
  if (mode !== "updates" && mode !== "values") return { payload };
  const asked: unknown = Reflect.get(Object(payload), INTERRUPT);
  if (!Array.isArray(asked) || !asked.some(isRequest)) return { payload };
  const { [INTERRUPT]: _, ...rest }: Readonly<Record<string, unknown>> = Object(payload);
  return Object.keys(rest).length === 0 ? undefined : { payload: rest };
}

const isRequest = (interrupt: unknown): boolean =>
  requestIn(Reflect.get(Object(interrupt), "value")) !== undefined;
