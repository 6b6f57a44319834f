import { largest, smallest } from "@langgraph-rollback/attribution/trajectory";

import type { Stopped } from "../errors/rollback-exhausted-error.ts";
import { isIrreversible, type EffectRecord } from "../effects/effect-record.ts";
import { plannedEffects } from "../effects/effect-plan.ts";
import { placesIn, tasksIn, type EffectPlaces } from "../effects/placing-effects.ts";
import { leftPlacesOf, placeOf, type KnownEffect } from "../effects/journal/known-effect.ts";
import type { RunEffects } from "../effects/run-effects.ts";
import type { InnerPoint, KeptTask, UndonePart } from "../rewinding/rewind-point.ts";
import type { RecordedTrajectory } from "../steps/recorded-trajectory.ts";

/** @internal The part of a plan to go back that is looked at here. */
export type GuardedPlan = UndonePart & {
  readonly into?: readonly InnerPoint[];
  readonly keep?: readonly KeptTask[];
};

/** @internal The rewind to make, with what has to be done about the effects of the undone part; or the reason why none is made. */
export type GuardedRewind<P extends GuardedPlan> =
  | {
      readonly kind: "rewind";
      readonly rewind: P;
      readonly effects: readonly EffectRecord[];
      /** Why it starts later than it was to; empty unless it does. */
      readonly words: string;
    }
  | {
      readonly kind: "stopped";
      readonly stopped: Stopped;
      readonly words: string;
      /** Effects that it would have undone: all of them stand. */
      readonly effects: readonly EffectRecord[];
    };

/**
 * @internal Plans a rewind that undoes nothing which cannot be undone. Where an irreversible effect lies in its way, it goes back to just after
 * that, if the whole prediction set is then still undone; else there is none.
 *
 * @param asked.setStart first step of the set
 * @param asked.places   where effects lie; told from the tasks of the steps unless given
 * @param asked.isChosen whether a person has named the step, and decides about what cannot be undone
 * @param plan     plans a rewind to a step
 */
export async function guardRewind<P extends GuardedPlan>(
  effects: RunEffects,
  {
    trajectory,
    attempt,
    start,
    setStart,
    places = placesIn(trajectory),
    isChosen = false,
  }: {
    readonly trajectory: RecordedTrajectory;
    readonly attempt: number;
    readonly start: number;
    readonly setStart: number;
    readonly places?: EffectPlaces | undefined;
    readonly isChosen?: boolean | undefined;
  },
  plan: (start: number) => Promise<P>,
): Promise<GuardedRewind<P>> {
  const planned = async (from: number): Promise<{ rewind: P; effects: readonly EffectRecord[] }> => {
    const rewind = await plan(from);
    const undone = plannedEffects(effects, places, { attempt, before: rewind.step });
    const cut = effects.all.flatMap((effect) => firstStepOfCut(effect, rewind, trajectory) ?? []);
    // A node that must not be cut in two runs again as a whole.
    return cut.length === 0 ? { rewind, effects: undone } : planned(smallest(cut));
  };
  const first = await planned(start);
  const inTheWay = irreversibleIn(first.effects);
  if (isChosen || inTheWay.length === 0 || effects.options.onIrreversible !== "stop")
    return { kind: "rewind", ...first, words: "" };
  const last = largest(inTheWay.map(({ step }) => step ?? Number.POSITIVE_INFINITY));
  if (last + 1 <= setStart && last + 1 < trajectory.steps.length) {
    const later = await planned(last + 1);
    if (irreversibleIn(later.effects).length === 0)
      return { kind: "rewind", ...later, words: `, as ${areIrreversible(inTheWay)}` };
  }
  return {
    kind: "stopped",
    stopped: { by: "irreversible-effect" },
    words: `; ${areIrreversible(inTheWay)} and happened in the part that would be undone. One that can wait for the verdict may be declared as "hold".`,
    effects: first.effects.map((effect) => ({ ...effect, standing: "stands" })),
  };
}

/** The irreversible effects among those that a rollback would leave standing. */
const irreversibleIn = (effects: readonly EffectRecord[]): readonly EffectRecord[] =>
  effects.filter(isIrreversible);

function areIrreversible(effects: readonly EffectRecord[]): string {
  const named = effects.map(({ name, step }) =>
    step === undefined ? `"${name}"` : `"${name}" (step ${step + 1})`,
  );
  return `${named.join(", ")} ${named.length === 1 ? "is" : "are"} irreversible`;
}

/**
 * The first step of a node that a rewind must not cut in two: a node that is an effect as a whole, a subgraph that was run again from its start, or a
 * node that called tasks and was run again. Of the latter two, a part would be kept that does not belong to the branch.
 */
function firstStepOfCut(
  effect: KnownEffect,
  rewind: GuardedPlan,
  trajectory: RecordedTrajectory,
): number | undefined {
  if (effect.isUndone) return undefined;
  const isWhole = effect.intent.kind === "node" || effect.loose === "anew";
  const tasks = (isWhole ? [placeOf(effect)] : leftPlacesOf(effect)).flatMap(tasksIn);
  const cut = rewind.into?.find(({ taskId }) => tasks.includes(taskId));
  const kept = rewind.keep?.find(({ call, taskId }) => call !== undefined && tasks.includes(taskId));
  if (cut !== undefined) {
    const before = trajectory.steps.slice(0, rewind.step);
    return before.find(({ enclosing }) => enclosing.some(({ taskId }) => taskId === cut.taskId))?.index;
  }
  return kept?.call === undefined ? undefined : firstOfCaller(trajectory, kept.call.taskId);
}

/** The first step of what a task has called, or of what ran inside of that. */
function firstOfCaller({ steps }: RecordedTrajectory, caller: string): number | undefined {
  const inside = new Set([caller]);
  // Tasks come after the tasks that they called.
  for (const { origin, calledBy } of steps.toReversed())
    if (calledBy !== undefined && inside.has(calledBy.taskId)) inside.add(origin.taskId);
  return steps.find(({ origin, enclosing }) =>
    [...enclosing, origin].some(({ taskId }) => inside.has(taskId)),
  )?.index;
}
