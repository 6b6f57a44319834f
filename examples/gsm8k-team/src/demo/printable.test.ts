import { expect, test } from "vitest";
import { clipped, printable, wrapped } from "./printable.ts";

test("text from a trace cannot drive the terminal", () => {
  expect(printable("a\u001b[2Jb\u0007\u009b31m\r\nc\u202Ed")).toBe("a[2Jb31m cd");
});

test("clips by characters and shows that something is left out", () => {
  expect(clipped("abcdef", 4)).toBe("abc…");
  expect(clipped("abcd", 4)).toBe("abcd");
});

test("breaks long lines between words and leaves others alone", () => {
  expect(wrapped("one  two\nthree four five", 10)).toBe("one  two\nthree four\nfive");
});
