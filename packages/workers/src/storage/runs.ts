import type { Db } from "pg-boss";
import { z } from "zod";

import type { Place } from "./place.ts";
import { actionsOf, added, appended, LOST } from "./run-notes.ts";
import {
  runRowSchema,
  type QueueAction,
  type QueueProblem,
  type QueueStatus,
  type RunError,
  type RunRow,
  type RunSettings,
  type RunSummary,
  type Signature,
} from "./run-row.ts";

/** A run as it is put into the queue. */
export interface NewRun {
  readonly id: string;
  readonly graph: string;
  readonly thread: string;
  readonly tenant: string;
  readonly priority: number;
  readonly input: string;
  readonly options: RunSettings;
  readonly startAfter: Date | undefined;
  /** The person who asks for it, if it is theirs. */
  readonly action?: QueueAction;
}

/** @internal The claim of a worker on a run: how often the run had been started when the worker started it. */
export interface Claim {
  readonly id: string;
  readonly starts: number;
}

/** How a run has ended. */
export interface RunEnd {
  readonly status: QueueStatus;
  /** Packed. */
  readonly output?: string;
  readonly error?: RunError;
  readonly summary?: RunSummary;
}

/** @internal The queue's runs in the database. Every change is one statement, and tells those who listen. */
export class Runs {
  readonly #place: Place;

  constructor(place: Place) {
    this.#place = place;
  }

  /** Puts a run into the table, by the caller's own transaction if one is given. */
  async insert(run: NewRun, db: Db = this.#place.db): Promise<void> {
    await db.executeSql(
      `INSERT INTO ${this.#runs} (id, graph, thread, tenant, priority, input, options, status, start_after, actions)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued', $8, $9)`,
      [
        run.id,
        run.graph,
        run.thread,
        run.tenant,
        run.priority,
        run.input,
        JSON.stringify(run.options),
        run.startAfter?.toISOString() ?? null,
        JSON.stringify(run.action === undefined ? [] : [run.action]),
      ],
    );
  }

  /** Whether a tenant has so many runs that have not started. */
  async hasQueued(tenant: string, most: number, db: Db = this.#place.db): Promise<boolean> {
    const { rows } = await db.executeSql(
      `SELECT 1 FROM ${this.#runs} WHERE tenant = $1 AND status = 'queued' OFFSET $2 LIMIT 1`,
      [tenant, most - 1],
    );
    return rows.length > 0;
  }

  async read(id: string): Promise<RunRow | undefined> {
    return first(await this.#place.db.executeSql(`SELECT * FROM ${this.#runs} WHERE id = $1`, [id]));
  }

  /** The run that waits on a thread. */
  async waitingOn(thread: string): Promise<RunRow | undefined> {
    return first(
      await this.#place.db.executeSql(
        `SELECT * FROM ${this.#runs} WHERE thread = $1 AND status = 'waiting' ORDER BY id LIMIT 1`,
        [thread],
      ),
    );
  }

  async list(
    { statuses, thread }: { readonly statuses?: readonly QueueStatus[]; readonly thread?: string },
    limit: number,
  ): Promise<readonly RunRow[]> {
    const { rows } = await this.#place.db.executeSql(
      `SELECT * FROM ${this.#runs}
       WHERE ($1::text[] IS NULL OR status = ANY($1)) AND ($2::text IS NULL OR thread = $2)
       ORDER BY id DESC LIMIT $3`,
      [statuses ?? null, thread ?? null, limit],
    );
    return rows.map((row: unknown) => runRowSchema.parse(row));
  }

  /**
   * Claims a run for a worker. One that a worker had claimed and neither ended nor gave back counts as a crash.
   *
   * @returns `undefined` if it is not to be worked on: it waits, has ended, or is not there
   */
  async start(id: string, worker: string): Promise<RunRow | undefined> {
    return first(
      await this.#place.db.executeSql(
        `UPDATE ${this.#runs} SET
           problems = CASE WHEN status = 'running' THEN ${appended(LOST)} ELSE problems END,
           crashes = crashes + (status = 'running')::int,
           status = 'running', starts = starts + 1, worker = $2, unblock = NULL, questions = NULL, expires_at = NULL,
           started_at = coalesce(started_at, clock_timestamp()), changed_at = clock_timestamp()
         WHERE id = $1 AND status IN ('queued', 'running')
         RETURNING *, ${this.#told("id")}`,
        [id, worker, new Date().toISOString()],
      ),
    );
  }

  /** Keeps which call gives the answer, before it is made. */
  async markAnswer({ id, starts }: Claim, mark: string): Promise<boolean> {
    return this.#changes(
      `answer_mark = $3 WHERE id = $1 AND starts = $2 AND status = 'running' AND answer_mark IS NULL`,
      [id, starts, mark],
    );
  }

  /** @returns false if the claim is another worker's by now */
  async end({ id, starts }: Claim, { status, output, error, summary }: RunEnd): Promise<boolean> {
    return this.#changes(
      `status = $3, output = $4, error = $5, summary = $6, ended_at = clock_timestamp(), answer = NULL, answer_mark = NULL, answer_signed = NULL
       WHERE id = $1 AND starts = $2 AND status = 'running'`,
      [id, starts, status, output ?? null, asJson(error), asJson(summary)],
    );
  }

  /** The run waits for a person. */
  async wait({ id, starts }: Claim, questions: string, withinSeconds: number): Promise<boolean> {
    return this.#changes(
      `status = 'waiting', questions = $3, answer = NULL, answer_mark = NULL, answer_signed = NULL,
       expires_at = clock_timestamp() + make_interval(secs => $4)
       WHERE id = $1 AND starts = $2 AND status = 'running'`,
      [id, starts, questions, withinSeconds],
    );
  }

  /** Gives a run back to the queue, with the reason: another worker goes on with it. */
  async giveBack({ id, starts }: Claim, why: QueueProblem, isSetback: boolean): Promise<boolean> {
    return this.#changes(
      `status = 'queued', worker = NULL, setbacks = setbacks + $4, problems = ${appended("$3")}
       WHERE id = $1 AND starts = $2 AND status = 'running'`,
      [id, starts, JSON.stringify(why), isSetback ? 1 : 0],
    );
  }

  async note(id: string, why: QueueProblem): Promise<void> {
    await this.#changes(`problems = ${appended("$2")} WHERE id = $1`, [id, JSON.stringify(why)]);
  }

  /**
   * @param signed the person who answers
   * @returns false if it does not wait
   */
  async answer(id: string, answer: string, signed?: Signature): Promise<boolean> {
    return this.#changes(
      `status = 'queued', answer = $2, answer_mark = NULL, questions = NULL, expires_at = NULL, unblock = 'retry',
       answer_signed = $3, actions = ${added("$4")}
       WHERE id = $1 AND status = 'waiting'`,
      [id, answer, asJson(signed), actionsOf("answer", signed)],
    );
  }

  /** Ends a run that no worker has, and asks the worker of any other to stop it. Gives the row as it stands then. */
  async cancel(id: string, reason: string, by?: string): Promise<RunRow | undefined> {
    return first(
      await this.#place.db.executeSql(
        `UPDATE ${this.#runs} SET
           cancelled_at = clock_timestamp(), cancel_reason = $2, changed_at = clock_timestamp(),
           actions = ${added("$3")},
           unblock = CASE WHEN status = 'running' THEN unblock ELSE 'delete' END,
           ended_at = CASE WHEN status = 'running' THEN NULL ELSE clock_timestamp() END,
           status = CASE WHEN status = 'running' THEN status ELSE 'cancelled' END
         WHERE id = $1 AND status IN ('queued', 'waiting', 'running') AND cancelled_at IS NULL
         RETURNING *, ${this.#told("id")}, pg_notify('${this.#place.channels.workers}', 'cancel:' || id::text) AS stopped`,
        [id, reason, actionsOf("cancel", by === undefined ? undefined : { by, why: reason })],
      ),
    );
  }

  /** Ends what was not answered in time. */
  async expire(): Promise<void> {
    await this.#place.db.executeSql(
      `WITH expired AS (
         UPDATE ${this.#runs} SET status = 'expired', ended_at = clock_timestamp(), changed_at = clock_timestamp(), unblock = 'delete'
         WHERE status = 'waiting' AND expires_at < clock_timestamp() RETURNING id)
       SELECT ${this.#told("id")} FROM expired`,
    );
  }

  /** Runs whose jobs still hold back their threads, though they are answered or over. */
  async toUnblock(): Promise<readonly BlockedRun[]> {
    const { rows } = await this.#place.db.executeSql(
      `SELECT id, graph, unblock FROM ${this.#runs} WHERE unblock IS NOT NULL ORDER BY changed_at LIMIT 100`,
    );
    return rows.map((row: unknown) => blockedSchema.parse(row));
  }

  async unblocked(id: string): Promise<void> {
    await this.#place.db.executeSql(
      `UPDATE ${this.#runs} SET unblock = NULL WHERE id = $1 AND unblock = 'delete'`,
      [id],
    );
  }

  /** Of runs that a worker has, those that were cancelled. */
  async cancelledOf(ids: readonly string[]): Promise<readonly string[]> {
    const { rows } = await this.#place.db.executeSql(
      `SELECT id FROM ${this.#runs} WHERE id = ANY($1::uuid[]) AND cancelled_at IS NOT NULL`,
      [ids],
    );
    return rows.map((row: unknown) => z.object({ id: z.string() }).parse(row).id);
  }

  /** Deletes ended runs, with their chunks. Gives how many. */
  async forget(olderThanSeconds: number): Promise<number> {
    const { rows } = await this.#place.db.executeSql(
      `WITH gone AS (
         DELETE FROM ${this.#runs} WHERE id IN (
           SELECT id FROM ${this.#runs} WHERE ended_at < clock_timestamp() - make_interval(secs => $1) LIMIT 1000)
         RETURNING id),
       chunks AS (DELETE FROM ${this.#place.table("chunks")} WHERE run IN (SELECT id FROM gone))
       SELECT count(*)::int AS count FROM gone`,
      [olderThanSeconds],
    );
    return z.object({ count: z.number() }).parse(rows[0]).count;
  }

  /** Deletes a thread's ended runs, with their chunks. Gives how many. */
  async forgetThread(thread: string): Promise<number> {
    const { rows } = await this.#place.db.executeSql(
      `WITH gone AS (DELETE FROM ${this.#runs} WHERE thread = $1 AND ended_at IS NOT NULL RETURNING id),
       chunks AS (DELETE FROM ${this.#place.table("chunks")} WHERE run IN (SELECT id FROM gone))
       SELECT count(*)::int AS count FROM gone`,
      [thread],
    );
    return z.object({ count: z.number() }).parse(rows[0]).count;
  }

  get #runs(): string {
    return this.#place.table("runs");
  }

  /** SQL that tells listeners of a run, where somebody watches it or has to hear of it. */
  #told(id: string): string {
    return `pg_notify('${this.#place.channels.runs}', ${id}::text)`;
  }

  async #changes(change: string, values: readonly unknown[]): Promise<boolean> {
    const { rows } = await this.#place.db.executeSql(
      `UPDATE ${this.#runs} SET changed_at = clock_timestamp(), ${change} RETURNING ${this.#told("id")}`,
      [...values],
    );
    return rows.length > 0;
  }
}

/** @internal A run whose job still holds back its thread. */
export type BlockedRun = Pick<RunRow, "id" | "graph" | "unblock">;

const blockedSchema: z.ZodType<BlockedRun> = z.object({
  id: z.string(),
  graph: z.string(),
  unblock: z.string().nullable(),
});

function first({ rows }: { readonly rows: readonly unknown[] }): RunRow | undefined {
  return rows.length === 0 ? undefined : runRowSchema.parse(rows[0]);
}

const asJson = (value: object | undefined): string | null =>
  value === undefined ? null : JSON.stringify(value);
