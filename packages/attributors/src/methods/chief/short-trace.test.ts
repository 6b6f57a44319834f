import { describe, expect, it } from "vitest";

import { shortTrace } from "./short-trace.ts";

const step = (content: string, args?: unknown) => ({
  index: 0,
  agent: "a",
  content,
  ...(args === undefined ? {} : { toolCalls: [{ name: "search", args }] }),
});
const read = (line: string): unknown => JSON.parse(line);

describe("shortTrace", () => {
  it("keeps the beginning and the end of a long text, and says how much is gone", () => {
    expect(read(shortTrace([step("abcdefghijkl")], 6))).toMatchObject({
      content: "abcd […6 characters…] kl",
    });
  });

  it("leaves texts of the greatest length, and steps that are to stay whole, as they are", () => {
    expect(read(shortTrace([step("abcdef")], 6))).toMatchObject({ content: "abcdef" });
    expect(read(shortTrace([step("abcdefghijkl")], 6, new Set([0])))).toMatchObject({
      content: "abcdefghijkl",
    });
  });

  it("shortens the arguments of calls as well", () => {
    expect(read(shortTrace([step("", { q: "abcdefghijkl" })], 9))).toMatchObject({
      calls: [{ name: "search", args: '{"q":" […11 characters…] l"}' }],
    });
    expect(read(shortTrace([step("", { q: "ab" })], 100))).toMatchObject({ calls: [{ args: { q: "ab" } }] });
  });

  it("gives a line of JSON for each step even where a character is cut in two", () => {
    const [first, second] = shortTrace([step("😀".repeat(50)), step("x")], 5).split("\n");
    expect([read(first ?? ""), read(second ?? "")]).toHaveLength(2);
  });
});
