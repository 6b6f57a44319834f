import { OUTLINED_CHANNELS } from "langgraph-rollback/inspection";

/** Where PostgresSaver finds the values of a checkpoint's channels: each in a row of its own. */
const VALUES_JOINED = /\bbl\.version\s*=\s*jsonb_each_text\.value(?=\s*\))/g;

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
