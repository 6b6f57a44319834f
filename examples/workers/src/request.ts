/** Wish of a guest. */
export interface Request {
  readonly guest: string;
  /** Of the month. */
  readonly day: number;
}

export const wordsOf = ({ guest, day }: Request): string => `A table for ${guest} on day ${day}, please.`;

/** Reads the words of a request. */
export function requestIn(words: string): Request {
  const [, , , guest = "", , , day = ""] = words.replace(",", "").split(" ");
  return { guest, day: Number(day) };
}
