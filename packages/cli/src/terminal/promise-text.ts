import type { PromiseLine } from "@langgraph-rollback/attribution";
import { printable } from "@langgraph-rollback/inspector/shared";

/** What is promised of an agent, and under it what was observed; no line where neither is known. */
export const promiseText = ({ observed, promised }: PromiseLine): readonly string[] =>
  [promised, observed].flatMap((line) => (line === undefined ? [] : [printable(line)]));
