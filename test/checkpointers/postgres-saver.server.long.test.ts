import { describe } from "vitest";

import { openServer } from "./open-postgres.ts";
import { testOverPostgres } from "./over-postgres.ts";

const postgres = await openServer();
const { missing, version } = postgres;

// Where there is no server, postgres-saver.pglite.test.ts still runs the same tests.
describe.skipIf(missing !== undefined)(`on a real server, ${missing ?? version}`, () => {
  testOverPostgres(postgres);
});
