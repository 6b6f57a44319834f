import { describe, expect, it } from "vitest";

import { ownValue, pathTo } from "./json-places.ts";

describe("pathTo", () => {
  const path = (...keys: readonly (string | number)[]) => keys.reduce<string>(pathTo, "");

  it("writes a path as code would, in any script", () => {
    expect(path("messages", 2, "content")).toBe("messages[2].content");
    expect(path("größe", "x1")).toBe("größe.x1");
    expect(path()).toBe("");
  });

  it("quotes what is no name", () => {
    expect(path("a key", "b", "1")).toBe('["a key"].b["1"]');
    expect(path("")).toBe('[""]');
  });
});

describe("ownValue", () => {
  it("finds nothing that an object has from its prototype", () => {
    expect(ownValue({}, "constructor")).toBeUndefined();
    expect(ownValue({ constructor: 1 }, "constructor")).toBe(1);
  });
});
