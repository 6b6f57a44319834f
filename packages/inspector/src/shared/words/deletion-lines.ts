import type { ThreadDeletion } from "langgraph-rollback/operator";

import { counted } from "./counted.ts";

/** Things that go with a thread, as one line each. Names of tables are the database's. */
export function deletionLines({
  losses,
  tables,
}: Pick<ThreadDeletion, "losses" | "tables">): readonly string[] {
  const { attempts, evidence, labels, replays, snapshots } = losses;
  const rows = Object.entries(tables).flatMap(([name, { bytes, rows: count }]) =>
    count === 0 ? [] : [`${counted(count, "row")} of ${name}, ${bytes.toLocaleString("en-US")} bytes`],
  );
  const lost: readonly (readonly [number, string])[] = [
    [attempts.length, "attempt"],
    [labels, "label"],
    [replays, "recorded run"],
    [evidence, "lesson"],
    [snapshots, "snapshot"],
  ];
  const told = lost.flatMap(([count, what]) => (count === 0 ? [] : [counted(count, what)]));
  return [...told, ...(rows.length === 0 ? ["all its checkpoints"] : rows)];
}
