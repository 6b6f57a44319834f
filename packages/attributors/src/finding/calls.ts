import type { Judge } from "../asking/judge.ts";
import type { Answer, Question } from "../asking/question/question.ts";
import { addUsage, NO_USAGE, type Usage } from "../asking/question/usage.ts";
import type { Finding } from "./attributor.ts";

/** @internal The calls of one attribution: their answers, what they cost, and what went wrong. */
export interface Calls {
  /**
   * @param whose heads the problem if the answer is missing
   * @returns the answer; `undefined` if it is missing, which is then among the problems
   */
  ask<T>(question: Question<T>, whose?: string): Promise<T | undefined>;
  /** The same for an answer from another call. */
  take<T>(answer: Answer<T>, whose: string): T | undefined;
  /** Adds a problem that is no missing answer. */
  note(problem: string): void;
  /** The sum of all; problems in the order of the questions or of the answers taken. */
  sum(): Pick<Finding, "usage" | "problems">;
}

/** @internal */
export function callsOf(judge: Judge, signal?: AbortSignal): Calls {
  const entries: { usage: Usage; problem?: string }[] = [];
  const enter = (): (typeof entries)[number] => {
    const entry = { usage: NO_USAGE };
    entries.push(entry);
    return entry;
  };
  const settle = <T>(entry: (typeof entries)[number], answer: Answer<T>, whose: string): T | undefined => {
    entry.usage = answer.usage;
    if (answer.status === "answered") return answer.value;
    entry.problem = `${whose}: ${answer.problem}`;
    return undefined;
  };
  return {
    ask: async (question, whose = question.name) => {
      const entry = enter();
      return settle(entry, await judge.ask(question, signal), whose);
    },
    take: (answer, whose) => settle(enter(), answer, whose),
    note: (problem) => {
      enter().problem = problem;
    },
    sum: () => ({
      usage: addUsage(entries.map(({ usage }) => usage)),
      problems: entries.flatMap(({ problem }) => problem ?? []),
    }),
  };
}
