import { largest } from "@langgraph-rollback/attribution/trajectory";
import type { AgainstBase } from "./against-base.ts";
import type { ReplayReport } from "./replay-report.ts";

type Variant = ReplayReport["variants"][number];

/** Conclusions from replays, for people: each variant against the base, and how uncertain that is. */
export function conclusionWords(report: ReplayReport): readonly string[] {
  const [base, ...others] = report.variants;
  if (base === undefined) return [];
  return [
    ...others.map((variant) => comparison(variant, base, report.confidence)),
    ...doubts(report),
    ...sources(report),
  ];
}

function comparison({ againstBase, variant }: Variant, base: Variant, confidence: number): string {
  if (againstBase === null)
    return `"${variant}" cannot be held against "${base.variant}": there are no conclusive replays of both.`;
  const { difference, lower, upper } = againstBase;
  const interval = `${Math.round(100 * confidence)} % interval ${points(lower)} to ${points(upper)}`;
  return `"${variant}" against "${base.variant}": ${points(difference)} points accepted, ${interval}. ${meaning(againstBase)}${threads(againstBase)}`;
}

function meaning({ lower, upper }: AgainstBase): string {
  if (lower <= -1 && upper >= 1) return "So few threads bound no difference.";
  if (lower > 0) return "It is accepted more often.";
  if (upper < 0) return "It is accepted less often.";
  return "The interval holds 0, so these replays do not tell which is better.";
}

function threads({ better, p, threads: count, worse }: AgainstBase): string {
  if (count === 1) return "";
  return ` By thread: better in ${better}, worse in ${worse}, the same in ${count - better - worse} of ${count} (McNemar's exact test: p = ${p.toFixed(2)}).`;
}

/** Width of an interval, in points, from which on a share counts as hardly known. */
const WIDE = 0.2;

function doubts({ runs, variants }: ReplayReport): readonly string[] {
  const widths = variants.flatMap(({ share }) => (share === null ? [] : [share.upper - share.lower]));
  const width = largest([0, ...widths]);
  return [
    ...(width > WIDE
      ? [
          `So few replays say little: a share is known only to within ${Math.round(100 * width)} points. More replays (--repeat) or threads (--thread) narrow that.`,
        ]
      : []),
    ...(variants.length > 2 ? ["Of several variants, the best one looks better than it is."] : []),
    ...(runs.length > 1
      ? ["Replays of one thread are alike, so the intervals of the shares hold for these threads only."]
      : ["This is one run. Other runs may go otherwise."]),
  ];
}

/** Which intervals these are. */
function sources({ variants }: ReplayReport): readonly string[] {
  const used = new Set(variants.flatMap(({ againstBase }) => againstBase?.by ?? []));
  const differences = [
    ...(used.has("newcombe") ? ["of differences Newcombe's (1998, with exact limits)"] : []),
    ...(used.has("hoeffding") ? ["of mean differences over threads Hoeffding's (1963)"] : []),
  ];
  return [`Intervals: of shares Clopper-Pearson's (1934)${differences.map((each) => `, ${each}`).join("")}.`];
}

function points(share: number): string {
  const rounded = Math.round(100 * share);
  return rounded > 0 ? `+${rounded}` : `${rounded === 0 ? 0 : rounded}`;
}
