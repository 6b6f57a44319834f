import { comparePolicies, type PolicyDifference, type PolicyRun } from "../recovery/compare-policies.ts";
import { counted } from "./more-needed.ts";
import { type PilotShare, shareWith } from "./pilot-share.ts";

/** The outcome of going back to a step of a failed attempt. */
export interface TriedFrom {
  /** First step that ran again, 0-based. */
  readonly start: number;
  readonly accepted: boolean;
  /** Steps that were executed. */
  readonly steps: number;
  /** Whether outcomes of other starts decided that this one was tried, as bisecting does. What is seen of such starts is not what they would do on all failures. */
  readonly isSteered: boolean;
}

/** A failed first attempt, where each policy would start its first rollback, and what is known of its starts. */
export interface TriedFailure {
  /** Names it: each run counts once. */
  readonly run: string;
  /** By the policy's name, 0-based; null where it would give up. Each failure has the same policies. */
  readonly starts: Readonly<Record<string, number | null>>;
  /** With a verdict, in any order. */
  readonly tried: readonly TriedFrom[];
}

/** What the first rollbacks of a policy would have done. Intervals are of 95 %. */
export interface PolicyFigures {
  readonly policy: string;
  /** Of the failures whose start of this policy was tried: the recovered ones. To give up recovers none. */
  readonly recovered: PilotShare;
  /** Steps executed on these, mean; null without any. */
  readonly steps: number | null;
  /** Failures whose start was not tried. They are left out. */
  readonly untried: number;
  /** Outcomes among the tried ones that are known because of outcomes of other starts. */
  readonly steered: number;
  /** Failures on which it starts elsewhere than the policy that it is compared with. */
  readonly differs: number;
  /** On those of them where both starts were tried, and nothing steered that: its results less the other's. Null without any. */
  readonly against: {
    readonly n: number;
    readonly recovered: PolicyDifference;
    readonly steps: PolicyDifference;
  } | null;
}

/** First rollbacks by policy, from outcomes that were recorded. */
export interface PolicyPilot {
  /** Failed first attempts that were looked at. */
  readonly failures: number;
  /** Policy that the others are compared with. */
  readonly against: string;
  readonly policies: readonly PolicyFigures[];
  readonly advice: { readonly policy: string | null; readonly sentence: string };
}

/** Fewer pairs have intervals that are too narrow. */
const LEAST_PAIRS = 30;

/**
 * Compares the first rollbacks of policies on an agent's own failures, as far as recorded retries and replays tell. Nothing is run or assumed: a start that was not tried is
 * not known, and its failure is left out for that policy. A second rollback is another run, which no record tells of.
 *
 * It advises only from starts that were tried whatever came of others.
 *
 * @param against policy that the others are compared with
 *
 * @example
 * console.log(policyPilot(failures).advice.sentence);
 */
export function policyPilot(failures: readonly TriedFailure[], against = "restart"): PolicyPilot {
  const names = Object.keys(failures[0]?.starts ?? {});
  const policies = names.map((policy) => figuresOf(failures, policy, against));
  return {
    failures: failures.length,
    against,
    policies,
    advice: adviceOn(policies, failures.length, against),
  };
}

function figuresOf(failures: readonly TriedFailure[], policy: string, against: string): PolicyFigures {
  const known = failures.flatMap((failure) => outcomeOf(failure, policy) ?? []);
  const elsewhere = failures.filter(({ starts }) => starts[policy] !== starts[against]);
  return {
    policy,
    recovered: shareWith(known, ({ accepted }) => accepted),
    steps: known.length === 0 ? null : known.reduce((sum, { steps }) => sum + steps, 0) / known.length,
    untried: failures.length - known.length,
    steered: known.filter(({ isSteered }) => isSteered).length,
    differs: elsewhere.length,
    against: pairedOn(elsewhere, policy, against),
  };
}

/** Alike starts have the same outcome: they say nothing of a difference. */
function pairedOn(
  failures: readonly TriedFailure[],
  policy: string,
  against: string,
): PolicyFigures["against"] {
  const pairs = failures.flatMap((failure) => {
    const [own, other] = [outcomeOf(failure, policy), outcomeOf(failure, against)];
    if (own === undefined || other === undefined || own.isSteered || other.isSteered) return [];
    return [{ run: failure.run, own, other }];
  });
  if (pairs.length === 0) return null;
  const runs = {
    own: pairs.map(({ own, run }) => policyRun(run, own)),
    other: pairs.map(({ other, run }) => policyRun(run, other)),
  };
  const [compared] = comparePolicies(runs, { against: "other" });
  return compared === undefined ? null : { n: compared.n, ...compared.against };
}

const policyRun = (run: string, { accepted, steps }: TriedFrom): PolicyRun => ({
  run,
  steps,
  ...(accepted ? { recoveredBy: 1 } : {}),
});

/** One that no other outcome decided counts before one that was steered. */
function outcomeOf({ starts, tried }: TriedFailure, policy: string): TriedFrom | undefined {
  const start = starts[policy];
  if (start === null) return { start: 0, accepted: false, steps: 0, isSteered: false };
  const there = tried.filter((each) => each.start === start);
  return there.find(({ isSteered }) => !isSteered) ?? there[0];
}

function adviceOn(
  policies: readonly PolicyFigures[],
  failures: number,
  against: string,
): PolicyPilot["advice"] {
  const compared = policies.filter(({ policy }) => policy !== against);
  const enough = compared.filter((each) => (each.against?.n ?? 0) >= LEAST_PAIRS);
  const cheaper = enough
    .filter((each) => each.against !== null && isCheaper(each.against))
    .toSorted((a, b) => (a.against?.steps.difference ?? 0) - (b.against?.steps.difference ?? 0))[0];
  if (cheaper?.against != null) {
    const { n, steps } = cheaper.against;
    return {
      policy: cheaper.policy,
      sentence: `Take ${cheaper.policy}: on ${counted(n, "failure")} on which it starts elsewhere than ${against}, its first rollback executed ${(-steps.difference).toFixed(1)} steps fewer and recovered no fewer beyond chance.`,
    };
  }
  if (enough.length > 0)
    return {
      policy: against,
      sentence: `Take ${against}: no other policy was found to execute fewer steps and recover as many, on ${enough.map(({ against: pairs, policy }) => `${counted(pairs?.n ?? 0, "failure")} of ${policy}`).join(", ")}.`,
    };
  const most = compared.reduce((largest, each) => Math.max(largest, each.against?.n ?? 0), 0);
  return {
    policy: null,
    sentence: `The policies cannot be told apart yet: of ${counted(failures, "failure")}, ${most} at the most ${most === 1 ? "has" : "have"} both starts tried where a policy starts elsewhere than ${against}, and ${LEAST_PAIRS} are needed that no earlier outcome chose.`,
  };
}

const isCheaper = ({ recovered, steps }: NonNullable<PolicyFigures["against"]>): boolean =>
  steps.interval.upper < 0 && recovered.interval.upper >= 0;
