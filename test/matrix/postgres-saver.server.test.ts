import { afterAll, describe } from "vitest";

import { openServer } from "../checkpointers/open-postgres.ts";
import { spread } from "./spread.ts";
import { testMatrix } from "./test-matrix.ts";

const { open, close, missing, version } = await openServer();

// Where there is no server, postgres-saver.pglite.test.ts still runs the same tests.
describe.skipIf(missing !== undefined)(`over PostgresSaver on a server, ${missing ?? version}`, () => {
  afterAll(close);
  testMatrix(
    open,
    spread.filter((_, index) => index % 2 === 0),
  );
});
