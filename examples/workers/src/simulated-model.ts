import { setTimeout as sleep } from "node:timers/promises";

import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, isHumanMessage, isToolMessage, type BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";

import { requestIn } from "./request.ts";

/**
 * A simulated model: a script at the place of a chat model. It reads the two digits of the day in the wrong order until the conversation has a note of a rollback. It
 * knows nothing but the conversation, so another process continues where one has died.
 */
export class SimulatedModel extends BaseChatModel {
  readonly #thinks: number;

  /** @param thinks milliseconds that an answer takes, as a real one would */
  constructor(thinks: number) {
    super({});
    this.#thinks = thinks;
  }

  _llmType(): string {
    return "simulated";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(
    messages: BaseMessage[],
    { signal }: this["ParsedCallOptions"],
  ): Promise<ChatResult> {
    await sleep(this.#thinks, undefined, signal === undefined ? {} : { signal });
    const message = nextMessage(messages);
    return { generations: [{ message, text: message.text }] };
  }
}

function nextMessage(messages: readonly BaseMessage[]): AIMessage {
  const last = messages.at(-1);
  if (last !== undefined && isToolMessage(last)) return new AIMessage(last.text);
  const asked = messages.find((message) => isHumanMessage(message));
  const { guest, day } = requestIn(asked?.text ?? "");
  const isTold = messages.some(({ name }) => name === "rollback");
  return new AIMessage({
    content: "",
    tool_calls: [
      {
        type: "tool_call",
        id: `call-${messages.length}`,
        name: "book_table",
        args: { guest, day: isTold ? day : misread(day) },
      },
    ],
  });
}

/** The planted fault, as in the 12th and the 21st. */
const misread = (day: number): number => (day % 10) * 10 + Math.floor(day / 10);
