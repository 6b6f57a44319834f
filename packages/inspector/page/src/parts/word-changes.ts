import { diffArrays } from "diff";

/** A piece of a text, and whether the other text lacks it. */
export interface TextPiece {
  readonly text: string;
  readonly isChanged: boolean;
}

/** Two texts in pieces, those that they share and those that they do not. */
export interface WordChanges {
  readonly a: readonly TextPiece[];
  readonly b: readonly TextPiece[];
}

/** Above this length together, in UTF-16 units, finding the words that differ would take noticeable time. */
const LONGEST = 100_000;

/** More words than these to take out or put in, and the marks would be noise. */
const MOST_CHANGES = 1_500;

/** Share of the characters, at the least, that two texts have to have in common for marks to be of use. */
const LEAST_IN_COMMON = 0.25;

/** Knows that "0.3" is one word, and where words end in languages that put no space between them. */
const WORDS = new Intl.Segmenter("en", { granularity: "word" });

/**
 * Finds where two texts differ, word by word.
 *
 * @returns `undefined` for texts that are too long or too unlike for marks to be of use: show both as they are
 */
export function wordChanges(a: string, b: string): WordChanges | undefined {
  if (a === b) return { a: unchanged(a), b: unchanged(b) };
  if (a.length + b.length > LONGEST) return undefined;
  const changes = diffArrays(wordsOf(a), wordsOf(b), { maxEditLength: MOST_CHANGES })?.map(joined);
  if (changes === undefined) return undefined;
  const common = changes.filter(({ added, removed }) => !added && !removed);
  const shared = common.reduce((length, { text }) => length + text.trim().length, 0);
  if (2 * shared < LEAST_IN_COMMON * (a.length + b.length)) return undefined;
  return { a: side(changes, "removed"), b: side(changes, "added") };
}

function unchanged(text: string): readonly TextPiece[] {
  return text === "" ? [] : [{ text, isChanged: false }];
}

function wordsOf(text: string): string[] {
  return Array.from(WORDS.segment(text), ({ segment }) => segment);
}

interface Change {
  readonly text: string;
  readonly added: boolean;
  readonly removed: boolean;
}

function joined(change: Omit<Change, "text"> & { readonly value: readonly string[] }): Change {
  const { added, removed, value } = change;
  return { text: value.join(""), added, removed };
}

function side(changes: readonly Change[], mine: "added" | "removed"): readonly TextPiece[] {
  const others = mine === "added" ? "removed" : "added";
  const pieces: TextPiece[] = [];
  for (const [index, change] of changes.entries()) {
    if (change[others]) continue;
    const isChanged = change[mine] || isGap(changes, index);
    const last = pieces.at(-1);
    if (last?.isChanged === isChanged)
      pieces[pieces.length - 1] = { text: last.text + change.text, isChanged };
    else pieces.push({ text: change.text, isChanged });
  }
  return pieces;
}

/** Space between two changes that both sides share: marked with them, it makes one mark of a changed phrase. */
function isGap(changes: readonly Change[], index: number): boolean {
  const isChange = (change: Change | undefined) => change !== undefined && (change.added || change.removed);
  return changes[index]?.text.trim() === "" && isChange(changes[index - 1]) && isChange(changes[index + 1]);
}
