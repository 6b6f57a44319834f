/** How many times as long the longer of two texts is. At twice the length, a laden machine's memory made linear work look like quadratic work. */
const TIMES = 8;

/** How many times as long work on the longer text may take: between 8 for linear and 64 for quadratic work, as far from both. */
export const MOST = TIMES ** 1.5;

/** Characters of the shortest and of the longest text that is tried. */
const SHORTEST = 16;
const LONGEST = 16_384;
/** Up to this length, lengths grow slowly: what grows exponentially is found out before it takes minutes. */
const SHORT = 64;
/**
 * Milliseconds of a processor from which on growth is measured. Work linear in the length stays far below on any machine; quadratic work reaches it
 * long before the longest text. Growth itself is a ratio of two times taken side by side.
 */
const WORTH_MEASURING = 3;
/** Rounds that are always made, and those that are made as long as work seems to grow too fast. */
const LEAST_ROUNDS = 5;
const MOST_ROUNDS = 50;
/** Milliseconds of work that is so long that it is no chance. */
const LONG = 500;

/**
 * How many times as long some work takes on a text of {@link TIMES} the length, from texts that are just long enough to
 * measure; 0 if no text takes long.
 *
 * @param prepare makes work on a text of about `length` characters; no part of what is measured
 */
export async function growthOf(prepare: (length: number) => () => void): Promise<number> {
  for (let length = SHORTEST; length <= LONGEST; length = next(length)) {
    const work = prepare(length);
    work();
    if (leastTime(work) < WORTH_MEASURING) continue;
    return ratioOf(prepare(Math.ceil(length / TIMES)), work);
  }
  return 0;
}

/**
 * How many times as long one work takes as another: the ratio of the least of several times, which are taken in turns, as a busy
 * machine only ever adds to a time. 0 if even the longer one takes hardly any.
 *
 * @param most a ratio above it is measured again
 */
export async function ratioOf(part: () => unknown, whole: () => unknown, most = MOST): Promise<number> {
  let [least, greatest] = [Infinity, Infinity];
  for (let round = 1; round <= MOST_ROUNDS; round += 1) {
    least = Math.min(least, await timeOf(part));
    greatest = Math.min(greatest, await timeOf(whole));
    if (round >= LEAST_ROUNDS && (greatest / least < most || greatest > LONG)) break;
  }
  return greatest < WORTH_MEASURING ? 0 : greatest / least;
}

function next(length: number): number {
  return length < SHORT ? Math.ceil(length * Math.SQRT2) : length * 2;
}

/** One time that is short is enough to know that the work is. */
function leastTime(work: () => void): number {
  let least = Infinity;
  for (let round = 0; round < 3 && least >= WORTH_MEASURING; round += 1) {
    const start = processorTime();
    work();
    least = Math.min(least, processorTime() - start);
  }
  return least;
}

async function timeOf(work: () => unknown): Promise<number> {
  const start = processorTime();
  await work();
  return processorTime() - start;
}

/** Milliseconds that processors have worked for this process: on a busy machine less than the time that passes. */
function processorTime(): number {
  const { system, user } = process.cpuUsage();
  return (system + user) / 1000;
}
