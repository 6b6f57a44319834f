import { openCheckpointer } from "@langgraph-rollback/inspector";
import { afterAll, describe, inject } from "vitest";

import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { spread } from "../matrix/spread.ts";
import { testOutlines } from "./test-outlines.ts";

const { open, clear, close, address, schema, version } = await openServerOrPGlite("Outlines are tested");
const few = inject("allRounds") ? spread : spread.filter((_, index) => index % 3 === 0);

describe(`over PostgresSaver on ${version}`, () => {
  afterAll(close);
  testOutlines(
    {
      open: async () => {
        await clear();
        return open();
      },
      inspect: () => openCheckpointer(address, { schema }),
    },
    few,
  );
});
