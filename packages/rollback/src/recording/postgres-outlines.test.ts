import { describe, expect, it } from "vitest";

import { headsInPostgres, outlinesInPostgres } from "./postgres-outlines.ts";

/** As PostgresSaver asks; `test/outlines` tries the installed one. */
const values = `(select array_agg(array[bl.channel::bytea, bl.blob])
  from jsonb_each_text(checkpoint -> 'channel_versions')
  inner join checkpoint_blobs bl on bl.channel = jsonb_each_text.key and bl.version = jsonb_each_text.value)`;
const sql = `select checkpoint, ${values} as channel_values from checkpoints`;

describe("outlinesInPostgres", () => {
  it("leaves the values of all but two channels in the database", () => {
    expect(outlinesInPostgres(`${sql} where thread_id = $1`)).toBe(
      `${sql} where thread_id = $1`.replace(
        "bl.version = jsonb_each_text.value",
        "bl.version = jsonb_each_text.value and bl.channel in ('__start__', '__pregel_tasks')",
      ),
    );
  });

  it("leaves a question in other words as it is", () => {
    for (const other of [
      "select 1",
      sql.replaceAll("bl.", "blobs."),
      sql.replace("jsonb_each_text.value", "any(values_of(checkpoint))"),
      sql.replace("bl.version = jsonb_each_text.value", "$& or bl.version is null"),
      `${sql} union all ${sql}`,
    ])
      expect(outlinesInPostgres(other)).toBe(other);
  });
});

describe("headsInPostgres", () => {
  const writes = `(select array_agg(array[cw.channel::bytea, cw.blob]) from checkpoint_writes cw
  where cw.thread_id = cp.thread_id and cw.checkpoint_id = cp.checkpoint_id)`;
  const whole = `select checkpoint, ${values} as channel_values, ${writes} as pending_writes from checkpoints cp`;

  it("leaves all values and writes in the database", () => {
    expect(headsInPostgres(whole)).toBe(
      whole
        .replace("bl.version = jsonb_each_text.value", "$& and false")
        .replace("cw.checkpoint_id = cp.checkpoint_id", "$& and false"),
    );
  });

  it("asks for outlines where it does not know the words", () => {
    const other = whole.replace("cw.checkpoint_id = cp.checkpoint_id", "$& or cw.checkpoint_id is null");
    expect(headsInPostgres(other)).toBe(outlinesInPostgres(other));
    expect(headsInPostgres(other)).not.toBe(other);
  });
});
