import { afterAll, describe } from "vitest";

import { openPGlite } from "../checkpointers/open-postgres.ts";
import { hasPostgres } from "../fixtures/has-postgres.ts";
import { FEW, testForeignCheckpoints } from "./test-foreign-checkpoints.ts";

const { open, close, version } = await openPGlite();
const isOnServer = await hasPostgres();

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  // Slower than a server, on which the same saver runs all of them where one answers.
  testForeignCheckpoints(open, FEW, isOnServer ? FEW : undefined);
});
