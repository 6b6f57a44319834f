import type { FailureGroup, PilotShare } from "@langgraph-rollback/attribution";

/** Figures of the agents of a database, from all of their runs, as plain JSON. All names and reasons are untrusted text. */
export interface AgentStats {
  /** Threads that were read, the latest ones. */
  readonly threads: number;
  /** Whether older threads were left out. */
  readonly more: boolean;
  /** Threads that could not be read, and why the first of them could not; absent where all could. */
  readonly unreadable?: { readonly threads: number; readonly first: string };
  /** Moment that the figures are of, and length of a period in days. */
  readonly at: string;
  readonly days: number;
  /** Of judged runs: how many failed at first. */
  readonly failed: PilotShare;
  /** Of those that failed: how many an alarm or a check had stopped before their end. They may have been right: no verifier was asked. */
  readonly stoppedEarly: { readonly alarm: PilotShare; readonly check: PilotShare };
  /** Of those that failed and have ended: how many were recovered. */
  readonly recovered: PilotShare;
  /** Failed runs whose steps were scored: the suspicion is theirs. */
  readonly scored: number;
  /** Failed runs by where the suspicion lies and where exceptions arose; most suspected first. */
  readonly nodes: readonly PlaceStats[];
  readonly tools: readonly PlaceStats[];
  readonly agents: readonly PlaceStats[];
  /** Answers and errors of tools; most errors first. */
  readonly toolErrors: readonly { readonly tool: string; readonly errors: PilotShare }[];
  /** Durations of steps by node and of tools by tool; slowest first. */
  readonly latencies: readonly LatencyStats[];
  readonly trend: TrendStats;
  readonly cost: CostStats;
  /** Versions that the runs were made with, latest first. */
  readonly versions: readonly VersionStats[];
  /** Failed runs that are alike, of the last period first, then by size. */
  readonly groups: readonly GroupStats[];
}

/** How often failures are laid to a place. */
export interface PlaceStats {
  readonly name: string;
  /**
   * Sum of the suspicion of its steps over failed runs, of which each has 1 to give. Where scores are probabilities, it is the expected number of runs that
   * went wrong here.
   */
  readonly suspected: number;
  /** `suspected` as a share of the scored runs, and the share that even suspicion would give. The 95 % interval is by the spread of the runs from 30 on
   * (approximate), of fewer by Hoeffding's bound. */
  readonly share: {
    readonly value: number;
    readonly lower: number;
    readonly upper: number;
    readonly even: number;
  };
  /** Scored runs whose most suspected step is here. */
  readonly first: PilotShare;
  /** Failed runs whose exception escaped here. */
  readonly exceptions: PilotShare;
}

/** Durations in milliseconds. */
export interface LatencyStats {
  readonly kind: "node" | "tool";
  readonly name: string;
  readonly n: number;
  /** The least duration that half, 90 % and 99 % of the steps do not exceed. */
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
}

/** Failures over time. */
export interface TrendStats {
  /** Up to twelve periods, oldest first; each begins at `from`. */
  readonly periods: readonly { readonly from: string; readonly runs: number; readonly failed: number }[];
  /** The last period, and the periods before it. */
  readonly last: PilotShare;
  readonly before: PilotShare;
  /** Share of failures now less that before, 95 % interval; absent without runs in both. */
  readonly difference?: { readonly lower: number; readonly upper: number };
  /** "chance" where the interval holds 0. */
  readonly is: "more" | "fewer" | "chance" | "unknown";
}

/** Means over runs. A figure is absent where nobody recorded it. */
export interface CostStats {
  /** Of first attempts, a run. */
  readonly first: MeanCost;
  /** Of all attempts after rollbacks, a failed run that was rolled back. */
  readonly redone: MeanCost;
  readonly rollbacks: number;
  /** Runs that were rolled back. */
  readonly rolledBack: number;
}

/** Cost of a run in the mean. */
export interface MeanCost {
  readonly steps?: number;
  readonly tokens?: number;
  readonly ms?: number;
}

/** Runs of one version of something. */
export interface VersionStats {
  /** A model by its name, a verifier or the whole procedure by fingerprint. The procedure of a run is recorded only if it fails. */
  readonly kind: "model" | "verifier" | "procedure";
  readonly name: string;
  readonly first: string;
  readonly last: string;
  readonly failed: PilotShare;
  /** Tokens of a model, given and made. */
  readonly tokens?: number;
}

/** Failed runs that are alike, over time. */
export interface GroupStats extends Omit<FailureGroup, "members"> {
  readonly count: number;
  readonly firstSeen: string;
  readonly lastSeen: string;
  /**
   * "new": first seen in the last period, though there were failures before. "returning": seen in the last period and before, and not in the period
   * between.
   */
  readonly mark?: "new" | "returning";
  /** Its failed runs in each period of the trend. */
  readonly history: readonly number[];
  /** Its latest runs, latest first. */
  readonly runs: readonly { readonly thread: string; readonly run: string; readonly at: string }[];
}
