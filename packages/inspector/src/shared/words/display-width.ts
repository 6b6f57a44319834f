/** Letters as wide as two of ours. */
const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F1E6}-\u{1F1FF}\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}/u;

/** Marks that stand on the letter before them. The selector of an emoji makes that one wide. */
const NO_WIDTH = /(?!\uFE0F)\p{M}/u;

/** Columns of a terminal that one code point takes: 0, 1 or 2. Control and format characters are not asked about. */
export function letterWidth(letter: string): 0 | 1 | 2 {
  // Below the first mark, all letters are of one column.
  if (letter < "\u0300") return 1;
  if (WIDE.test(letter)) return 2;
  return NO_WIDTH.test(letter) ? 0 : 1;
}

/** Columns of a terminal that a text of one line takes. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += letterWidth(letter);
  return width;
}
