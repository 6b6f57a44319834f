import { describe, expect, it } from "vitest";

import { describeError } from "./describe-error.ts";

describe("describeError", () => {
  it("keeps an error's name and message, and no other field, which may hold secrets", () => {
    const error = Object.assign(new TypeError("bad"), { headers: { authorization: "secret" } });
    expect(describeError(error)).toEqual({ name: "TypeError", message: "bad" });
  });

  it("describes what LangGraph stores of an error, and things that are none", () => {
    expect(describeError({ name: "RangeError", message: "stored" })).toEqual({
      name: "RangeError",
      message: "stored",
    });
    expect(describeError({ message: "nameless" })).toEqual({ name: "Error", message: "nameless" });
    expect(describeError("just text")).toEqual({ name: "Error", message: "just text" });
  });

  it.each([
    [
      { name: 5, message: ["a", "b"] },
      { name: "5", message: "[ 'a', 'b' ]" },
    ],
    [Object.create(null), { name: "Error", message: "a thrown object that has no text" }],
    [undefined, { name: "Error", message: "undefined" }],
    [Symbol("s"), { name: "Error", message: "Symbol(s)" }],
  ])("describes %o as text", (thrown: unknown, described) => {
    expect(describeError(thrown)).toEqual(described);
  });

  it("describes an error whose fields cannot be read", () => {
    const error = Object.defineProperty(new Error("kept"), "name", {
      get() {
        throw new Error("not now");
      },
    });
    expect(describeError(error)).toEqual({ name: "Error", message: "kept" });
  });
});
