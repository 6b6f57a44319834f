import type { AnswerGate } from "./answer-gate.ts";
import { gateChatModels } from "./asked-chat-models.ts";
import { gateLlms } from "./asked-llms.ts";
import { gateTools } from "./asked-tools.ts";
import { insideGate } from "./gate-context.ts";

let isPrepared = false;

/**
 * @internal Runs a work inside of which every LangChain chat model, LLM and tool asks a gate before it is called, wherever the work's code holds it. Outside of the
 * work nothing changes. The work is to be given `ungatedListener` as a callback: it refuses what cannot ask, and with a callback LangGraph names the runs of tools as in a run that is recorded.
 *
 * Callbacks do not hear of an answered call, so it has no part in what they make: token streams, and `streamEvents` of versions 1 and 2.
 *
 * A generator's steps take place where its reader is: run one by `entered((step) => answeringFrom(gate, step), make)`.
 */
export function answeringFrom<T>(gate: AnswerGate, work: () => T): T {
  if (!isPrepared) {
    isPrepared = true;
    gateChatModels();
    gateLlms();
    gateTools();
  }
  return insideGate(gate, work);
}
