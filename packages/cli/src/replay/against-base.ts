import {
  type ConfidenceInterval,
  differenceInterval,
  hoeffdingInterval,
} from "@langgraph-rollback/attribution/conformal";
import { mcnemar } from "@langgraph-rollback/attribution/conformal/evaluation";
import type { MadeReplay } from "./made-replays.ts";
import { CONFIDENCE } from "./variant-figures.ts";

/** A variant held against the base, by the conclusive replays of both. */
export interface AgainstBase extends ConfidenceInterval {
  /** Its share accepted less that of the base: of several threads the mean of their differences. In [-1, 1]. */
  readonly difference: number;
  /**
   * The interval. "newcombe": one thread, the replays are independent (see `differenceInterval`). "hoeffding": several threads, each of which
   * gives one difference, and the threads are independent (see `hoeffdingInterval`).
   */
  readonly by: "newcombe" | "hoeffding";
  /** Threads in which both have conclusive replays. */
  readonly threads: number;
  /** Threads in which its share is higher, and lower. */
  readonly better: number;
  readonly worse: number;
  /** McNemar's exact test of `better` and `worse`: how likely so uneven a result is if both ways are as likely. */
  readonly p: number;
}

/** Conclusive replays of one thread. */
interface Conclusive {
  readonly successes: number;
  readonly n: number;
}

/**
 * The difference that a variant makes.
 *
 * @param base replays of the base
 * @param own  replays of the variant
 * @returns `undefined` if no thread has conclusive replays of both
 */
export function againstBase(
  base: readonly MadeReplay[],
  own: readonly MadeReplay[],
): AgainstBase | undefined {
  const pairs = [...new Set(base.map(({ thread }) => thread))].flatMap((thread) => {
    const pair = { base: conclusiveIn(base, thread), own: conclusiveIn(own, thread) };
    return pair.base.n > 0 && pair.own.n > 0 ? [pair] : [];
  });
  const [first] = pairs;
  if (first === undefined) return undefined;
  const differences = pairs.map((pair) => shareOf(pair.own) - shareOf(pair.base));
  const difference = differences.reduce((sum, each) => sum + each, 0) / pairs.length;
  const { onlyFirst, onlySecond, p } = mcnemar(
    differences.map((each) => each > 0),
    differences.map((each) => each < 0),
  );
  const shown = { difference, threads: pairs.length, better: onlyFirst, worse: onlySecond, p };
  if (pairs.length === 1)
    return { ...shown, by: "newcombe", ...differenceInterval(first.base, first.own, CONFIDENCE) };
  // Hoeffding's bound is about means of values in [0, 1].
  const { lower, upper } = hoeffdingInterval((1 + difference) / 2, pairs.length, CONFIDENCE);
  return { ...shown, by: "hoeffding", lower: 2 * lower - 1, upper: 2 * upper - 1 };
}

function conclusiveIn(made: readonly MadeReplay[], thread: string): Conclusive {
  const own = made.filter((each) => each.thread === thread);
  const successes = own.filter(({ status }) => status === "accepted").length;
  return { successes, n: successes + own.filter(({ status }) => status === "rejected").length };
}

const shareOf = ({ n, successes }: Conclusive): number => successes / n;
