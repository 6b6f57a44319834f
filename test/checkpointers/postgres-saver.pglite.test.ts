import { describe } from "vitest";

import { openPGlite } from "./open-postgres.ts";
import { testOverPostgres } from "./over-postgres.ts";

const postgres = await openPGlite();

describe(`on ${postgres.version}`, () => {
  testOverPostgres(postgres);
});
