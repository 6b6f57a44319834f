import type { FoundStep } from "../messages/found-run.ts";

/** The steps that an attempt has, turn by turn. */
export interface SessionAttempt {
  readonly steps: readonly FoundStep[];
  /** Steps that the next attempt has, too. Absent of the last one. */
  readonly kept?: number;
}

/**
 * A session's turns, each from a person's message on. A rollback takes the last ones back: what stood there until then is an
 * attempt of its own.
 */
export class SessionTurns {
  /** The first has what comes before any message. */
  #turns: FoundStep[][] = [[]];
  readonly #left: SessionAttempt[] = [];
  #isNew = false;

  /** The step that was added last. */
  get last(): FoundStep | undefined {
    return this.#turns.findLast((turn) => turn.length > 0)?.at(-1);
  }

  begin(): void {
    this.#turns.push([]);
  }

  add(step: FoundStep): void {
    this.#turns.at(-1)?.push(step);
    this.#isNew = true;
  }

  /** Notes something of the step that was added last. */
  note(fields: FoundStep["fields"]): void {
    const turn = this.#turns.findLast(({ length }) => length > 0);
    const last = turn?.pop();
    if (last !== undefined) turn?.push({ ...last, fields: { ...last.fields, ...fields } });
  }

  /** Takes the last turns back. */
  goBack(turns: number): void {
    const steps = this.#turns.flat();
    this.#turns = this.#turns.slice(0, Math.max(1, this.#turns.length - turns));
    // A second rollback without anything in between goes on with the first.
    const kept = this.#turns.flat().length;
    const before = this.#isNew ? undefined : this.#left.pop();
    if (before !== undefined) this.#left.push({ steps: before.steps, kept });
    else if (kept < steps.length) this.#left.push({ steps, kept });
    this.#isNew = false;
  }

  /** All attempts, those that were left first. What nothing was added to after a rollback is none. */
  attempts(): readonly SessionAttempt[] {
    return this.#isNew ? [...this.#left, { steps: this.#turns.flat() }] : this.#left;
  }
}
