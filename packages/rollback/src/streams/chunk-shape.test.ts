import { describe, expect, it } from "vitest";

import { customChunk } from "./chunk-shape.ts";

describe("customChunk", () => {
  it.each([
    [{ streamMode: "custom" }, "event"],
    [{ streamMode: ["custom"] }, ["custom", "event"]],
    [{ streamMode: "custom", subgraphs: true }, [[], "event"]],
    [{ streamMode: ["updates", "custom"], subgraphs: true }, [[], "custom", "event"]],
    [{ streamMode: "custom", encoding: "text/event-stream" }, [null, "custom", "event"]],
    [{ streamMode: "custom", encoding: "text/event-stream", subgraphs: true }, [[], "custom", "event"]],
    [{ streamMode: "custom", encoding: "text/event-stream", version: "v2" }, "event"],
  ])("for %o is %o", (config, chunk) => {
    expect(customChunk(config, "event")).toEqual({ value: chunk });
  });

  it.each([{}, { streamMode: "values" }, { streamMode: ["values", "updates"] }])(
    "for %o is nothing",
    (config) => {
      expect(customChunk(config, "event")).toBeUndefined();
    },
  );
});
