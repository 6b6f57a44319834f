import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { type JsonPart, JsonSplitter, jsonValues } from "./json-parts.ts";

const parsed = (text: string) => jsonValues(text).map((part) => JSON.parse(part.text) as unknown);
const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), {
  minLength: 1,
  maxLength: 6,
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("jsonValues", () => {
  it("gives the same values of lines, of objects over several lines, and of a list", () => {
    fc.assert(
      fc.property(objects, (values) => {
        const expected = JSON.parse(JSON.stringify(values));
        expect(parsed(values.map((value) => JSON.stringify(value)).join("\n"))).toEqual(expected);
        expect(parsed(values.map((value) => JSON.stringify(value, undefined, 2)).join("\r\n\n"))).toEqual(
          expected,
        );
        expect(parsed(JSON.stringify(values, undefined, 1))).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  it("names the line that each value begins on", () => {
    const lines = (text: string) => jsonValues(text).map(({ line }) => line);
    expect(lines('\n{"a": 1}\n\n{"b": 2}\r\n{"c": 3}')).toEqual([2, 4, 5]);
    expect(lines('\n{\n"a": 1}\n\n{\n"b": 2\n}\n{"c": 3}')).toEqual([2, 5, 8]);
    expect(lines('[\n{"a": 1},\n{"b": 2}\n]')).toEqual([2, 3]);
  });

  it("reads texts without values, and an empty list, as nothing", () => {
    for (const text of ["", " \n\t", "[]", " [\n] "]) expect(jsonValues(text)).toEqual([]);
  });

  it.each([
    ['{"a": 1}\n{"b": "cut\n{"c": 3}', 2],
    ['{"a": 1}\n{"b": {\n', 2],
    ['[{"a": 1},\n{"b": {}', 2],
    ['[\n{"a": 1}]\n\n{"b": 2', 4],
    ['{"a": 1}\n}{', 2],
  ])("leaves what is cut short as a part that is no JSON, on its own line: %j", (text, line) => {
    const bad = jsonValues(text).find((part) => !isJson(part.text));
    expect(isJson(jsonValues(text)[0]?.text ?? "")).toBe(true);
    expect(bad?.line).toBe(line);
  });

  it("loses one line alone where a line of JSON Lines is cut short", () => {
    for (const cut of ['{"b": {', '{"b": "', '{"b": "\\', "}", '"', "["]) {
      const parts = jsonValues(`{"a": 1}\n${cut}\n{"c": 3}`);
      expect(parts.map(({ text }) => text)).toEqual(['{"a": 1}', cut, '{"c": 3}']);
    }
  });

  it("gives the same values whatever pieces the bytes come in, with their places", () => {
    const mark = fc.constantFrom("{", "}", "[", "]", ",", '"', "\\", "\n", " ", "ä", "𝄞", '{"a":1}\n');
    fc.assert(
      fc.property(fc.string({ unit: mark }), fc.array(fc.nat({ max: 5 })), (text, sizes) => {
        const whole = Buffer.from(text);
        const splitter = new JsonSplitter();
        const parts: JsonPart[] = [];
        let at = 0;
        for (const size of sizes) {
          parts.push(...splitter.push(whole.subarray(at, at + size)));
          at = Math.min(whole.length, at + size);
        }
        parts.push(...splitter.push(whole.subarray(at)), ...splitter.end());
        expect(parts).toEqual(jsonValues(text));
        for (const { end, start, text: part } of parts.filter((each) => each.end > each.start))
          expect(whole.subarray(start, end).toString("utf8").trimEnd()).toBe(part);
      }),
      { numRuns: 500 },
    );
  });

  it("refuses a value that is longer than it may be, and names its line", () => {
    const splitter = new JsonSplitter(2 ** 20);
    splitter.push(Buffer.from('{"a": 1}\n{"b": "'));
    const more = (): unknown => splitter.push(Buffer.from("x".repeat(600_000)));
    more();
    expect(more).toThrow("at most 1 MB in one JSON value, got more on line 2");
  });

  it("takes any text apart without losing a character that counts", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("{", "}", "[", "]", ",", '"', "\\", "\n", " ", "a", "1") }),
        (text) => {
          const shown = jsonValues(text)
            .map((part) => part.text)
            .join("");
          if (!text.trimStart().startsWith("["))
            expect(shown.replaceAll(/[\s,]/g, "")).toBe(text.replaceAll(/[\s,]/g, ""));
        },
      ),
      { numRuns: 500 },
    );
  });
});
