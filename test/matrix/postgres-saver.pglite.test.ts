import { afterAll, describe } from "vitest";

import { openPGlite } from "../checkpointers/open-postgres.ts";
import { hasPostgres } from "../fixtures/has-postgres.ts";
import { shapes } from "./shapes.ts";
import { spread } from "./spread.ts";
import { testMatrix } from "./test-matrix.ts";

const { open, close, version } = await openPGlite();
const isOnServer = await hasPostgres();

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  // Slower than a server, on which the same saver runs all of them where one answers.
  const few = spread.filter((_, index) => index % 3 === 0);
  testMatrix(open, few, few, isOnServer ? few : shapes);
});
