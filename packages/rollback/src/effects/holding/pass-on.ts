import type { ActTask } from "../../langgraph/act-task.ts";
import type { ActLog, ActStart } from "../act.ts";
import type { EffectRule } from "../declaring/effect-rules.ts";
import { isHeld } from "../journal/known-effect.ts";
import type { RunEffects } from "../run-effects.ts";
import type { Performs } from "./perform-held.ts";
import { recorded, type SettledHolds } from "./release-all.ts";

/** @internal A run with rollback that calls another one. */
export interface RunAround {
  readonly log: ActLog;
  /** Its task that makes the call. */
  readonly task: ActTask;
}

/**
 * @internal Hands all acts that a run holds to the run around it, in the order of their calls: that one's verdict decides about them. They keep their keys.
 *
 * @param around the run around, and its task that has called the run
 * @throws {AttemptOverError | EffectNotRecordedError} if the run around does not take one; those that are left stay held here
 */
export async function passOnAll(
  effects: RunEffects,
  { log, task }: RunAround,
  performs: Performs,
): Promise<SettledHolds> {
  const held = effects.all.filter(isHeld);
  for (const effect of held) {
    const { args, id, key, kind, name } = effect.intent;
    const release = (signal: AbortSignal): unknown => performs(effect, signal);
    await log.begin({
      kind,
      name,
      args,
      task,
      canReuse: true,
      passedOn: { key, receipt: effect.result?.value, release },
    });
    await effects.note({ mark: "passed-on", id });
  }
  return { effects: held.map((effect) => recorded(effects, effect)) };
}

/** @internal How an act is held that a run inside has passed on; `undefined` for any other. */
export function ruleOfPassedOn({ passedOn }: ActStart): EffectRule | undefined {
  if (passedOn === undefined) return undefined;
  const { receipt, release } = passedOn;
  return {
    class: "held",
    handling: { hold: { receipt: () => receipt, release: ({ signal }) => release(signal) } },
  };
}
