import type { BaseMessage } from "@langchain/core/messages";
import { answeredCalls } from "@langgraph-rollback/example-simulation";
import { z } from "zod";

import type { Mail } from "../world/outbox.ts";

/** Acts that a conversation has asked for and the desk has not done yet. */
export interface WaitingActs {
  /** In euros. */
  readonly payments: readonly number[];
  readonly mails: readonly Mail[];
}

/** The agent's answer for an act that waits for the verdict. The verifier reads it, too: the act itself is in no table yet. */
export const receipt = ({ name, args }: { readonly name: string; readonly args: unknown }): string =>
  JSON.stringify({ accepted: name, args, note: "It is carried out when the whole trip is booked." });

const payment = z.object({ accepted: z.literal("pay"), args: z.object({ amount: z.number() }) });
const mail = z.object({
  accepted: z.literal("send_mail"),
  args: z.object({ to: z.string(), subject: z.string(), body: z.string() }),
});

/** Reads the receipts of a conversation. They are the desk's own words, not the model's. */
export function waitingActs(messages: readonly BaseMessage[]): WaitingActs {
  const receipts = answeredCalls(messages).map(({ answer }) => parsed(answer));
  return {
    payments: receipts.flatMap((each) => payment.safeParse(each).data?.args.amount ?? []),
    mails: receipts.flatMap((each) => mail.safeParse(each).data?.args ?? []),
  };
}

/** Not every tool answers with JSON. */
function parsed(answer: string): unknown {
  try {
    return JSON.parse(answer);
  } catch {
    return undefined;
  }
}
