import type { Approve } from "../approving/rollback-question.ts";
import type { EffectOptions } from "../effects/declaring/effect-options.ts";
import { resolveEffects, type ResolvedEffects } from "../effects/declaring/resolve-effects.ts";
import type { RollbackMode } from "./rollback-mode.ts";

/** @internal The effects' options among those around them; `undefined` where none are declared. */
export function effectsIn({
  effects,
  approve,
  mode,
}: {
  readonly effects?: EffectOptions;
  readonly approve?: Approve;
  readonly mode?: RollbackMode;
}): ResolvedEffects | undefined {
  if (effects === undefined) return undefined;
  const asks = approve === "irreversible" || approve === "always";
  return resolveEffects(effects, { onIrreversible: asks ? "ask" : "stop", isObserved: mode === "observe" });
}
