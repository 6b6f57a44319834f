import type { AttemptRecord } from "../history/attempt-record.ts";
import { learningPlace, type KeptLearning } from "../setup/learning-place.ts";
import type { RunOnThread } from "../setup/open-runs.ts";
import type { RollbackContext } from "../setup/rollback-context.ts";
import { LearningLoop, type LearningContext } from "./learning-loop.ts";

/** By agent. */
type Loops = Map<string, LearningLoop>;

/** Graphs are made anew for each request, so they do not hold these. */
const inFiles = new Map<string, Loops>();
const inSavers = new WeakMap<object, Loops>();

/** @internal The loop of an agent; `undefined` if it does not learn. */
export function loopOf(
  context: RollbackContext,
): { readonly loop: LearningLoop; readonly context: LearningContext } | undefined {
  const { kept } = learningPlace(context);
  const { learn } = context.options;
  if (kept === undefined || learn === undefined) return undefined;
  const { options, saver } = context;
  const { alpha } = options.learning;
  return { loop: openLoop(kept), context: { graph: context, saver, options: { ...options, alpha, learn } } };
}

/** @internal The loop of an agent in a store. */
export function openLoop(kept: KeptLearning): LearningLoop {
  const { agent, store } = kept;
  const loops = openLoops(store.place);
  const loop = loops.get(agent) ?? new LearningLoop(kept);
  loops.set(agent, loop);
  return loop;
}

/** @internal The loops of all agents whose evidence is kept in a checkpointer, or in a file. */
export const loopsAt = (place: object | string): readonly LearningLoop[] => [...openLoops(place).values()];

function openLoops(place: object | string): Loops {
  const known = typeof place === "string" ? inFiles.get(place) : inSavers.get(place);
  if (known !== undefined) return known;
  const loops: Loops = new Map();
  if (typeof place === "string") inFiles.set(place, loops);
  else inSavers.set(place, loops);
  return loops;
}

/** @internal Has an agent learn from a run that has ended, in the background. It never throws, and nobody waits for it. */
export function learnFromRun(context: RollbackContext, run: RunOnThread, record: AttemptRecord): void {
  const { learn, mode } = context.options;
  if (learn?.background !== true || mode === "observe") return;
  const { attempt, outcome } = record;
  // Nobody knows whether a first attempt without a verdict failed. A later one without a verdict is of a run that failed, and did not recover.
  if (attempt === 1 && outcome === undefined) return;
  const found = loopOf(context);
  if (attempt === 1 && outcome?.ok === true) found?.loop.passed();
  else found?.loop.failed(found.context, run);
}
