import type { SqliteSaver } from "@langchain/langgraph-checkpoint-sqlite";
import { z } from "zod";

import { branchOf } from "../../fixtures/kill-sqlite-branches.ts";

const orphansSchema = z.array(z.object({ checkpoint_id: z.string(), parent_checkpoint_id: z.string() }));
const branchesSchema = z.array(z.object({ head: z.string(), branch: z.string() }));

/** Rows of a thread in a file that are missing, or no longer as they were: parents, failed branches. */
export function missingInFile(db: SqliteSaver["db"], thread: string): readonly string[] {
  const orphans = db
    .prepare(
      `select checkpoint_id, parent_checkpoint_id from checkpoints child
       where thread_id = ? and parent_checkpoint_id is not null and not exists (
         select 1 from checkpoints parent
         where (parent.thread_id, parent.checkpoint_ns, parent.checkpoint_id)
           = (child.thread_id, child.checkpoint_ns, child.parent_checkpoint_id))`,
    )
    .all(thread);
  const branches = db.prepare("select head, branch from failed_branches where thread_id = ?").all(thread);
  return [
    ...orphansSchema
      .parse(orphans)
      .map((orphan) => `${orphan.checkpoint_id}: its parent ${orphan.parent_checkpoint_id} is missing`),
    ...branchesSchema
      .parse(branches)
      .filter(({ head, branch }) => branch !== branchOf(db, thread, head))
      .map(({ head }) => `${head}: the failed branch that ends there is not what it was`),
  ];
}
