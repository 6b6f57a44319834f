import type { Redact } from "@langgraph-rollback/attribution";
import { describe, expect, it } from "vitest";

import { redactText } from "./redact-text.ts";

const key = "BEGIN KEY\nabc\nEND KEY";
const redact: Redact = (text) => text.replaceAll(key, "<key>").replaceAll("4929123456789012", "<card>");

describe("redactText", () => {
  it("shows the hook each text as the trace has it, keys too, and encodes what it gives back", () => {
    const seen: string[] = [];
    const hook: Redact = (text) => {
      seen.push(text);
      return redact(text);
    };
    const line = JSON.stringify({ step: 1, content: key, calls: [{ args: { "a\nb": null } }] });
    expect(redactText(`${line}\nno JSON`, hook)).toBe(
      '{"step":1,"content":"\\u003ckey>","calls":[{"args":{"a\\nb":null}}]}\nno JSON',
    );
    expect(seen).toContain("a\nb");
    expect(seen).toContain("no JSON");
  });

  it("shows the hook the numbers of a line, and leaves those alone that it gives back as they are", () => {
    expect(redactText('{"card":4929123456789012,"sum":12.5,"paid":true}', redact)).toBe(
      '{"card":"\\u003ccard>","sum":12.5,"paid":true}',
    );
  });
});
