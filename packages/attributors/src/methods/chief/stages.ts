import type { Judge } from "../../asking/judge.ts";
import type { Question } from "../../asking/question/question.ts";
import { addUsage, NO_USAGE, type Usage } from "../../asking/question/usage.ts";

/** @internal The calls of one attribution: their answers, what they cost, and what went wrong. */
export interface Stages {
  /** @returns the answer; `undefined` if it is missing, which is then among the problems */
  ask<T>(question: Question<T>): Promise<T | undefined>;
  note(problem: string): void;
  usage(): Usage;
  /** In the order in which questions were asked. */
  problems(): readonly string[];
}

/** @internal */
export function stagesOf(judge: Judge, signal?: AbortSignal): Stages {
  const entries: { usage: Usage; problem?: string }[] = [];
  return {
    ask: async (question) => {
      const entry: (typeof entries)[number] = { usage: NO_USAGE };
      entries.push(entry);
      const answer = await judge.ask(question, signal);
      entry.usage = answer.usage;
      if (answer.status === "answered") return answer.value;
      entry.problem = `${question.name}: ${answer.problem}`;
      return undefined;
    },
    note: (problem) => {
      entries.push({ usage: NO_USAGE, problem });
    },
    usage: () => addUsage(entries.map(({ usage }) => usage)),
    problems: () => entries.flatMap(({ problem }) => problem ?? []),
  };
}
