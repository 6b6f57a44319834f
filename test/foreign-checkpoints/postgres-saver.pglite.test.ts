import { afterAll, describe } from "vitest";

import { openPGlite } from "../checkpointers/open-postgres.ts";
import { testForeignCheckpoints } from "./test-foreign-checkpoints.ts";

const { open, close, version } = await openPGlite();

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  testForeignCheckpoints(open);
});
