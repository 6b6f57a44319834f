import { describe, expect, it } from "vitest";

import { rememberedBy } from "./remembered-by.ts";

/** Reads numbers of how often it has read, of things whose version is given. */
function counting(capacity: number) {
  const versions = new Map<string, string>();
  let reads = 0;
  const remembered = rememberedBy<string>(
    capacity,
    async (id) => versions.get(id) ?? "1",
    async (id, before) => {
      reads += 1;
      if (id === "damaged") throw new Error("damaged");
      return `${before ?? ""}${id}${reads}`;
    },
  );
  return { remembered, versions };
}

describe("what is remembered", () => {
  it("is read anew only where its version has changed, from what was read before", async () => {
    const { remembered, versions } = counting(2);
    expect(await remembered.read("a")).toBe("a1");
    expect(await remembered.read("a")).toBe("a1");
    versions.set("a", "2");
    expect(await remembered.atHand("a")).toBeUndefined();
    expect(await remembered.read("a")).toBe("a1a2");
    expect(await remembered.atHand("a")).toBe("a1a2");
  });

  it("is let go when it was not asked for for longest", async () => {
    const { remembered } = counting(2);
    for (const id of ["a", "b", "a", "c"]) await remembered.read(id);
    expect(await remembered.atHand("b")).toBeUndefined();
    expect(await remembered.atHand("a")).toBe("a1");
    expect(await remembered.atHand("c")).toBe("c3");
  });

  it("is read again after it could not be read, which only who reads it is told", async () => {
    const { remembered } = counting(2);
    const reading = remembered.read("damaged").catch(String);
    await Promise.resolve();
    expect(await remembered.atHand("damaged")).toBeUndefined();
    expect(await reading).toBe("Error: damaged");
    expect(await remembered.read("damaged").catch(String)).toBe("Error: damaged");
  });
});
