import o200k from "js-tiktoken/ranks/o200k_base";

/** Room for a position beside the rank in one number; a piece never has so many bytes. */
const POSITIONS = 2 ** 17;

let ranks: ReadonlyMap<string, number> | undefined;

/** @internal Pieces that the tokeniser cuts a text into before it looks for tokens: words, numbers, marks, spaces. */
export function pieces(): RegExp {
  return new RegExp(o200k.pat_str, "gu");
}

/**
 * @internal How many tokens a piece of text has: its bytes are joined pair by pair, the pair of the lowest rank first, until no
 * pair is a token. Pairs wait in a heap, so that a long piece takes hardly more time for each byte than a short one.
 *
 * @param piece of at most 32,768 characters
 */
export function countBytePairs(piece: string): number {
  ranks ??= readRanks();
  const bytes = Buffer.from(piece).toString("latin1");
  return ranks.has(bytes) ? 1 : merged(bytes, ranks);
}

function merged(bytes: string, known: ReadonlyMap<string, number>): number {
  // The end of each part and the start of the one before it, by the part's start.
  const ends = Int32Array.from({ length: bytes.length + 1 }, (_, at) => at + 1);
  const befores = Int32Array.from({ length: bytes.length + 1 }, (_, at) => at - 1);
  const waiting = new Float64Array(bytes.length + 1).fill(-1);
  const heap: number[] = [];
  const wait = (at: number): void => {
    const end = ends[ends[at] ?? 0] ?? 0;
    const rank = end > bytes.length ? undefined : known.get(bytes.slice(at, end));
    waiting[at] = rank === undefined ? -1 : rank * POSITIONS + at;
    if (rank !== undefined) push(heap, rank * POSITIONS + at);
  };
  for (let at = 0; at + 1 < bytes.length; at += 1) wait(at);
  let count = bytes.length;
  for (let pair = pop(heap); pair !== undefined; pair = pop(heap)) {
    const at = pair % POSITIONS;
    // A pair whose parts have been joined with others meanwhile is none any more.
    if (waiting[at] !== pair) continue;
    const joined = ends[at] ?? 0;
    waiting[joined] = -1;
    ends[at] = ends[joined] ?? 0;
    befores[ends[at] ?? 0] = at;
    count -= 1;
    wait(at);
    const before = befores[at] ?? -1;
    if (before >= 0) wait(before);
  }
  return count;
}

/** Tokens by their bytes, each byte a character. */
function readRanks(): ReadonlyMap<string, number> {
  const read = new Map<string, number>();
  for (const line of o200k.bpe_ranks.split("\n")) {
    const [, first, ...tokens] = line.split(" ");
    tokens.forEach((token, index) => read.set(atob(token), Number(first) + index));
  }
  return read;
}

/** Adds to a heap whose least number comes first. */
function push(heap: number[], value: number): void {
  let at = heap.length;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    const above = heap[parent] ?? -1;
    if (above <= value) break;
    heap[at] = above;
    at = parent;
  }
  heap[at] = value;
}

function pop(heap: number[]): number | undefined {
  const [least] = heap;
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return least;
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    const right = heap[left + 1] ?? Infinity;
    const below = Math.min(heap[left] ?? Infinity, right);
    if (below >= last) break;
    heap[at] = below;
    at = below === right ? left + 1 : left;
  }
  heap[at] = last;
  return least;
}
