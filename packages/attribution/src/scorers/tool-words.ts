/**
 * Verbs that a tool's name begins with if the tool reads. The words are our own choice. They were not fitted to any data.
 */
const READING_VERBS: ReadonlySet<string> = new Set([
  "browse",
  "calculate",
  "check",
  "compare",
  "compute",
  "count",
  "describe",
  "fetch",
  "find",
  "get",
  "inspect",
  "list",
  "look",
  "lookup",
  "query",
  "read",
  "retrieve",
  "search",
  "show",
  "think",
  "validate",
  "verify",
  "view",
]);

/** Nouns that a tool's name ends with if the tool reads, as in `web_search`. */
const READING_NOUNS: ReadonlySet<string> = new Set(["calculator", "lookup", "retriever", "search"]);

/** A name's words, in any case: `getOrder`, `get_order` and `shop__get-order` have the same last two. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? []).map((word) => word.toLowerCase());

/**
 * Whether a tool of this name reads, by the words of the name: its first word is a verb of reading, or its last word is
 * a noun of reading. A prefix that ends with `__`, `.`, `:` or `/` names a server and does not count.
 */
export function soundsReading(name: string): boolean {
  const words = wordsOf(name.split(/__|[.:/]/).at(-1) ?? "");
  return READING_VERBS.has(words.at(0) ?? "") || READING_NOUNS.has(words.at(-1) ?? "");
}
