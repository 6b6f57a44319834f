import {
  afterFailedRun,
  mustHandOver,
  silentFailures,
  type FailedRunEnd,
  type SilentFailures,
} from "@langgraph-rollback/attribution";

/** A failed run, and the account that it is entered in. */
export interface AccountedRun {
  /** Runs of one agent have one account in a process. */
  readonly agent: string;
  readonly alpha: number;
  readonly run: string;
}

/** An account, and the runs that were entered in it. */
interface Held {
  account: SilentFailures;
  readonly ends: Map<string, FailedRunEnd>;
}

/** Graphs are made anew for each request, so they do not hold this. Accounts of several processes add up. */
const accounts = new Map<string, Held>();

/** Runs that are remembered, so that none is entered twice. */
const MOST_REMEMBERED = 1000;

function accountOf({ agent, alpha }: AccountedRun): Held {
  const key = JSON.stringify([agent, alpha]);
  const held = accounts.get(key) ?? { account: silentFailures(alpha), ends: new Map() };
  accounts.set(key, held);
  return held;
}

/** @internal Enters a run that was recovered, unless it was entered before. */
export function enterRecovered(run: AccountedRun): void {
  enter(accountOf(run), run, "recovered");
}

/**
 * @internal Enters a run that nothing recovered: silently if the account allows it, else handed over. A run that was handed over once stays so. Deciding and entering are one act, so that
 * runs that end at the same time do not spend the same credit.
 *
 * @param cannotAsk whether nobody can be asked: the run ends silently whatever the account says
 * @returns whether a person has to be asked
 */
export function enterFailed(run: AccountedRun, cannotAsk: boolean): boolean {
  const held = accountOf(run);
  const before = held.ends.get(run.run);
  if (before !== undefined) return before === "handed-over" && !cannotAsk;
  const isHandedOver = !cannotAsk && mustHandOver(held.account);
  enter(held, run, isHandedOver ? "handed-over" : "silent");
  return isHandedOver;
}

function enter({ ends, ...held }: Held, { agent, alpha, run }: AccountedRun, end: FailedRunEnd): void {
  if (ends.has(run)) return;
  ends.set(run, end);
  const [oldest] = ends.keys();
  if (ends.size > MOST_REMEMBERED && oldest !== undefined) ends.delete(oldest);
  accounts.set(JSON.stringify([agent, alpha]), { account: afterFailedRun(held.account, end), ends });
}

/** @internal Forgets all accounts, as a new process would. */
export function forgetAccounts(): void {
  accounts.clear();
}
