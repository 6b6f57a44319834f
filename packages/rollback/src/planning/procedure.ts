import { calibrationId } from "@langgraph-rollback/attribution";

import type { Approve } from "../approving/rollback-question.ts";
import type { ResolvedEffects } from "../effects/declaring/resolve-effects.ts";
import type { Replanner } from "../replanning/replan-note.ts";
import { replanNote } from "../replanning/replan-note.ts";
import type { Learnt } from "../setup/learning.ts";
import type { ResolvedOptions } from "../setup/rollback-options.ts";
import type { ResolvedPolicy } from "../setup/policy-options.ts";
import type { OwnScorer } from "../setup/resolve-scorer.ts";
import type { RollbackMode } from "../setup/rollback-mode.ts";
import { digest } from "../verifiers/fingerprint.ts";

/** @internal Everything that decides what becomes of a failed run, as far as it can be read. */
export interface Procedure extends Pick<
  ResolvedPolicy,
  "policy" | "budget" | "stopOnSameFailure" | "history"
> {
  /** Names of the graph's nodes; empty where they are not known. */
  readonly nodes: readonly string[];
  /** Fingerprint of the verifier, if it has one. */
  readonly verifier: string | undefined;
  readonly learnt: Learnt;
  readonly maxRollbacks: number;
  readonly approve: Approve;
  readonly effects: ResolvedEffects | undefined;
  readonly mode: RollbackMode;
  /** Absent where runs are not stopped early: their procedure is then the same as before there were alarms. */
  readonly early?: EarlyProcedure | undefined;
  readonly replan: Replanner | ((...given: never) => unknown);
  /** What the user says has changed. */
  readonly version: string;
}

/** @internal All that stops runs before their end. */
export interface EarlyProcedure {
  readonly alarm: string | null;
  readonly alpha: number | null;
  readonly checks: readonly (readonly [node: string, verifier: string, to: string])[];
}

/** The options of what stops runs before their end. */
interface EarlyOptions extends Pick<ResolvedOptions, "watch"> {
  readonly checks: ReadonlyMap<
    string,
    { readonly to: string; readonly verify: { readonly fingerprint?: string } }
  >;
}

/** @internal All that stops runs before their end, by their options; `undefined` if nothing does. */
export function earlyProcedure({ checks, watch }: EarlyOptions): EarlyProcedure | undefined {
  const held = watch?.held();
  if (held === undefined && checks.size === 0) return undefined;
  return {
    alarm: held?.id ?? null,
    alpha: held === undefined ? null : (watch?.alpha ?? held.calibration.alpha),
    checks: [...checks].map(([node, { to, verify }]) => [node, verify.fingerprint ?? "own", to]),
  };
}

/**
 * @internal Fingerprint of a procedure: the recovery of failed runs is counted for each apart. Of functions it is known only whether they are the package's own: `version`
 * tells of their content, as of prompts and models.
 */
export function procedureId({
  nodes,
  verifier,
  learnt,
  policy,
  maxRollbacks,
  approve,
  effects,
  replan,
  budget,
  stopOnSameFailure,
  history,
  mode,
  early,
  version,
}: Procedure): string {
  return digest({
    budget,
    stopOnSameFailure,
    history,
    mode,
    version,
    nodes: nodes.toSorted(),
    verifier: verifier ?? null,
    alpha: learnt.alpha,
    scorer: scorerOf(learnt),
    fallback: learnt.fallback === undefined ? null : scorerOf(learnt.fallback),
    isGrouped: learnt.group !== undefined,
    policy: policy.fingerprint ?? policy.name,
    maxRollbacks,
    approve: typeof approve === "string" ? approve : "own",
    effects: effects === undefined ? null : [effects.onIrreversible, effects.nodes.toSorted()],
    replan: replan === replanNote ? "default" : "own",
    ...(early === undefined ? {} : { early }),
    ...(learnt.own === undefined
      ? {}
      : {
          explore: learnt.own.state.version.explore,
          latest: learnt.own.state.version.latest,
          isOwn: learnt.own.isUsed,
        }),
  });
}

const scorerOf = ({ scorer, calibration }: OwnScorer): readonly (string | null)[] => [
  scorer.fingerprint,
  calibration === undefined ? null : calibrationId(calibration),
];
