import type { UndoCall } from "langgraph-rollback";

import { gate, type Gate } from "./gate.ts";

/** A world that does not remember what was undone: what lands after its undo holds. Acts land when the test lets them. Simulated. */
export class ForgetfulWorld {
  /** All that happened to it, in order. Keys are random, so each is told by the number of the act that came with it. */
  readonly asked: string[] = [];
  readonly #held = new Set<number>();
  readonly #keys: (string | undefined)[] = [];
  readonly #begun = new Map<number, Gate>();
  readonly #gates = new Map<number, Gate>();

  /** Keeps the n-th act from landing, from 1 on. */
  hold(n: number): Gate {
    const held = gate();
    this.#gates.set(n, held);
    return held;
  }

  /** Resolves when the n-th act has begun. */
  begun(n: number): Promise<void> {
    const begun = this.#begun.get(n) ?? gate();
    this.#begun.set(n, begun);
    return begun.passed;
  }

  async act(key: string | undefined): Promise<string> {
    const number = this.#keys.push(key);
    void this.begun(number);
    this.#begun.get(number)?.open();
    await this.#gates.get(number)?.passed;
    this.asked.push(`do ${number}`);
    this.#held.add(number);
    return `paid ${number}`;
  }

  readonly undo = ({ key, outcome, result, again }: UndoCall): void => {
    const number = this.#keys.lastIndexOf(key) + 1;
    const known = result === undefined ? outcome : `${outcome}, ${JSON.stringify(result)}`;
    this.asked.push(`undo ${number} (${known})${again ? " again" : ""}`);
    this.#held.delete(number);
  };

  /** Numbers of the acts that hold. */
  get holds(): readonly number[] {
    return [...this.#held];
  }
}
