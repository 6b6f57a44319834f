import { AttemptOverError } from "../errors/attempt-over-error.ts";
import { describeError } from "../errors/describe-error.ts";
import { EffectNotRecordedError } from "../errors/effect-not-recorded-error.ts";
import { HoldRefusedError } from "../errors/hold-refused-error.ts";
import { IdempotencyKeyError } from "../errors/idempotency-key-error.ts";
import { ThreadLockLostError } from "../errors/thread-lock-lost-error.ts";
import type { ActTask } from "../langgraph/act-task.ts";
import type { Act, ActLog, ActStart, Holding } from "./act.ts";
import type { EffectRule } from "./declaring/effect-rules.ts";
import { checkHold, classToNote, heldAct } from "./holding/hold-act.ts";
import { ruleOfPassedOn } from "./holding/pass-on.ts";
import { isAgain, isInGraph, isInside, isStanding, staysBy, staysIn } from "./journal/on-the-branch.ts";
import { slotOf } from "./journal/act-slot.ts";
import {
  isHeld,
  placeOf,
  placesOf,
  type ActPlace,
  type KnownEffect,
  type Looseness,
} from "./journal/known-effect.ts";
import type { NewMark } from "./journal/mark.ts";
import { heldActAtOnce, openAct } from "./open-act.ts";
import type { RunEffects } from "./run-effects.ts";
import { around } from "./known-effects.ts";
import { userKeyOf, worldKeyOf } from "./user-key.ts";

/** @internal The acts of one attempt, while it runs. */
export class AttemptActs implements ActLog {
  readonly #effects: RunEffects;
  readonly #attempt: number;
  /** Equal acts of one execution of a task, by their slot without a number. */
  readonly #counted = new Map<string, Map<string, number>>();
  readonly holding: Holding | undefined;
  #isOver = false;

  constructor(effects: RunEffects, attempt: number, holding: Holding) {
    this.#effects = effects;
    this.#attempt = attempt;
    this.holding = effects.options.isObserved ? undefined : holding;
  }

  /** No act may begin from now on. Those that are under way end as they do. */
  close(): void {
    this.#isOver = true;
  }

  async taskBegan({ namespace }: ActTask): Promise<void> {
    this.#counted.set(namespace, new Map());
    for (const effect of this.#effects.known.within(namespace)) {
      const { attempt, task } = placeOf(effect);
      const isOwn = task.namespace === namespace;
      if (attempt !== this.#attempt || !isStanding(effect) || effect.isPaused) continue;
      if (isOwn && effect.loose !== "task") await this.#loosen(effect, "task", namespace);
      if (isInside(task.namespace, namespace) && staysIn(effect, namespace))
        await this.#loosen(effect, "anew", namespace);
    }
  }

  /** A task that was called ended in an earlier execution of its caller. What it did then is on the branch again. */
  async taskAnswered(namespace: string): Promise<void> {
    for (const effect of this.#effects.known.within(namespace)) {
      const isIn = ({ attempt, task }: ActPlace): boolean =>
        attempt === this.#attempt && (task.namespace === namespace || isInside(task.namespace, namespace));
      const place = placesOf(effect).find(isIn);
      if (place === undefined || !isStanding(effect) || staysBy(effect, namespace, isIn)) continue;
      await this.#addOrNote({ mark: "answered", id: effect.intent.id, ...place });
    }
  }

  /** A subgraph starts. For a `retryPolicy` LangGraph runs it anew in another namespace; in a resumed run it continues where it was. */
  async graphOpened(namespace: string): Promise<void> {
    for (const effect of this.#effects.known.within(namespace)) {
      const { loose, looseBy: by = "", intent } = effect;
      const places = placesOf(effect).filter(({ attempt }) => attempt === this.#attempt);
      const place = places.find(({ task }) => isInGraph(task.namespace, namespace));
      if (loose !== "anew" || !isStanding(effect) || place === undefined) continue;
      // Its result may stand for that of an act in a later run of the subgraph, which this one does not know.
      if (place !== places[0]) await this.#effects.note({ mark: "taken-over", id: intent.id, ...place });
      await this.#effects.note({ mark: "loose", id: intent.id, why: "around", by });
    }
  }

  #loosen({ intent: { id } }: KnownEffect, why: Looseness, by: string): Promise<void> {
    return this.#addOrNote({ mark: "loose", id, why, by });
  }

  /** Without the mark, earlier acts of a task can no longer be told apart. Where nothing is undone, the task runs all the same. */
  #addOrNote(mark: NewMark): Promise<void> {
    return this.#effects.options.isObserved ? this.#effects.note(mark) : this.#effects.add(mark);
  }

  async begin(start: ActStart): Promise<Act | undefined> {
    const rule = ruleOfPassedOn(start) ?? this.#effects.options.rules.of(start);
    if (rule.class === "read-only") return undefined;
    const { isObserved } = this.#effects.options;
    if (this.#isOver && isObserved) return undefined;
    if (this.#isOver) throw new AttemptOverError(start.name);
    try {
      return await this.#begin(start, rule);
    } catch (cause) {
      const isOver = cause instanceof AttemptOverError;
      const isLost = cause instanceof ThreadLockLostError;
      const isTold =
        isOver || isLost || cause instanceof IdempotencyKeyError || cause instanceof HoldRefusedError;
      const error = isTold ? cause : new EffectNotRecordedError(start.name, { cause }, isObserved);
      if (!isObserved || isLost) throw error;
      // It takes place as it would in the bare graph.
      if (!isOver) this.#effects.problems.push(error);
      return undefined;
    }
  }

  async #begin(start: ActStart, rule: EffectRule): Promise<Act> {
    const slot = this.#slotOf(start);
    const execution = this.#executionOf(start.task);
    const userKey = userKeyOf(start.name, start.args, rule.handling);
    if (userKey !== undefined) await this.#effects.readEarlier();
    const earlier = this.#earlierOf(start, { slot, userKey, redo: rule.handling?.redo });
    const { result } = earlier ?? {};
    const { holding } = this;
    const isToHold = rule.class === "held" && (earlier?.outcome !== "done" || result === undefined);
    if (isToHold && holding !== undefined) {
      checkHold(start, rule, holding);
      const begun =
        earlier === undefined
          ? await this.#anew(start, rule, execution, { slot, userKey })
          : await this.#goingOn(earlier, start, execution, rule);
      return heldAct(begun, start, rule);
    }
    if (earlier !== undefined && earlier.outcome === "done") {
      if (start.canReuse && result !== undefined && !this.#effects.options.isObserved)
        return this.#takenOver(earlier, start, execution, result.value);
      // Nobody can answer in its place: it is done once more, and the earlier one is undone or told.
      if (rule.class === "undoable" && userKey === undefined)
        return this.#anew(start, rule, execution, { slot, userKey });
    }
    if (earlier !== undefined) return this.#goingOn(earlier, start, execution, rule);
    return this.#anew(start, rule, execution, { slot, userKey });
  }

  /** The present executions of a task and of those around it. */
  #executionOf({ namespace }: ActTask): Execution {
    return new Map([...around(namespace)].map((each) => [each, this.#counted.get(each)]));
  }

  /**
   * Leaves an act behind whose mark was still being stored when its task began again, or one around it: the new execution does not know of it.
   *
   * @returns whether that is so
   */
  async #leftBehind(
    effect: KnownEffect | undefined,
    { task }: ActStart,
    execution: Execution,
  ): Promise<boolean> {
    const hasBegunAgain = ([namespace, before]: readonly [string, unknown]): boolean =>
      before !== undefined && this.#counted.get(namespace) !== before;
    const by = [...execution].find(hasBegunAgain)?.[0];
    if (by === undefined || effect === undefined) return false;
    await this.#loosen(effect, by === task.namespace ? "task" : "anew", by);
    return true;
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
    const { known } = this.#effects;
    // Done anew inside of a run that was called anew, an act has another key, which that run's receipt may name.
    const alike = start.passedOn === undefined ? known.inSlot(slot) : known.withKey(start.passedOn.key);
    const again = alike.findLast(
      (effect) => isStanding(effect) && !this.#isToLand(effect) && isAgain(effect),
    );
    if (again !== undefined || userKey === undefined || redo !== "reuse") return again;
    return known
      .withUserKey(userKey)
      .findLast(
        (effect) =>
          isStanding(effect) &&
          effect.outcome === "done" &&
          effect.intent.kind === start.kind &&
          effect.intent.name === start.name,
      );
  }

  /** Whether an act may still land that can be undone then: what is done anew in its place has another key. */
  #isToLand(effect: KnownEffect): boolean {
    return effect.intent.class === "undoable" && this.#effects.isUnderWay(effect);
  }

  async #takenOver(
    { intent: { id, key } }: KnownEffect,
    start: ActStart,
    execution: Execution,
    result: unknown,
  ): Promise<Act> {
    await this.#effects.add({ mark: "taken-over", id, attempt: this.#attempt, task: start.task });
    await this.#leftBehind(this.#effects.of(id), start, execution);
    return { key, reused: { result }, ended: () => Promise.resolve() };
  }

  /** The same act continues with the same key: after a pause, or if nothing could undo it. */
  async #goingOn(
    { intent }: KnownEffect,
    start: ActStart,
    execution: Execution,
    { handling }: EffectRule,
  ): Promise<Act> {
    this.#effects.declare(intent, handling);
    const { id } = intent;
    const place = { attempt: this.#attempt, task: start.task };
    await this.#effects.addBefore({ mark: "taken-over", id, ...place, isCalled: true });
    await this.#leftBehind(this.#effects.of(id), start, execution);
    const known = this.#effects.of(id);
    if (this.holding === undefined && known !== undefined && isHeld(known))
      return heldActAtOnce(this.#effects, intent);
    return openAct(this.#effects, intent);
  }

  async #anew(
    start: ActStart,
    rule: EffectRule,
    execution: Execution,
    { slot, userKey }: { slot: string; userKey: string | undefined },
  ): Promise<Act> {
    const { clock } = this.#effects;
    const id = this.#effects.newId(slot);
    const intent = {
      mark: "intent" as const,
      version: 1 as const,
      id,
      slot,
      kind: start.kind,
      name: start.name,
      args: await this.#effects.asStored(start.args),
      class: classToNote(rule, this.#effects.options.isObserved),
      key: start.passedOn?.key ?? (userKey === undefined ? id : worldKeyOf(this.#effects, userKey)),
      ...(userKey === undefined ? {} : { userKey }),
      redo: rule.handling?.redo ?? ("again" as const),
      attempt: this.#attempt,
      task: start.task,
      canReuse: start.canReuse,
      at: new Date(clock()).toISOString(),
    };
    this.#effects.declare({ ...intent, order: 0 }, rule.handling);
    await this.#effects.addBefore(intent);
    const isLeft = await this.#leftBehind(this.#effects.of(id), start, execution);
    if (this.#isOver || isLeft) {
      const error = new AttemptOverError(start.name);
      await this.#effects.note({ mark: "failed", id, error: describeError(error), wasCalled: false });
      throw error;
    }
    return openAct(this.#effects, { ...intent, order: 0 });
  }
}

/** The executions of the namespaces around an act that it belongs to: each has counts of its own. */
type Execution = ReadonlyMap<string, ReadonlyMap<string, number> | undefined>;
