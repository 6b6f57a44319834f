import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { redactValue, type Redact } from "./redact-value.ts";

const key = "BEGIN KEY\nabc\nEND KEY";
const redact: Redact = (text) => text.replaceAll(key, "<key>").replaceAll("4929123456789012", "<card>");

describe("redactValue", () => {
  it("shows the hook each text, number, boolean and name of a field", () => {
    const seen: string[] = [];
    const value = { a: "text", b: [1, -2.5, true], c: { d: null } };
    redactValue(value, (text) => {
      seen.push(text);
      return text;
    });
    expect(seen.toSorted()).toEqual(["a", "text", "b", "1", "-2.5", "true", "c", "d"].toSorted());
  });

  it.each([
    ["a text that is JSON", JSON.stringify({ deep: [key, 4929123456789012] })],
    ["a line that is JSON", `The tool said:\n${JSON.stringify([key])}\nand no more.`],
    ["JSON in JSON", JSON.stringify({ said: JSON.stringify({ said: JSON.stringify({ [key]: 1 }) }) })],
    ["a list of lists", [[[key]], [4929123456789012]]],
  ])("finds what is encoded in %s", (_, value) => {
    const shown = JSON.stringify(redactValue({ value }, redact));
    expect(shown).toMatch(/<key>/);
    expect(shown).not.toMatch(/abc|4929/);
  });

  it("keeps two fields that have the same name once they are redacted", () => {
    const shown = redactValue({ Ann: 1, Ben: 2 }, (text) => text.replaceAll(/Ann|Ben/g, "[name]"));
    expect(shown).toEqual({ "[name]": 1, "[name] (2)": 2 });
  });

  it("shows nothing of what is nested too deeply to look at, a hundred thousand levels included", () => {
    const deep = `${"[".repeat(100_000)}4929123456789012${"]".repeat(100_000)}`;
    expect(redactValue(deep, (text) => text)).toMatch(/^\[+"\[nested too deeply to redact\]"\]+$/);
    const nested = JSON.parse(`${"[".repeat(200)}"secret"${"]".repeat(200)}`);
    expect(JSON.stringify(redactValue(nested, (text) => text))).not.toContain("secret");
  });

  it("gives back the value itself where the hook takes nothing out", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(redactValue(value, (text) => text)).toBe(value);
      }),
    );
  });
});

describe("a hook that returns no text", () => {
  /** Values that code without types may return. */
  const returning = (value: unknown): Redact => {
    const untyped: object = { value };
    return () => Reflect.get(untyped, "value");
  };

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["Promise", Promise.resolve("[key]")],
    ["number", 7],
  ])("is refused: %s", (actual, value) => {
    expect(() => redactValue("secret", returning(value))).toThrow(
      expect.objectContaining({ code: "REDACTOR_OUTPUT", actual }),
    );
  });

  it("is refused in words that hold nothing of what it returned", () => {
    expect(() => redactValue("secret", returning(["secret"]))).toThrow(/got object/);
    expect(() => redactValue("secret", returning(["secret"]))).not.toThrow(/secret/);
  });
});
