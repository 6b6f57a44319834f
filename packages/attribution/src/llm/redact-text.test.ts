import { describe, expect, it } from "vitest";

import { redactText } from "./redact-text.ts";

describe("redactText", () => {
  it("shows the hook each text as the trace has it, keys too, and encodes what it gives back", () => {
    const seen: string[] = [];
    const redact = (text: string) => {
      seen.push(text);
      return text.replaceAll(/BEGIN KEY\n.*\nEND KEY/g, "<key>");
    };
    const line = JSON.stringify({
      step: 1,
      content: "BEGIN KEY\nabc\nEND KEY",
      calls: [{ args: { "a\nb": null } }],
    });
    expect(redactText(`${line}\nno JSON`, redact)).toBe(
      '{"step":1,"content":"\\u003ckey>","calls":[{"args":{"a\\nb":null}}]}\nno JSON',
    );
    expect(seen).toContain("a\nb");
    expect(seen).toContain("no JSON");
  });
});
