import type { Problem, SimulationRates } from "@langgraph-rollback/example-simulation";
import { AIMessage, type BaseMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { isAgentName } from "../team/agent-name.ts";
import { systemPrompt, turnCue } from "../team/prompts.ts";
import { readProgress } from "../team/read-progress.ts";
import { readConversation } from "./conversation.ts";
import { respond } from "./respond.ts";

/**
 * Whether a conversation without notes holds a message that the simulated model would not have written itself under
 * this seed. Found by saying everything again.
 *
 * @param messages as a model gets them: the system prompt first, the cue last
 */
export function isAlteredConversation(
  messages: readonly BaseMessage[],
  problems: readonly Problem[],
  seed: number,
  rates: SimulationRates,
): boolean {
  const shared = messages.slice(1, -1);
  return shared.some((message, at) => {
    const agent = message.name ?? "";
    if (!AIMessage.isInstance(message) || !isAgentName(agent)) return false;
    const before = shared.slice(0, at);
    const asked = [
      new SystemMessage(systemPrompt(agent)),
      ...before,
      new HumanMessage(turnCue(agent, readProgress(before))),
    ];
    return respond(readConversation(asked, problems), seed, rates, false).content !== message.text;
  });
}
