import { uuid5 } from "@langchain/langgraph-checkpoint";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { uuidFromName } from "./uuid-from-name.ts";

const name = fc.string({ unit: "grapheme", maxLength: 400 });

describe("uuidFromName", () => {
  it("gives the UUID that LangGraph gives, whatever the name", () => {
    fc.assert(
      fc.property(name, fc.uuid(), (text, namespace) => {
        expect(uuidFromName(text, namespace)).toBe(uuid5(text, namespace));
      }),
    );
  });

  it("gives it for names of every length up to some blocks, and for very long ones", () => {
    const namespace = "6f1e4d17-8c63-6731-8003-0648483e1ff1";
    for (const length of [...Array(300).keys(), 1000, 5000])
      expect(uuidFromName("x".repeat(length), namespace)).toBe(uuid5("x".repeat(length), namespace));
  });
});
