import { afterAll, describe, expect, inject, it } from "vitest";

import { openServerOrPGlite } from "../checkpointers/open-postgres.ts";
import { shapes } from "../matrix/shapes.ts";
import { spread } from "../matrix/spread.ts";
import { expectAsTwins } from "./prune-group.ts";
import { postgresTwins } from "./twin-store.ts";

const { clear, close, open, schema, version } = await openServerOrPGlite("Pruning is tested");

describe(`threads in ${version} that were pruned`, () => {
  afterAll(close);

  it.each(inject("allRounds") ? [4, 5] : [4])("go on as their twins do, seed %i", async (seed) => {
    await clear();
    const figures = await expectAsTwins(postgresTwins(open(), schema), {
      seed,
      shapes: inject("allRounds") ? shapes : spread.filter((_, index) => index % 2 === 0),
    });
    expect(figures.pruned).toBeGreaterThan(0);
  });
});
