import { z } from "zod";

import type { Sql } from "./database.ts";
import { RefusedError } from "./refused-error.ts";

const stateRow = z.object({ state: z.enum(["done", "undone"]) });
const calledRow = stateRow.extend({ calls: z.number() });

/**
 * Acts, unless the act with this key has taken place. To be called first in a transaction: another one with the same key waits
 * until this one is over.
 *
 * @throws {RefusedError} if the key was undone: an act that arrives late must not take place
 */
export async function once(sql: Sql, key: string, tool: string, act: () => Promise<void>): Promise<void> {
  const [row] = await sql(
    `INSERT INTO effects (effect_key, tool, state, calls) VALUES ($1, $2, 'done', 1)
      ON CONFLICT (effect_key) DO UPDATE SET calls = effects.calls + 1 RETURNING state, calls`,
    [key, tool],
  );
  const { state, calls } = calledRow.parse(row);
  if (state === "undone") throw new RefusedError(`This ${tool} was undone and cannot be repeated.`);
  if (calls === 1) await act();
}

/**
 * Undoes the act with this key once, however often it is called. An act that never took place cannot take place afterwards: the caller may not know
 * whether it did.
 */
export async function undoOnce(
  sql: Sql,
  key: string,
  tool: string,
  undo: () => Promise<void>,
): Promise<void> {
  const [row] = await sql(
    `INSERT INTO effects (effect_key, tool, state, undo_calls) VALUES ($1, $2, 'undone', 1)
      ON CONFLICT (effect_key) DO UPDATE SET undo_calls = effects.undo_calls + 1 RETURNING state`,
    [key, tool],
  );
  if (stateRow.parse(row).state === "undone") return;
  await undo();
  await sql("UPDATE effects SET state = 'undone' WHERE effect_key = $1", [key]);
}
