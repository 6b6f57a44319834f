import { OUTLINED_CHANNELS } from "langgraph-rollback/inspection";

/** The part of a connection of better-sqlite3 that is used. */
interface Connection {
  prepare(sql: string): { get(): unknown };
  exec(sql: string): unknown;
}

/**
 * Puts outlines in the place of a SQLite database's checkpoints, for one connection: its questions find a temporary view before the
 * table of the same name. The database itself is not written.
 *
 * SqliteSaver keeps a checkpoint as one JSON text with all values, so that a growing state makes each step longer to
 * read than the one before. The view leaves values out before anything is made of the text. What is not such a text stays as it is.
 *
 * @throws what SQLite throws, if it cannot make them, as without its functions for JSON
 */
export function putOutlines(db: Connection): void {
  db.exec(VIEW);
  // It is looked at for the first time only now.
  db.prepare("select checkpoint from checkpoints limit 1").get();
}

const TEXT = "cast(checkpoint as text)";

/** The values that an outline has, as a JSON object; a channel without a value is not in it. */
const KEPT = `
  select json_group_object(channel, json(value))
  from (${OUTLINED_CHANNELS.map(
    (channel) => `select '${channel}' as channel, ${TEXT} -> '$.channel_values.${channel}' as value`,
  ).join(" union all ")})
  where value is not null`;

const VIEW = `
pragma temp_store = memory;
create temp view checkpoints as
  select thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id, type, metadata,
    case
      when type is not 'json' or json_valid(${TEXT}) is not 1 then checkpoint
      when json_type(${TEXT}, '$.channel_values') is not 'object' then checkpoint
      else json_set(${TEXT}, '$.channel_values', json((${KEPT})))
    end as checkpoint
  from main.checkpoints`;
