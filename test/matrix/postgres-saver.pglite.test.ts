import { afterAll, describe } from "vitest";

import { openPGlite } from "../checkpointers/open-postgres.ts";
import { testMatrix } from "./test-matrix.ts";

const { open, close, version } = await openPGlite();

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  testMatrix(open);
});
