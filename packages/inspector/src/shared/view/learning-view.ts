import type { LearningState, LearntVersion } from "@langgraph-rollback/attribution";

/** What the agents of a source have learnt from their own runs. Plain JSON; all text is untrusted. */
export interface LearningView {
  /** By name; empty where no agent learns. */
  readonly agents: readonly LearntAgent[];
  /** Threads whose failed runs are counted, the latest ones, and whether there are more. */
  readonly threads: number;
  readonly more: boolean;
}

/** One agent that learns. */
export interface LearntAgent {
  readonly agent: string;
  /** Failed runs among its evidence, and those of them that were replayed. */
  readonly failures: number;
  readonly replayed: number;
  /** What is in force, as sentences. */
  readonly inForce: string;
  /** What is promised of its failed runs, as sentences. */
  readonly promise: string;
  readonly isPromised: boolean;
  /** Whether what it has learnt is kept in the source; else only its runs tell of it. */
  readonly isKept: boolean;
  /** Failed runs in the threads that have ended and are not among the evidence. */
  readonly missed: number;
  /** Retries in the threads that began later than at the first step and were judged: these tell where mistakes lie. */
  readonly told: number;
  /** Oldest first. */
  readonly versions: readonly LearntVersionView[];
  /** All that came, oldest first. */
  readonly changes: readonly Pick<LearningState, "at" | "change" | "failures" | "reason">[];
}

/** One version, and what the runs that began with it tell. */
export interface LearntVersionView {
  readonly id: string;
  /** Absent for what was in force at first, and for a version that is not kept here. */
  readonly made?: Pick<LearntVersion, "at" | "failures" | "cap" | "explore">;
  /** What was last promised under it; absent where nothing was counted. `within` is absent where the count promises nothing. */
  readonly promised?: { readonly level: number; readonly n: number; readonly within?: number };
  readonly did: {
    /** Failed runs under it that have ended. */
    readonly failed: number;
    readonly recovered: number;
    /** Steps that their retries executed, on average; absent without a run. */
    readonly redone?: number;
  };
}
