import type { Replay } from "langgraph-rollback/replay";

/** A what-if that a person had made: who, from where, and how it ended. All text is untrusted. */
export interface WhatIfTold {
  readonly by: string;
  /** Its end, ISO 8601, UTC. */
  readonly at: string;
  readonly why?: string | undefined;
  /** First step that ran again, 0-based. */
  readonly step: number;
  readonly status: Replay["status"];
  readonly reason: string;
  /** Acts and tools that it came to, in their order. */
  readonly acts: readonly {
    readonly name: string;
    /** As JSON, shortened. */
    readonly args: string;
    /** "given": by a function of the agent's own rules; "ran": in the real world, as they allow. */
    readonly answer: "recorded" | "given" | "ran" | "refused";
  }[];
}
