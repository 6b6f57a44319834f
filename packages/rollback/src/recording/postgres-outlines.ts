import { OUTLINED_CHANNELS } from "./outlined-channels.ts";

/** The condition by which PostgresSaver finds the values of a checkpoint's channels: each in a row of its own. */
const VALUES_JOINED = /\bbl\.version\s*=\s*jsonb_each_text\.value(?=\s*\))/g;
/** The condition by which it finds the writes that came after a checkpoint. */
const WRITES_JOINED = /\bcw\.checkpoint_id\s*=\s*cp\.checkpoint_id(?=\s*\))/g;

/**
 * The same question to a Postgres database, answered with outlines of checkpoints: the values of all other channels are left there.
 *
 * @param sql as PostgresSaver asks; another question, or one that it asks in other words, stays as it is
 */
export function outlinesInPostgres(sql: string): string {
  const places = sql.match(VALUES_JOINED) ?? [];
  if (places.length !== 1) return sql;
  const channels = OUTLINED_CHANNELS.map((channel) => `'${channel}'`).join(", ");
  return sql.replace(VALUES_JOINED, (joined) => `${joined} and bl.channel in (${channels})`);
}

/**
 * The same question, answered with checkpoints that have neither values nor writes: of many checkpoints at once, these may be more than fits into
 * memory.
 *
 * @param sql as for {@link outlinesInPostgres}
 */
export function headsInPostgres(sql: string): string {
  const isKnown = [VALUES_JOINED, WRITES_JOINED].every((place) => sql.match(place)?.length === 1);
  if (!isKnown) return outlinesInPostgres(sql);
  return sql.replace(VALUES_JOINED, "$& and false").replace(WRITES_JOINED, "$& and false");
}
