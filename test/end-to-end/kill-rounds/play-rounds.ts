import { setTimeout as sleep } from "node:timers/promises";

import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";

import type { Turn } from "../../fixtures/kill-graph.ts";
import type { Asked } from "./audit-runs.ts";
import { describeDeath, watchFor, type Death, type Role, type Round } from "./round-plan.ts";
import type { Worker, Workers } from "./workers.ts";

/** Course of a round. */
export interface Played {
  readonly asked: readonly Asked[];
  /** How processes died. */
  readonly deaths: readonly string[];
}

/** Has two processes work on threads, the same two as long as they live. */
export class Players {
  readonly #workers: Workers;
  readonly #saver: BaseCheckpointSaver;
  readonly #players = new Map<Role, Worker>();

  constructor(workers: Workers, saver: BaseCheckpointSaver) {
    this.#workers = workers;
    this.#saver = saver;
  }

  /**
   * Plays a round until each process that plays has the answer.
   *
   * @param turn number of the round's question on its thread; one that asks anew takes the next number, too
   */
  async play(thread: string, turn: number, round: Round): Promise<Played> {
    const course = new Course(thread, { turn, ...round.turn }, round);
    const roles = (["wait", "refuse"] as const).filter((role) => round.deaths[role] !== undefined);
    await Promise.all(roles.map((role) => this.#answer(course, role)));
    await this.#workers.quiet();
    return { asked: course.asked, deaths: course.deaths };
  }

  /** One side of a round: process after process, until one has the answer. */
  async #answer(course: Course, role: Role): Promise<void> {
    const pending = [...(course.round.deaths[role] ?? [])];
    for (;;) {
      const worker = await this.#player(role);
      const death = pending.shift();
      const disarm = death === undefined ? () => {} : arm(worker, death);
      const answered = await this.#work(course, role, worker);
      disarm();
      // One that has done its work before its time dies idle.
      const idle = answered && death !== undefined && "afterMilliseconds" in death && worker.isAlive();
      if (idle) worker.kill();
      else if (answered && worker.isAlive()) return;
      course.died(death === undefined ? "unexpectedly" : describeDeath(death));
      if (idle) return;
      course.succeeded(role);
    }
  }

  /** @returns false if the process died */
  async #work(course: Course, role: Role, worker: Worker): Promise<boolean> {
    for (;;) {
      const { turn } = course;
      const asks = role === course.round.asks && !(await this.#isAsked(course.thread, turn));
      const job = { thread: course.thread, whenBusy: role, ...(asks ? { turn } : {}) };
      const reply = await worker.work(job);
      if (reply === undefined) return false;
      if (reply.said?.some(({ id }) => id === `question-${course.turn.turn}`) === true) return true;
      const { error } = reply;
      // Refused, or the other one has no question yet.
      const expected =
        error === undefined || error.code === "THREAD_BUSY" || error.name === "EmptyInputError";
      if (!expected) throw new Error(`${course.thread}: ${JSON.stringify(error)}`);
      await sleep(15);
    }
  }

  /** Whether a thread holds a question, so that a process can resume it. A question that is being answered does not count. */
  async #isAsked(thread: string, { turn }: Turn): Promise<boolean> {
    await this.#workers.quiet();
    const head = await this.#saver.getTuple({ configurable: { thread_id: thread, checkpoint_ns: "" } });
    return JSON.stringify(head?.checkpoint.channel_values ?? {}).includes(`question-${turn}"`);
  }

  async #player(role: Role): Promise<Worker> {
    const present = this.#players.get(role);
    if (present?.isAlive() === true) return present;
    const next = await this.#workers.next();
    this.#players.set(role, next);
    return next;
  }
}

/** How a round stands. */
class Course {
  readonly thread: string;
  readonly round: Round;
  readonly deaths: string[] = [];
  readonly #turns: Turn[];

  constructor(thread: string, turn: Turn, round: Round) {
    this.thread = thread;
    this.round = round;
    this.#turns = [turn];
  }

  /** The newest question. */
  get turn(): Turn {
    const [first, second] = this.#turns;
    if (first === undefined) throw new RangeError("Expected a turn.");
    return second ?? first;
  }

  get asked(): readonly Asked[] {
    return this.#turns.map((turn) => ({ turn, answered: turn === this.turn, deaths: this.deaths.length }));
  }

  died(how: string): void {
    this.deaths.push(how);
  }

  /** Another process does the work of one that died in the middle of it. */
  succeeded(role: Role): void {
    const { asks, asksAnew } = this.round;
    if (asksAnew && role === asks && this.#turns.length === 1)
      this.#turns.push({ ...this.turn, turn: this.turn.turn + 1 });
  }
}

/** @returns what makes a process safe from a death that it has not died */
function arm(worker: Worker, death: Death): () => void {
  worker.watch = watchFor(death);
  const timer =
    "afterMilliseconds" in death ? setTimeout(() => worker.kill(), death.afterMilliseconds) : undefined;
  return () => {
    clearTimeout(timer);
    worker.watch = () => undefined;
  };
}
