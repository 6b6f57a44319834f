import { AIMessage, AIMessageChunk } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { lostType } from "./lost-types.ts";

describe("lostType", () => {
  it("finds nothing in what JSON can hold, whatever stands in its place", () => {
    const value = fc.oneof(fc.constantFrom(null, 0, "", false, [], {}, [0], { 0: 0 }), fc.jsonValue());
    fc.assert(
      fc.property(value, value, (live, other) => {
        const stored: unknown = JSON.parse(JSON.stringify(live));
        expect(lostType("c", live, stored)).toBeUndefined();
        expect(lostType("c", live, other)).toBeUndefined();
      }),
    );
  });

  it("finds a Date wherever it stands among JSON, and names the place", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(fc.constantFrom("a", "b", 0)), (beside, way) => {
        const put = (value: unknown): unknown =>
          way.reduceRight<unknown>(
            (inner, key) => (key === 0 ? [inner, beside] : { [key]: inner, beside }),
            value,
          );
        const date = new Date(1e12);
        const path = way.map((key) => (key === 0 ? "[0]" : `.${key}`)).join("");
        const stored: unknown = JSON.parse(JSON.stringify(put(date)));
        expect(lostType("c", put(date), stored)).toEqual({
          path: `c${path}`,
          live: "Date",
          stored: "string",
        });
      }),
    );
  });

  it("takes another value for one that was written since", () => {
    expect(lostType("c", new Date(0), new Date(1).toISOString())).toBeUndefined();
    expect(lostType("c", new Date(0), null)).toBeUndefined();
    expect(lostType("c", new Error("new"), "old")).toBeUndefined();
    expect(lostType("c", [new Date(0)], { 0: new Date(0).toISOString() })).toBeUndefined();
  });

  it("leaves messages to LangChain, and a streamed one that comes back as a whole one", () => {
    const metadata = { response_metadata: { at: new Date(0) } };
    const stored = new AIMessage({ content: "hm", response_metadata: { at: new Date(0).toISOString() } });
    expect(lostType("messages", [new AIMessage({ content: "hm", ...metadata })], [stored])).toBeUndefined();
    expect(
      lostType("messages", [new AIMessageChunk({ content: "hm", ...metadata })], [stored]),
    ).toBeUndefined();
  });

  it("ends on a value that holds itself", () => {
    const live: unknown[] = [];
    live.push(live, live);
    expect(lostType("c", live, live)).toBeUndefined();
  });
});
