import { clopperPearson, type ConfidenceInterval } from "@langgraph-rollback/attribution/conformal";
import type { MadeReplay } from "./made-replays.ts";

/** Confidence of every interval of the command. */
export const CONFIDENCE = 0.9;

/** Replays of one variant, as figures. */
export interface VariantFigures {
  readonly variant: string;
  readonly replays: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly inconclusive: number;
  readonly unjudged: number;
  /** Share accepted of those that are accepted or rejected, with its Clopper-Pearson interval; `null` if there are none. */
  readonly share: ({ readonly value: number } & ConfidenceInterval) | null;
  /** Steps that ran, in all replays. */
  readonly steps: number;
  /** Tokens in and out, in all replays; `null` if no model reports any. */
  readonly tokens: number | null;
  /** The step, 0-based, at which replays part from the recorded run most often; `null` if none does. */
  readonly parts: { readonly step: number; readonly replays: number } | null;
  /** Why replays are inconclusive or unjudged, the commonest reason first. */
  readonly reasons: readonly Reason[];
}

/** A reason, and how many replays have it. */
export interface Reason {
  readonly status: "inconclusive" | "unjudged";
  readonly reason: string;
  readonly replays: number;
}

/** @param made replays of the variant */
export function variantFigures(variant: string, made: readonly MadeReplay[]): VariantFigures {
  const count = (status: MadeReplay["status"]): number =>
    made.filter((each) => each.status === status).length;
  const [accepted, rejected] = [count("accepted"), count("rejected")];
  const tokens = made.flatMap((each) => each.tokens ?? []);
  const [parts] = commonest(made.flatMap(({ partsAt }) => partsAt ?? []));
  return {
    variant,
    replays: made.length,
    accepted,
    rejected,
    inconclusive: count("inconclusive"),
    unjudged: count("unjudged"),
    share: shareOf(accepted, accepted + rejected),
    steps: sum(made.map(({ steps }) => steps)),
    tokens: tokens.length === 0 ? null : sum(tokens),
    parts: parts === undefined ? null : { step: parts.value, replays: parts.count },
    reasons: (["inconclusive", "unjudged"] as const).flatMap((status) =>
      commonest(made.filter((each) => each.status === status).map(({ reason }) => reason)).map(
        ({ count: replays, value: reason }) => ({ status, reason, replays }),
      ),
    ),
  };
}

const shareOf = (accepted: number, conclusive: number): VariantFigures["share"] =>
  conclusive === 0
    ? null
    : { value: accepted / conclusive, ...clopperPearson(accepted, conclusive, CONFIDENCE) };

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** Values with how often each comes, the commonest first, and of equally common ones the one that came first. */
function commonest<Value>(
  values: readonly Value[],
): readonly { readonly value: Value; readonly count: number }[] {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => b.count - a.count);
}
