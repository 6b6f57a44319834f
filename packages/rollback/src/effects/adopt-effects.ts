import type { ActTask } from "../langgraph/act-task.ts";
import { slotOf } from "./journal/act-slot.ts";
import { isHeld, leftPlacesOf, livePlacesOf, placeOf, type KnownEffect } from "./journal/known-effect.ts";
import type { NewMark } from "./journal/mark.ts";
import type { RunEffects } from "./run-effects.ts";

/** The first attempt of a run that continues where another one was given up. */
const FIRST = 1;

/**
 * @internal Makes a run take over the effects that an earlier one did and has not undone. The run continues where the earlier one was given up. After
 * a crash, adopting continues where it stopped.
 *
 * @param from.last     the earlier run's last attempt
 * @param from.idInFork the ids that the earlier run's tasks have now, where its end was forked
 */
export async function adoptEffects(
  effects: RunEffects,
  earlier: RunEffects,
  { last, idInFork }: { readonly last: number; readonly idInFork: (taskId: string) => string },
): Promise<void> {
  const counted = new Map<string, number>();
  for (const effect of earlier.all) {
    const { intent, outcome } = effect;
    const known = effects.of(intent.id);
    const isDone = known !== undefined && (known.outcome !== "unknown" || outcome === "unknown");
    const [first = intent.task, ...later] = tasksOf(effect).map((task) => inFork(task, idInFork));
    const place = { ...intent, args: intent.args, task: first };
    const plain = slotOf(effects.run, FIRST, place, 0);
    const ordinal = counted.get(plain) ?? 0;
    if (isStanding(effect, last)) counted.set(plain, ordinal + 1);
    if (isDone || !isToAdopt(effect, last)) continue;
    const { order: _, ...begun } = { ...place, attempt: FIRST };
    await effects.add({ ...begun, slot: slotOf(effects.run, FIRST, place, ordinal) });
    const looseBy = namespaceInFork(effect.looseBy ?? "", idInFork);
    const marks = [...laterPlaces(effect, later), ...marksOf({ ...effect, looseBy }, last)];
    for (const mark of marks) await effects.add(mark);
  }
  // Before any of them is undone.
  if (effects.hasUserKeys) await effects.readEarlier();
}

/** Tasks that an effect has belonged to in its attempt, oldest first: a subgraph that a retry ran anew may continue where its first run was. */
const tasksOf = (effect: KnownEffect): readonly ActTask[] =>
  [...leftPlacesOf(effect), ...livePlacesOf(effect)].map(({ task }) => task);

/** Marks of the places that an effect has had after its first, and of where a subgraph around it ran anew. */
const laterPlaces = (effect: KnownEffect, tasks: readonly ActTask[]): readonly NewMark[] => {
  const { id } = effect.intent;
  const left = leftPlacesOf(effect).length;
  return tasks.flatMap((task, index): readonly NewMark[] => [
    ...(index + 1 === left ? [{ mark: "loose" as const, id, why: "anew" as const, by: "" }] : []),
    { mark: "answered", id, attempt: FIRST, task },
  ]);
};

/** A task as it is named in a fork: what ran inside of a task of the forked superstep ran inside of that task's copy. */
function inFork({ namespace, taskId, ...task }: ActTask, idInFork: (taskId: string) => string): ActTask {
  const id = outermostId(namespace);
  return {
    ...task,
    namespace: namespaceInFork(namespace, idInFork),
    taskId: taskId === id ? idInFork(id) : taskId,
  };
}

function namespaceInFork(namespace: string, idInFork: (taskId: string) => string): string {
  const [outermost = "", ...inside] = namespace.split("|");
  const id = outermostId(namespace);
  return [`${outermost.slice(0, outermost.length - id.length)}${idInFork(id)}`, ...inside].join("|");
}

function outermostId(namespace: string): string {
  const [outermost = ""] = namespace.split("|");
  return outermost.slice(outermost.lastIndexOf(":") + 1);
}

/** Whether an effect belongs to the branch that an attempt has come to, or may again. */
function isStanding(effect: KnownEffect, last: number): boolean {
  const isOnBranch = placeOf(effect).attempt === last || effect.placed !== undefined;
  return isOnBranch && !effect.isUndone && effect.loose !== "task";
}

function isToAdopt(effect: KnownEffect, last: number): boolean {
  const { intent, isUndone } = effect;
  // The world knows a key of the user's, also once it was undone.
  if (isUndone) return intent.userKey !== undefined;
  // An effect that nothing undoes and that the branch does not hold has been told.
  return intent.class === "undoable" || isHeld(effect) || isStanding(effect, last);
}

/** New marks of an effect, by how it ended last: until that is stored, it is not adopted. */
function marksOf(effect: KnownEffect, last: number): readonly NewMark[] {
  const {
    outcome,
    result,
    placed,
    release,
    isPaused,
    isUndoing,
    wasUndone,
    isUndone,
    loose,
    looseBy: by = "",
  } = effect;
  const { id } = effect.intent;
  const why = isStanding(effect, last) ? loose : (loose ?? "task");
  return [
    ...(placed === undefined ? [] : [{ mark: "placed" as const, id, steps: placed }]),
    ...(why === undefined ? [] : [{ mark: "loose" as const, id, why, by }]),
    ...(isUndoing ? [{ mark: "undoing" as const, id }] : []),
    ...(wasUndone ? [{ mark: "undone" as const, id, isTold: true as const }] : []),
    ...(wasUndone && !isUndone ? [{ mark: "late" as const, id }] : []),
    ...(release === undefined || release === "passed-on" ? [] : [{ mark: "releasing" as const, id }]),
    ...(release === "passed-on" ? [{ mark: "passed-on" as const, id }] : []),
    ...(release === "done" ? [{ mark: "released" as const, id, isStored: false }] : []),
    ...(release === "failed" ? [{ mark: "unreleased" as const, id, error: { name: "", message: "" } }] : []),
    ...(isPaused ? [{ mark: "paused" as const, id }] : []),
    ...(effect.cutOff === undefined ? [] : [{ mark: "cut-off" as const, id }]),
    ...(outcome === "failed" ? [failed(effect)] : []),
    ...(outcome === "done"
      ? [{ mark: "done" as const, id, result: result?.value, isStored: result !== undefined }]
      : []),
  ];
}

const failed = ({ intent: { id }, isUncalled }: KnownEffect): NewMark => ({
  mark: "failed",
  id,
  error: { name: "", message: "" },
  ...(isUncalled === true ? { wasCalled: false } : {}),
});
