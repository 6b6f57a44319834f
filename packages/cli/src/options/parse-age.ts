import { InvalidArgumentError } from "commander";
import type { PruneRule } from "langgraph-rollback";

type Age = Extract<NonNullable<PruneRule["olderThan"]>, string>;

/** Reads an age with its unit, such as "30d". */
export function parseAge(text: string): Age {
  if (isAge(text)) return text;
  throw new InvalidArgumentError(
    `Expected a number of seconds, minutes, hours, days or weeks such as 90s, 15m, 12h, 30d or 2w, got "${text}".`,
  );
}

const isAge = (text: string): text is Age => /^\d+(?:\.\d+)?[smhdw]$/.test(text);
