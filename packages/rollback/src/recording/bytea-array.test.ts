import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { parseByteaArray } from "./bytea-array.ts";

const written = (lists: readonly (readonly (Buffer | null)[])[]): string =>
  `{${lists.map((list) => `{${list.map(element).join(",")}}`).join(",")}}`;
const element = (bytes: Buffer | null): string =>
  bytes === null ? "NULL" : String.raw`"\\x${bytes.toString("hex")}"`;

describe("parseByteaArray", () => {
  it("gives back the lists that Postgres has written", () => {
    const bytes = fc.option(fc.uint8Array().map((array) => Buffer.from(array)));
    const lists = fc.array(fc.array(bytes, { minLength: 1 }), { minLength: 1 });
    fc.assert(
      fc.property(lists, (given) => {
        expect(parseByteaArray(written(given))).toEqual(given);
      }),
    );
  });

  it("takes a value of several megabytes", () => {
    const long = Buffer.alloc(8_000_000, "x");
    expect(parseByteaArray(written([[long], [null]]))?.[0]?.[0]?.equals(long)).toBe(true);
  });

  it.each([
    "",
    "{}",
    "{NULL}",
    String.raw`{"\\x00"}`,
    String.raw`{{"doc","\\000"}}`,
    String.raw`{{"\\x00","\\x0g"}}`,
    String.raw`{{"\\x00}}`,
    String.raw`{{"\\x00"},}`,
    String.raw`{{"\\x00"}}}`,
    String.raw`[0:0][0:0]={{"\\x00"}}`,
    String.raw`{{{"\\x00"}}}`,
  ])("does not take what is written otherwise: %s", (text) => {
    expect(parseByteaArray(text)).toBeUndefined();
  });
});
