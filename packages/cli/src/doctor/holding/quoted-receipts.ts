import { printable } from "@langgraph-rollback/inspector/shared";

import type { Diagnosis } from "../diagnosis.ts";
import type { ActingThread, QuotedAct } from "./acting-threads.ts";

/** A warning for each name of held acts whose receipts are used later. */
export function quotedReceipts(threads: readonly ActingThread[]): readonly Diagnosis[] {
  const byName = new Map<string, QuotedAct[]>();
  for (const quoted of threads.flatMap((thread) => thread.quoted)) {
    const { class: kind, name } = quoted.act;
    if (kind === "held") byName.set(name, [...(byName.get(name) ?? []), quoted]);
  }
  return [...byName].flatMap(([name, [first, ...others]]) =>
    first === undefined ? [] : [warning(name, first, others.length)],
  );
}

function warning(name: string, { attempt, quote, thread }: QuotedAct, others: number): Diagnosis {
  const rest = others === 0 ? "" : ` ${others} more of its calls ${others === 1 ? "is" : "are"} used so.`;
  return {
    check: "effects",
    level: "warning",
    code: "RECEIPT_QUOTED",
    message: printable(
      `"${name}" is held, and step ${quote.step + 1} of attempt ${attempt} in thread "${thread}" uses what only its receipt says: "${shortened(quote.value)}".${rest}`,
    ),
    remedy: printable(
      `If the tool's own answer is needed there, do not hold it: declare "${name}" as \`{ undo }\`, or as "irreversible".`,
    ),
  };
}

const SHOWN = 80;
const shortened = (value: string): string => (value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value);
