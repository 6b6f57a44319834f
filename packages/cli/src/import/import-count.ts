import { isLabelled, type Trajectory } from "@langgraph-rollback/attribution/trajectory";
import type { LeftOut } from "../formats/read-traces.ts";
import { leftOutWords, SHOWN_LEFT_OUT } from "./left-out-words.ts";

/** Figures about the traces that were read. */
export class ImportCount {
  readonly #leftOut: LeftOut[] = [];
  readonly #agents = new Map<string, number>();
  #trajectories = 0;
  #labelled = 0;
  #right = 0;
  #pieces = 0;

  add(trajectory: Trajectory): void {
    this.#trajectories += 1;
    if (isLabelled(trajectory)) this.#labelled += 1;
    if (trajectory.outcome?.ok === true) this.#right += 1;
    for (const { agent } of trajectory.steps) this.#agents.set(agent, (this.#agents.get(agent) ?? 0) + 1);
  }

  leaveOut(left: LeftOut): void {
    this.#pieces += 1;
    if (this.#leftOut.length < SHOWN_LEFT_OUT) this.#leftOut.push(left);
  }

  get trajectories(): number {
    return this.#trajectories;
  }

  /** Lines about the pieces that were left out; empty if none was. */
  get leftOutWords(): string {
    return leftOutWords(this.#leftOut, this.#pieces);
  }

  /** Whether an agent of that name was seen. */
  hasAgent(name: string): boolean {
    return this.#agents.has(name);
  }

  /** For people. */
  get summary(): string {
    return `Read ${this.#trajectories} trajectories, ${this.#labelled} of them labelled, ${this.#right} of them right.${this.leftOutWords}`;
  }

  /** For the next program. `agents` has the number of each agent's steps. */
  get figures(): object {
    return {
      trajectories: this.#trajectories,
      labelled: this.#labelled,
      right: this.#right,
      agents: Object.fromEntries(this.#agents),
      ...(this.#pieces > 0 && { leftOut: this.#pieces, firstLeftOut: this.#leftOut }),
    };
  }
}
