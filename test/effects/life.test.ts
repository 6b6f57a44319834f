import { describe, expect, it } from "vitest";

import { Life } from "./life.ts";

describe("the life of a simulated process", () => {
  it("is idle when what it has begun has ended", async () => {
    const life = new Life(undefined);
    const ended: string[] = [];
    const begin = async () => {
      await life.sleep(5);
      ended.push("sleep");
    };
    void begin();
    await life.idle();
    expect(ended).toEqual(["sleep"]);
  });

  it("is idle when it is stopped while something is under way, which never ends then", async () => {
    const life = new Life({ at: 2, landed: false });
    void life.operation(() => life.sleep(1));
    void life.operation(() => {});
    await life.idle();
    expect(life.isOver).toBe(true);
  });
});
