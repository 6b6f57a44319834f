import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import type pg from "pg";

/**
 * Makes a checkpointer's tables in a schema of their own, with the means to keep a failed branch as it is when it is
 * judged: `branch(thread, head)` gives all rows of a checkpoint and its ancestors, `keep_branch` notes them down.
 */
export async function createSchema(pool: pg.Pool, schema: string): Promise<PostgresSaver> {
  const saver = new PostgresSaver(pool, undefined, { schema });
  await saver.setup();
  await pool.query(`
    create table "${schema}".failed_branches (
      thread_id text, head text, branch jsonb not null, primary key (thread_id, head)
    );
    create function "${schema}".branch(of_thread text, head text) returns jsonb language sql stable as $$
      with recursive lineage as (
        select * from "${schema}".checkpoints
        where (thread_id, checkpoint_ns, checkpoint_id) = (of_thread, '', head)
        union all
        select parent.* from "${schema}".checkpoints parent join lineage child
        on (parent.thread_id, parent.checkpoint_ns, parent.checkpoint_id)
          = (child.thread_id, '', child.parent_checkpoint_id)
      )
      select jsonb_build_object(
        'checkpoints', (select jsonb_agg(to_jsonb(l) order by checkpoint_id) from lineage l),
        'values', (
          select jsonb_agg(to_jsonb(b) order by channel, version) from "${schema}".checkpoint_blobs b
          where (thread_id, checkpoint_ns) = (of_thread, '')
          and exists (select from lineage l where l.checkpoint -> 'channel_versions' ->> b.channel = b.version)
        ),
        'writes', (
          select jsonb_agg(to_jsonb(w) order by checkpoint_id, task_id, idx) from "${schema}".checkpoint_writes w
          where (thread_id, checkpoint_ns) = (of_thread, '')
          and exists (select from lineage l where l.checkpoint_id = w.checkpoint_id)
        )
      )
    $$;
    create function "${schema}".keep_branch(of_thread text, head text) returns void language sql as $$
      insert into "${schema}".failed_branches values (of_thread, head, "${schema}".branch(of_thread, head))
      on conflict do nothing
    $$`);
  return saver;
}

/** Rows of a thread that are missing, or no longer as they were: values, parents, failed branches. Plain SQL. */
export async function missingRows(pool: pg.Pool, schema: string, thread: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ problem: string }>(
    `select format('%s: channel %s has no value of version %s', checkpoint_id, key, value) as problem
     from "${schema}".checkpoints cp, jsonb_each_text(checkpoint -> 'channel_versions')
     where thread_id = $1 and not exists (
       select from "${schema}".checkpoint_blobs b
       where (b.thread_id, b.checkpoint_ns, b.channel, b.version) = (cp.thread_id, cp.checkpoint_ns, key, value))
     union all
     select format('%s: its parent %s is missing', checkpoint_id, parent_checkpoint_id)
     from "${schema}".checkpoints cp
     where thread_id = $1 and parent_checkpoint_id is not null and not exists (
       select from "${schema}".checkpoints p
       where (p.thread_id, p.checkpoint_ns, p.checkpoint_id)
         = (cp.thread_id, cp.checkpoint_ns, cp.parent_checkpoint_id))
     union all
     select format('%s: the failed branch that ends there is not what it was', head)
     from "${schema}".failed_branches f
     where thread_id = $1 and branch is distinct from "${schema}".branch(thread_id, head)`,
    [thread],
  );
  return rows.map(({ problem }) => problem);
}
