import { isAIMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { effectKey } from "langgraph-rollback";
import { z } from "zod";

import { type Case, caseIn, EFFECTS, rightAnswer, supportAgent } from "./support-agent.ts";

/** A mail that the agent sends. */
export interface Mail {
  readonly to: string;
  readonly text: string;
  /** Idempotency key of the act; absent where the rollback knows of none. */
  readonly key: string | undefined;
}

const MAIL = "send_mail";

/** Everything but the mail is only looked up. */
export const LOOKS_UP = EFFECTS.tools;

export const addressOf = ({ problem, seed }: Case): string => `customer-${problem}-${seed}@example.org`;

/** The support agent, which mails its answer: the mail is its last act. */
export function mailingAgent(send: (mail: Mail) => Promise<void>, checkpointer?: BaseCheckpointSaver) {
  const mailing = tool(
    async ({ to, text }, config) => {
      await send({ to, text, key: effectKey(config) });
      return `Sent to ${to}.`;
    },
    {
      name: MAIL,
      description: "mails the answer to a customer",
      schema: z.object({ to: z.string(), text: z.string() }),
    },
  );
  return supportAgent({ onCall: () => {}, onMistake: () => {} }, checkpointer, {
    tool: mailing,
    args: (task, text) => ({ to: addressOf(task), text }),
  });
}

/** Whether the mail that was asked for is the right one. It may not have left yet, so the call is judged and not its result. */
export function isMailRight(messages: readonly BaseMessage[]): boolean {
  const right = rightAnswer(caseIn(messages));
  return messages.some(
    (message) =>
      isAIMessage(message) &&
      message.tool_calls?.some(({ args, name }) => name === MAIL && args["text"] === right),
  );
}
