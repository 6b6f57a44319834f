import { describe, expect, it } from "vitest";

import { readAhead } from "./read-ahead.ts";

async function* counting(upTo: number, told: string[] = [], error?: Error): AsyncGenerator<number, void> {
  try {
    for (let chunk = 0; chunk < upTo; chunk += 1) {
      told.push(`gives ${chunk}`);
      yield chunk;
    }
    if (error !== undefined) throw error;
  } finally {
    told.push("ends");
  }
}

describe("readAhead", () => {
  it("gives all chunks in order, and ends as they do", async () => {
    const given: number[] = [];
    for await (const chunk of readAhead(counting(5))) given.push(chunk);
    expect(given).toEqual([0, 1, 2, 3, 4]);
  });

  it("takes chunks before its reader needs them, and throws after the last one", async () => {
    const told: string[] = [];
    const reader = readAhead(counting(3, told, new Error("broke")));
    expect(await reader.next()).toEqual({ done: false, value: 0 });
    await new Promise(setImmediate);
    expect(told).toEqual(["gives 0", "gives 1", "gives 2", "ends"]);
    expect(await reader.next()).toEqual({ done: false, value: 1 });
    expect(await reader.next()).toEqual({ done: false, value: 2 });
    await expect(reader.next()).rejects.toThrow("broke");
    expect(await reader.next()).toEqual({ done: true, value: undefined });
  });

  it("ends the chunks when its reader stops, without waiting for the next one", async () => {
    const told: string[] = [];
    async function* endless(): AsyncGenerator<number, void> {
      try {
        yield 1;
        await new Promise(() => {});
      } finally {
        told.push("ends");
      }
    }
    for await (const chunk of readAhead(endless())) {
      expect(chunk).toBe(1);
      break;
    }
    const stopped = readAhead(counting(2, told));
    await stopped.next();
    await stopped.return();
    expect(told).toContain("ends");
  });
});
