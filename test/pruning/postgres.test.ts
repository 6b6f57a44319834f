import { afterAll, describe, expect, it } from "vitest";

import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { spread } from "../matrix/spread.ts";
import { expectAsTwins } from "./prune-group.ts";
import { postgresTwins } from "./twin-store.ts";

const { clear, close, open, schema, version } = await openServerOrPGlite("Pruning is tested");

describe(`threads in ${version} that were pruned`, () => {
  afterAll(close);

  // All shapes: many-threads.long.test.ts.
  it("go on as their twins do", async () => {
    await clear();
    const figures = await expectAsTwins(postgresTwins(open(), schema), {
      seed: 4,
      shapes: spread.filter((_, index) => index % 2 === 0),
    });
    expect(figures.pruned).toBeGreaterThan(0);
  });
});
