import type { MistakeKind } from "./mistake-kind.ts";

/** A mistake that a simulated model made. */
export interface MadeMistake {
  readonly problemId: string;
  readonly seed: number;
  /** Agent that made it: the name of its messages. */
  readonly agent: string;
  /** Which piece of work of the run it was made in, whatever the attempt. */
  readonly turn: string;
  readonly kind: MistakeKind;
  /** Made unprompted; made again under a note; new under a note or in an altered conversation; or planted. */
  readonly cause: "first" | "repeated" | "fresh" | "planted";
  /** The notes that stood in the conversation. */
  readonly notes: readonly string[];
}

/** Record of what really went wrong, separate for evaluation. No message and no scorer ever sees it. */
export interface MistakeLedger<Made extends MadeMistake> {
  readonly record: (mistake: Made) => void;
  /**
   * The mistakes of a run that nobody has sent a note to, earliest first.
   *
   * @param stepOf 0-based index in the run's trajectory of the step that a mistake was made in
   */
  readonly mistakesOf: (
    problemId: string,
    seed: number,
    stepOf: (mistake: Made) => number,
  ) => readonly Made[];
  /** The earliest of them: the run's decisive step, where every mistake reaches the answer. */
  readonly firstMistake: (
    problemId: string,
    seed: number,
    stepOf: (mistake: Made) => number,
  ) => Made | undefined;
}

export function createMistakeLedger<Made extends MadeMistake>(): MistakeLedger<Made> {
  const runs = new Map<string, Map<string, Made>>();
  const keyOf = (problemId: string, seed: number): string => JSON.stringify([problemId, seed]);
  const mistakesOf: MistakeLedger<Made>["mistakesOf"] = (problemId, seed, stepOf) =>
    [...(runs.get(keyOf(problemId, seed))?.values() ?? [])].toSorted(
      (one, other) => stepOf(one) - stepOf(other),
    );
  return {
    record(mistake) {
      if (mistake.cause !== "first") return;
      const key = keyOf(mistake.problemId, mistake.seed);
      const made = runs.get(key) ?? new Map<string, Made>();
      runs.set(key, made.set(mistake.turn, mistake));
    },
    mistakesOf,
    firstMistake: (...run) => mistakesOf(...run)[0],
  };
}
