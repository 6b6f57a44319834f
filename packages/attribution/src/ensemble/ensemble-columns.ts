import type { FeatureChoice } from "../features/feature-set.ts";
import { type EnsembleColumn, MARK_SIGNS } from "../scorers/scorer-model.ts";
import type { Mark } from "../scorers/step-scorer.ts";
import type { Voice } from "./voice.ts";

/** An ensemble's knowledge of steps beside its members' opinions: nothing, their positions, or all local features. */
export type LocalColumns = "none" | "positions" | "all";

/** Columns to weigh, and selections of them to weigh against each other. */
export interface ColumnChoice {
  readonly columns: readonly EnsembleColumn[];
  /** For each selection, how many columns it takes, from the first on; ascending. */
  readonly widths: readonly number[];
}

/**
 * The columns of an ensemble: what members say, then what is known of the steps without them.
 *
 * @param kinds    of what each member says, shape [m]
 * @param features known of steps, and selections of them
 */
export function columnsOf(
  kinds: readonly Voice["kind"][],
  local: LocalColumns,
  { names, widths }: FeatureChoice,
): ColumnChoice {
  const members = kinds.flatMap((kind, member): readonly EnsembleColumn[] =>
    kind === "marks"
      ? MARK_SIGNS.map((says) => ({ from: "mark", member, says }))
      : [{ from: "score", member }],
  );
  const several = kinds.filter((kind) => kind === "marks").length > 1;
  const votes = several ? MARK_SIGNS.map((says): EnsembleColumn => ({ from: "votes", says })) : [];
  const opinions = [...members, ...votes];
  const selections = { none: [], positions: widths.slice(0, 1), all: widths }[local];
  const features = names.slice(0, selections.at(-1) ?? 0);
  return {
    columns: [...opinions, ...features.map((name): EnsembleColumn => ({ from: "feature", name }))],
    widths: [opinions.length, ...selections.map((width) => opinions.length + width)],
  };
}

/** A score nearer to 0 or 1 than this says no more: an opinion moves the odds by a factor of 1000 at most. */
const SURE = 1e-3;

/**
 * The columns of each step of one trajectory.
 *
 * @param voices   what the members say, shape [m]
 * @param features the features among the columns, in their order, shape [l, f]
 * @returns shape [l, c]
 */
export function columnRows(
  columns: readonly EnsembleColumn[],
  voices: readonly Voice[],
  features: readonly (readonly number[])[],
): readonly (readonly number[])[] {
  const signs = voices.map((voice) => (voice.kind === "marks" ? signsOf(voice.marks) : []));
  const marking = signs.filter((_, member) => voices[member]?.kind === "marks");
  const names = columns.flatMap((column) => (column.from === "feature" ? [column.name] : []));
  return features.map((row, step) =>
    columns.map((column) => {
      if (column.from === "feature") return row[names.indexOf(column.name)] ?? 0;
      if (column.from === "mark") return signs[column.member]?.[step]?.[column.says] ?? 0;
      if (column.from === "votes")
        return marking.reduce((sum, said) => sum + (said[step]?.[column.says] ?? 0), 0) / marking.length;
      const voice = voices[column.member];
      return logOdds(voice?.kind === "scores" ? (voice.scores[step] ?? 0) : 0);
    }),
  );
}

type Signs = Readonly<Record<(typeof MARK_SIGNS)[number], number>>;

function signsOf(marks: readonly Mark[]): readonly Signs[] {
  const first = marks.indexOf(-1);
  return marks.map((mark, step) => ({
    wrong: Number(mark === -1),
    neutral: Number(mark === 0 || mark === null),
    firstWrong: Number(step === first),
    nextToFirst: Number(first >= 0 && Math.abs(step - first) === 1),
  }));
}

function logOdds(score: number): number {
  const held = Math.min(1 - SURE, Math.max(SURE, score));
  return Math.log(held / (1 - held));
}
