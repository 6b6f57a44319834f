import { AttemptOverError } from "../errors/attempt-over-error.ts";
import { describeError } from "../errors/describe-error.ts";
import { EffectNotRecordedError } from "../errors/effect-not-recorded-error.ts";
import type { Act, ActEnd, ActLog, ActStart, ActTask } from "./act.ts";
import type { EffectRule } from "./declaring/effect-rules.ts";
import { slotOf } from "./journal/act-slot.ts";
import { isLeftBehind, placeOf, placesOf, type KnownEffect, type Looseness } from "./journal/known-effect.ts";
import type { Intent, NewMark } from "./journal/mark.ts";
import type { RunEffects } from "./run-effects.ts";

/** @internal The acts of one attempt, while it runs. */
export class AttemptActs implements ActLog {
  readonly #effects: RunEffects;
  readonly #attempt: number;
  /** Equal acts of one execution of a task, by their slot without a number. */
  readonly #counted = new Map<string, Map<string, number>>();
  #isOver = false;

  constructor(effects: RunEffects, attempt: number) {
    this.#effects = effects;
    this.#attempt = attempt;
  }

  /** No act may begin from now on. Those that are under way end as they do. */
  close(): void {
    this.#isOver = true;
  }

  async taskBegan({ namespace }: ActTask): Promise<void> {
    this.#counted.set(namespace, new Map());
    for (const effect of this.#effects.all) {
      const { attempt, task } = placeOf(effect);
      const isOwn = task.namespace === namespace;
      if (attempt !== this.#attempt || !isStanding(effect) || effect.isPaused) continue;
      if (isOwn && effect.loose !== "task") await this.#loosen(effect, "task", namespace);
      if (task.namespace.startsWith(`${namespace}|`) && !isLeftBehind(effect))
        await this.#loosen(effect, "anew", namespace);
    }
  }

  /** A subgraph starts. For a `retryPolicy` LangGraph runs it anew in another namespace; in a resumed run it continues where it was. */
  async graphOpened(namespace: string): Promise<void> {
    for (const effect of this.#effects.all) {
      const { loose, looseBy: by = "", intent } = effect;
      const places = placesOf(effect).filter(({ attempt }) => attempt === this.#attempt);
      const place = places.find(({ task }) => isInGraph(task.namespace, namespace));
      if (loose !== "anew" || !isStanding(effect) || place === undefined) continue;
      // Its result may stand for that of an act in a later run of the subgraph, which this one does not know.
      if (place !== places[0]) await this.#note({ mark: "taken-over", id: intent.id, ...place });
      await this.#note({ mark: "loose", id: intent.id, why: "around", by });
    }
  }

  #loosen({ intent: { id } }: KnownEffect, why: Looseness, by: string): Promise<void> {
    const mark = { mark: "loose" as const, id, why, by };
    // What a task did before can no longer be told apart; where nothing is undone, this is no reason to keep it from running.
    return this.#effects.options.isObserved ? this.#note(mark) : this.#effects.add(mark);
  }

  async begin(start: ActStart): Promise<Act | undefined> {
    const rule = this.#effects.options.rules.of(start);
    if (rule.class === "read-only") return undefined;
    const { isObserved } = this.#effects.options;
    if (this.#isOver && isObserved) return undefined;
    if (this.#isOver) throw new AttemptOverError(start.name);
    try {
      return await this.#begin(start, rule);
    } catch (cause) {
      const isOver = cause instanceof AttemptOverError;
      const error = isOver ? cause : new EffectNotRecordedError(start.name, { cause }, isObserved);
      if (!isObserved) throw error;
      // It takes place as it would in the bare graph.
      if (!isOver) this.#effects.problems.push(error);
      return undefined;
    }
  }

  async #begin(start: ActStart, rule: EffectRule): Promise<Act> {
    const slot = this.#slotOf(start);
    const userKey = rule.handling?.idempotencyKey?.({ args: start.args });
    const earlier = this.#earlierOf(start, { slot, userKey, redo: rule.handling?.redo });
    const { result } = earlier ?? {};
    if (earlier !== undefined && earlier.outcome === "done") {
      if (start.canReuse && result !== undefined && !this.#effects.options.isObserved)
        return this.#takenOver(earlier, start, result.value);
      // Nobody can answer in its place: it is done once more, and the earlier one is undone or told.
      if (rule.class === "undoable" && userKey === undefined)
        return this.#anew(start, rule, { slot, userKey });
    }
    if (earlier !== undefined) return this.#goingOn(earlier, start, rule);
    return this.#anew(start, rule, { slot, userKey });
  }

  #slotOf(start: ActStart): string {
    const counted = this.#counted.get(start.task.namespace) ?? new Map<string, number>();
    this.#counted.set(start.task.namespace, counted);
    const plain = slotOf(this.#effects.run, this.#attempt, start, 0);
    const ordinal = counted.get(plain) ?? 0;
    counted.set(plain, ordinal + 1);
    return slotOf(this.#effects.run, this.#attempt, start, ordinal);
  }

  /** The same act as it took place before: in this task, or, where the user says so, anywhere in the run. */
  #earlierOf(
    start: ActStart,
    { slot, userKey, redo }: { slot: string; userKey: string | undefined; redo: string | undefined },
  ): KnownEffect | undefined {
    const standing = this.#effects.all.filter(
      (effect) =>
        isStanding(effect) && effect.intent.kind === start.kind && effect.intent.name === start.name,
    );
    const again = standing.findLast(
      (effect) => effect.intent.slot === slot && !this.#effects.isOpen(effect.intent.id) && isAgain(effect),
    );
    if (again !== undefined || userKey === undefined || redo !== "reuse") return again;
    return standing.findLast(({ intent, outcome }) => intent.userKey === userKey && outcome === "done");
  }

  async #takenOver({ intent }: KnownEffect, { task }: ActStart, result: unknown): Promise<Act> {
    await this.#effects.add({ mark: "taken-over", id: intent.id, attempt: this.#attempt, task });
    return { key: intent.key, reused: { result }, ended: () => Promise.resolve() };
  }

  /** The same act continues with the same key: after a pause, or if nothing could undo it. */
  async #goingOn({ intent }: KnownEffect, { task }: ActStart, { handling }: EffectRule): Promise<Act> {
    this.#effects.declare(intent, handling);
    await this.#effects.add({ mark: "taken-over", id: intent.id, attempt: this.#attempt, task });
    return this.#open(intent);
  }

  async #anew(
    start: ActStart,
    rule: EffectRule,
    { slot, userKey }: { slot: string; userKey: string | undefined },
  ): Promise<Act> {
    const { all, run, clock } = this.#effects;
    const id = `effect-${run}-${all.length + 1}-${slot.slice(0, 16)}`;
    const before = all.filter((effect) => userKey !== undefined && effect.intent.userKey === userKey);
    const undone = before.filter(({ isUndone }) => isUndone).length;
    const intent = {
      mark: "intent" as const,
      version: 1 as const,
      id,
      slot,
      kind: start.kind,
      name: start.name,
      args: await this.#effects.asStored(start.args),
      class: rule.class === "read-only" ? ("unknown" as const) : rule.class,
      // After an undo, the world would take the user's key for what was undone.
      key: userKey === undefined ? id : undone === 0 ? userKey : `${userKey}~${undone + 1}`,
      ...(userKey === undefined ? {} : { userKey }),
      redo: rule.handling?.redo ?? ("again" as const),
      attempt: this.#attempt,
      task: start.task,
      canReuse: start.canReuse,
      at: new Date(clock()).toISOString(),
    };
    this.#effects.declare({ ...intent, order: 0 }, rule.handling);
    await this.#effects.add(intent);
    if (this.#isOver) {
      const error = new AttemptOverError(start.name);
      await this.#note({ mark: "failed", id, error: describeError(error) });
      throw error;
    }
    return this.#open({ ...intent, order: 0 });
  }

  #open({ id, key }: Intent): Act {
    let end = (): void => {};
    this.#effects.hold(
      id,
      new Promise<void>((resolve) => {
        end = resolve;
      }),
    );
    return {
      key,
      ended: async (ended) => {
        await this.#note(endMark(id, ended));
        end();
      },
    };
  }

  /** What has happened is known, whether it can be stored or not. */
  async #note(mark: NewMark): Promise<void> {
    try {
      await this.#effects.add(mark);
    } catch (error) {
      this.#effects.problems.push(error);
      this.#effects.know(mark, this.#effects.clock() * 1000);
    }
  }
}

/** Whether a task ran in a graph or inside of one of its tasks. A task that calls several graphs numbers them. */
const isInGraph = (task: string, graph: string): boolean =>
  task.startsWith(`${graph}|`) &&
  task
    .slice(graph.length + 1)
    .split("|")[0]
    ?.includes(":") === true;

/** Whether nobody has begun to undo an effect. */
const isStanding = ({ isUndone, isUndoing }: KnownEffect): boolean => !isUndone && !isUndoing;

/** Whether an act of a task that runs again is one that took place in its earlier execution. */
const isAgain = ({ loose, isPaused }: KnownEffect): boolean => loose !== undefined || isPaused;

function endMark(id: string, end: ActEnd): NewMark {
  if (end.outcome === "done") return { mark: "done", id, result: end.result, isStored: true };
  if (end.outcome === "failed") return { mark: "failed", id, error: describeError(end.error) };
  return { mark: "paused", id };
}
