import { z } from "zod";

import type { Place } from "./place.ts";

/** A chunk as it is stored: packed. */
export interface StoredChunk {
  readonly n: number;
  readonly item: string;
}

const rowSchema = z.object({ n: z.coerce.number(), item: z.string() });

/** Seconds after which a watcher that has not been heard of counts as gone. */
const WATCHES = 30;

/** @internal Chunks of runs that somebody watches. Tokens are in no checkpoint, so they are kept for a while here. */
export class Chunks {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  async watch(run: string, watcher: string): Promise<void> {
    await this.#place.db.executeSql(
      `WITH watching AS (
         INSERT INTO ${this.#watchers} (run, watcher, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => ${WATCHES}))
         ON CONFLICT (run, watcher) DO UPDATE SET until = excluded.until RETURNING run)
       SELECT pg_notify('${this.#place.channels.workers}', 'watch:' || run::text) FROM watching`,
      [run, watcher],
    );
  }

  async unwatch(run: string, watcher: string): Promise<void> {
    await this.#place.db.executeSql(`DELETE FROM ${this.#watchers} WHERE run = $1 AND watcher = $2`, [
      run,
      watcher,
    ]);
  }

  /** Of some runs, those that somebody watches. */
  async watched(runs: readonly string[]): Promise<ReadonlySet<string>> {
    const { rows } = await this.#place.db.executeSql(
      `SELECT DISTINCT run FROM ${this.#watchers} WHERE run = ANY($1::uuid[]) AND until > clock_timestamp()`,
      [runs],
    );
    return new Set(rows.map((row: unknown) => z.object({ run: z.string() }).parse(row).run));
  }

  /** Stores chunks in the order of their numbers. A number that is there already stays as it is. */
  async store(run: string, chunks: readonly StoredChunk[]): Promise<void> {
    await this.#place.db.executeSql(
      `WITH stored AS (
         INSERT INTO ${this.#chunks} (run, n, item)
         SELECT $1, n, item FROM unnest($2::bigint[], $3::text[]) AS given(n, item)
         ON CONFLICT DO NOTHING RETURNING n)
       SELECT pg_notify('${this.#place.channels.runs}', $1::text) FROM (SELECT 1 FROM stored LIMIT 1) AS any_of_them`,
      [run, chunks.map(({ n }) => n), chunks.map(({ item }) => item)],
    );
  }

  async after(run: string, n: number): Promise<readonly StoredChunk[]> {
    const { rows } = await this.#place.db.executeSql(
      `SELECT n, item FROM ${this.#chunks} WHERE run = $1 AND n > $2 ORDER BY n LIMIT 1000`,
      [run, n],
    );
    return rows.map((row: unknown) => rowSchema.parse(row));
  }

  /** Deletes chunks of this age, and watchers that are gone. */
  async sweep(olderThanSeconds: number): Promise<void> {
    await this.#place.db.executeSql(
      `DELETE FROM ${this.#chunks} WHERE at < clock_timestamp() - make_interval(secs => $1)`,
      [olderThanSeconds],
    );
    await this.#place.db.executeSql(`DELETE FROM ${this.#watchers} WHERE until < clock_timestamp()`);
  }

  get #chunks(): string {
    return this.#place.table("chunks");
  }

  get #watchers(): string {
    return this.#place.table("watchers");
  }
}
