import { checkpointerLabelStore } from "@langgraph-rollback/inspector";
import { testLabelStore } from "@langgraph-rollback/inspector/testing";
import { testCheckpointer } from "langgraph-rollback/testing";
import { afterAll, describe, it } from "vitest";

import { validateBareAndRecording } from "./bare-and-recording.ts";
import { canaryForBareForks } from "./bare-postgres-forks.ts";
import { canaryForDeltaOrder } from "./delta-order.ts";
import type { Postgres } from "./open-postgres.ts";

/** Everything that is tested over PostgresSaver, over one Postgres. */
export function testOverPostgres(postgres: Postgres): void {
  const { version, missing, open, clear, close } = postgres;
  // The reporter shows no titles of tests that pass.
  if (missing === undefined) process.stderr.write(`PostgresSaver is tested over ${version}\n`);
  afterAll(close);
  testCheckpointer(open, { describe, it, name: "PostgresSaver" });
  testLabelStore(() => checkpointerLabelStore(open()), { describe, it, name: "PostgresSaver" });
  canaryForBareForks(open);
  canaryForDeltaOrder(open);
  describe("LangGraph's validation suite", () => {
    validateBareAndRecording("@langchain/langgraph-checkpoint-postgres", async () => {
      await clear();
      return open();
    });
  });
}
