import { createHash } from "node:crypto";

import type { BaseMessage } from "@langchain/core/messages";

import type { CallTokens } from "./price.ts";

/** Tokens beside a message's text: its role, its name, and the marks between messages. */
const FRAME = 64;

/** Identifies a question: equal messages with an equal seed are one question. */
export function questionKey(messages: readonly BaseMessage[], seed: number): string {
  const said = messages.map(({ name = "", text, type }) => [type, name, text]);
  return createHash("sha256")
    .update(JSON.stringify([seed, said]))
    .digest("hex");
}

/** The most that a call can take: no text has more tokens than bytes, and the answer is cut off at its limit. */
export function mostTokens(messages: readonly BaseMessage[], maxTokens: number): CallTokens {
  const input = messages.reduce((sum, { text }) => sum + Buffer.byteLength(text) + FRAME, 0);
  return { input, output: maxTokens };
}
