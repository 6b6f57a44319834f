import { describe, expect, it } from "vitest";

import { Life } from "./life.ts";

describe("the life of a simulated process", () => {
  it("is idle when what it has begun has ended", async () => {
    const life = new Life(undefined);
    let hasEnded = false;
    void life.sleep(5).then(() => {
      hasEnded = true;
    });
    await life.idle();
    expect(hasEnded).toBe(true);
  });

  it("is idle when it is stopped while something is under way, which never ends then", async () => {
    const life = new Life({ at: 2, landed: false });
    void life.operation(() => life.sleep(1));
    void life.operation(() => {});
    await life.idle();
    expect(life.isOver).toBe(true);
  });
});
