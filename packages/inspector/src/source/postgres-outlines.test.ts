import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { describe, expect, it } from "vitest";

import { outlinesInPostgres } from "./postgres-outlines.ts";

/** What the installed PostgresSaver asks for. */
const { SELECT_SQL, ...others } = Object(
  Reflect.get(PostgresSaver.fromConnString("postgresql://"), "SQL_STATEMENTS"),
);

describe("outlinesInPostgres", () => {
  it("leaves the values of all but two channels in the database", () => {
    expect(outlinesInPostgres(`${SELECT_SQL}WHERE thread_id = $1`)).toBe(
      `${SELECT_SQL}WHERE thread_id = $1`.replace(
        "bl.version = jsonb_each_text.value",
        "bl.version = jsonb_each_text.value and bl.channel in ('__start__', '__pregel_tasks')",
      ),
    );
    expect(outlinesInPostgres(SELECT_SQL)).not.toBe(SELECT_SQL);
  });

  it.each(Object.entries<string>(others))("leaves %s as it is", (_, sql) => {
    expect(outlinesInPostgres(sql)).toBe(sql);
  });

  it("leaves a question in other words as it is", () => {
    for (const sql of [
      "select 1",
      SELECT_SQL.replaceAll("bl.", "blobs."),
      SELECT_SQL.replace("jsonb_each_text.value", "any(values_of(checkpoint))"),
      SELECT_SQL.replace("bl.version = jsonb_each_text.value", "$& or bl.version is null"),
      `${SELECT_SQL} union all ${SELECT_SQL}`,
    ])
      expect(outlinesInPostgres(sql)).toBe(sql);
  });
});
