import { afterAll, describe } from "vitest";

import { openPGlite } from "../checkpointers/open-postgres.ts";
import { spread } from "./spread.ts";
import { testMatrix } from "./test-matrix.ts";

const { open, close, version } = await openPGlite();

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  // Slower than a server, which the same saver runs the whole sample on.
  testMatrix(
    open,
    spread.filter((_, index) => index % 3 === 0),
  );
});
