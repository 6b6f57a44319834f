import { flag, share, type FeatureGroup } from "./feature-group.ts";
import { roleOf } from "./role.ts";
import type { StepReading, TrajectoryReading } from "./step-reading.ts";

const NAMES = [
  "novelty",
  "repetition",
  "duplicate",
  "taskOverlap",
  "reuseLater",
  "answerFirst",
  "answerHere",
] as const;

/** Words too short to tell where they came from. */
const TELLING = 3;

/** Features of where the words of a step come from, and where they go. */
export const provenanceFeatures: FeatureGroup<(typeof NAMES)[number]> = {
  names: NAMES,
  read: (trajectory) => {
    const { steps, taskWords } = trajectory;
    const answer = answerWords(trajectory);
    const lastUse = lastUses(steps);
    const seen = new Set(taskWords);
    const texts = new Set<string>();
    const previousOfAgent = new Map<string, ReadonlySet<string>>();
    return steps.map((reading, index) => {
      const { distinct, step, text } = reading;
      const fresh = [...distinct].filter((word) => !seen.has(word));
      const before = previousOfAgent.get(step.agent);
      const row = {
        novelty: share(fresh.length, distinct.size),
        repetition: before === undefined ? 0 : overlap(distinct, before),
        duplicate: flag(texts.has(text)),
        taskOverlap: overlap(distinct, taskWords),
        reuseLater: share(fresh.filter((word) => (lastUse.get(word) ?? 0) > index).length, fresh.length),
        answerFirst: share(fresh.filter((word) => answer.has(word)).length, answer.size),
        answerHere: share(count(answer, distinct), answer.size),
      };
      for (const word of fresh) seen.add(word);
      texts.add(text);
      previousOfAgent.set(step.agent, distinct);
      return row;
    });
  },
};

/** Telling words of the last step that says something, without those of the task. */
function answerWords({ steps, taskWords }: TrajectoryReading): ReadonlySet<string> {
  const last = steps.findLast((reading) => reading.words.length > 0 && roleOf(reading) !== "end");
  return new Set([...(last?.distinct ?? [])].filter((word) => isTelling(word) && !taskWords.has(word)));
}

function isTelling(word: string): boolean {
  return word.length >= TELLING || /^\d/u.test(word);
}

function lastUses(steps: readonly StepReading[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  steps.forEach(({ distinct }, index) => {
    for (const word of distinct) uses.set(word, index);
  });
  return uses;
}

function overlap(here: ReadonlySet<string>, there: ReadonlySet<string>): number {
  return share(count(here, there), here.size);
}

function count(wanted: ReadonlySet<string>, among: ReadonlySet<string>): number {
  let found = 0;
  for (const word of wanted) if (among.has(word)) found += 1;
  return found;
}
