import {
  afterFailedRun,
  mustHandOver,
  type SilentFailures,
  silentFailures,
} from "@langgraph-rollback/attribution";
import { seededRandom } from "@langgraph-rollback/attribution/conformal";

import { mean } from "../figure.ts";
import { drawnFrom } from "./recovery-cells.ts";
import { MAX_ROLLBACKS } from "./recovery-arms.ts";

/** The most silent failures at once: what the account takes unless told. */
const MOST = 3;

/** How the runs of a sequence come about. */
export const KINDS = ["drift", "versions that get worse", "adversary"] as const;
export type Kind = (typeof KINDS)[number];

/** Sequences of one kind. */
export interface OnlineFigures {
  readonly kind: Kind;
  readonly alpha: number;
  readonly sequences: number;
  /** T, failed runs of each sequence. */
  readonly length: number;
  /** Shares of all failed runs. */
  readonly unrecovered: number;
  readonly silent: number;
  readonly handedOver: number;
  /** The most over all sequences and T of silent failures among the first T, less alpha T. The promise: at most 0. */
  readonly mostAboveShare: number;
  /** The most over all sequences and windows of silent failures among W runs in a row, less alpha W. The promise: at most `most`. */
  readonly mostAboveWindow: number;
  readonly most: number;
}

/** Whether a rollback recovers the next failed run. It may know the account. */
type NextRun = (at: number, account: SilentFailures) => boolean;

/** @param versions K of the failed runs of each version, from the best to the worst */
export function onlineFigures(
  versions: readonly (readonly number[])[],
  {
    alpha,
    kind,
    length,
    seed,
    sequences,
  }: Pick<OnlineFigures, "alpha" | "kind" | "length" | "sequences"> & { readonly seed: number },
): OnlineFigures {
  const ran = Array.from({ length: sequences }, (_, at) => {
    const random = seededRandom(seed * 10_000 + KINDS.indexOf(kind) * 1000 + at);
    return runSequence(nextRunOf(kind, versions, length, random), alpha, length);
  });
  const over = (value: (sequence: Ran) => number): number => mean(ran.map(value));
  return {
    kind,
    alpha,
    sequences,
    length,
    unrecovered: over(({ account }) => (account.silent + account.handedOver) / length),
    silent: over(({ account }) => account.silent / length),
    handedOver: over(({ account }) => account.handedOver / length),
    mostAboveShare: Math.max(...ran.map(({ aboveShare }) => aboveShare)),
    mostAboveWindow: Math.max(...ran.map(({ aboveWindow }) => aboveWindow)),
    most: MOST,
  };
}

function nextRunOf(
  kind: Kind,
  versions: readonly (readonly number[])[],
  length: number,
  random: () => number,
): NextRun {
  if (kind === "adversary") return adversary(random);
  // Of a drift, only the best version and the worst.
  const used = kind === "drift" ? [versions[0] ?? [], versions.at(-1) ?? []] : versions;
  return (at) => {
    const version = used[Math.floor((at * used.length) / length)] ?? [];
    return (drawnFrom(version, 1, random)[0] ?? Infinity) <= MAX_ROLLBACKS;
  };
}

/** Waits until there is some credit, then recovers nothing until it is spent. How much it waits for is drawn anew each time. */
function adversary(random: () => number): NextRun {
  const drawn = (): number => 1 + (MOST - 1) * random();
  let [waitsFor, isFailing] = [drawn(), false];
  return (_, account) => {
    const paid = Math.min(account.most, account.credit + account.alpha);
    if (!isFailing && paid >= waitsFor - 1e-9) isFailing = true;
    if (isFailing && mustHandOver(account)) [waitsFor, isFailing] = [drawn(), false];
    return !isFailing;
  };
}

interface Ran {
  readonly account: SilentFailures;
  readonly aboveShare: number;
  readonly aboveWindow: number;
}

function runSequence(isRecovered: NextRun, alpha: number, length: number): Ran {
  let account = silentFailures(alpha, MOST);
  let [silent, least, aboveShare, aboveWindow] = [0, 0, -Infinity, -Infinity];
  for (let at = 0; at < length; at += 1) {
    const recovered = isRecovered(at, account);
    const end = recovered ? "recovered" : mustHandOver(account) ? "handed-over" : "silent";
    account = afterFailedRun(account, end);
    // Counted apart from the account.
    if (end === "silent") silent += 1;
    const above = silent - alpha * (at + 1);
    aboveShare = Math.max(aboveShare, above);
    // The worst window that ends here began where the sum was least.
    aboveWindow = Math.max(aboveWindow, above - least);
    least = Math.min(least, above);
  }
  return { account, aboveShare, aboveWindow };
}
