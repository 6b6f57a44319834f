import { setTimeout } from "node:timers/promises";

import type { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";

type Database = SqliteSaver["db"];

/** The world's facts about one key. */
export interface WorldEffect {
  readonly key: string;
  readonly name: string;
  /** The attempt whose act landed first under this key. */
  readonly attempt: number;
  readonly holds: boolean;
}

/** Act that lands under a key. */
interface Act {
  readonly name: string;
  readonly args: unknown;
  readonly attempt: number;
}

/**
 * A world outside of the graph, in a SQLite file: an act happens once for a key. Undoing a key that has not landed keeps it from landing later, unless
 * the world forgets. Simulated; a real one would honour idempotency keys in the same way.
 */
export class World {
  readonly #db: Database;
  readonly #underWay = new Set<Promise<void>>();
  #forgets = false;

  constructor(db: Database) {
    this.#db = db;
    db.exec(`
      create table if not exists effects (key text primary key, name text, args text, attempt integer, holds integer);
      create table if not exists undos (number integer primary key, key text, name text, again integer, outcome text);
      create table if not exists calls (key text primary key);
      create table if not exists releases (key text, accepted integer);
      create table if not exists counts (what text primary key, count integer);
    `);
  }

  /** Begins anew. @param forgets whether an act that lands after its undo holds */
  clear(forgets = false): void {
    this.#forgets = forgets;
    this.#db.exec(
      "delete from effects; delete from undos; delete from counts; delete from calls; delete from releases",
    );
  }

  /** Notes down that an act was called under a key, whether it lands or not. */
  called(key: string): void {
    this.#db.prepare("insert or ignore into calls values (?)").run(key);
  }

  act(key: string, { name, args, attempt }: Act): void {
    const again = this.#forgets ? "(key) do update set holds = 1" : "do nothing";
    this.#db
      .prepare(`insert into effects values (?, ?, ?, ?, 1) on conflict ${again}`)
      .run(key, name, JSON.stringify(args), attempt);
  }

  /** Carries out what was held. @param isAccepted whether its run is stored as accepted */
  release(key: string, act: Act, isAccepted: boolean): void {
    this.#db.prepare("insert into releases values (?, ?)").run(key, isAccepted ? 1 : 0);
    this.act(key, act);
  }

  /** All that was carried out of what was held, each call. */
  get releases(): readonly { readonly key: string; readonly isAccepted: boolean }[] {
    return this.#db
      .prepare("select key, accepted from releases")
      .all()
      .map((row: unknown) => {
        const { accepted, key } = Object(row);
        return { key: String(key), isAccepted: accepted === 1 };
      });
  }

  /** Takes an act to land it after a while, whatever becomes of the process that asked for it. @returns when it has landed */
  take(key: string, act: Act, milliseconds: number): Promise<void> {
    const land = async (): Promise<void> => {
      await setTimeout(milliseconds);
      this.act(key, act);
      this.#underWay.delete(landing);
    };
    const landing = land();
    this.#underWay.add(landing);
    return landing;
  }

  /** Resolves when all that was taken has landed. */
  async landed(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  undo(call: { key: string; name: string; again: boolean; outcome: string }): void {
    this.#db
      .prepare("insert into effects values (?, ?, '', 0, 0) on conflict (key) do update set holds = 0")
      .run(call.key, call.name);
  }

  /** Notes down that undoing was called, whether it is done or not. */
  asked({ key, name, again, outcome }: { key: string; name: string; again: boolean; outcome: string }): void {
    this.#db
      .prepare("insert into undos (key, name, again, outcome) values (?, ?, ?, ?)")
      .run(key, name, again ? 1 : 0, outcome);
  }

  /** Counts something, across processes. @returns how often it was counted, this time included */
  count(what: string): number {
    this.#db
      .prepare("insert into counts values (?, 1) on conflict (what) do update set count = count + 1")
      .run(what);
    return Number(
      Reflect.get(Object(this.#db.prepare("select count from counts where what = ?").get(what)), "count"),
    );
  }

  /** Notes down that an act was carried out, under whatever key. */
  did(node: string, name: string, arg: number): void {
    this.count(`did ${node} ${name} ${arg}`);
  }

  /** How often each act was carried out, as text. */
  get done(): readonly string[] {
    return this.#db
      .prepare("select what || ': ' || count as line from counts where what like 'did %' order by what")
      .all()
      .map((row: unknown) => String(Reflect.get(Object(row), "line")));
  }

  get effects(): readonly WorldEffect[] {
    return this.#db
      .prepare("select * from effects")
      .all()
      .map((row: unknown) => {
        const { key, name, attempt, holds } = Object(row);
        return { key: String(key), name: String(name), attempt: Number(attempt), holds: holds === 1 };
      });
  }

  /** All calls of undoing, in order. */
  get undos(): readonly { readonly key: string; readonly name: string; readonly again: boolean }[] {
    return this.#db
      .prepare("select * from undos order by number")
      .all()
      .map((row: unknown) => {
        const { key, name, again } = Object(row);
        return { key: String(key), name: String(name), again: again === 1 };
      });
  }

  /** Keys under which an act was called. */
  get calls(): ReadonlySet<string> {
    const rows: readonly unknown[] = this.#db.prepare("select key from calls").all();
    return new Set(rows.map((row) => String(Reflect.get(Object(row), "key"))));
  }

  /** Keys that hold. */
  get held(): ReadonlySet<string> {
    return new Set(this.effects.flatMap(({ key, holds }) => (holds ? [key] : [])));
  }

  /** Keys that were undone, whether they had landed or not. */
  get undone(): ReadonlySet<string> {
    return new Set(this.effects.flatMap(({ key, holds }) => (holds ? [] : [key])));
  }
}
