import { describe, expect, it } from "vitest";

import { sampleSource } from "../../testing/index.ts";
import { outcomeWords } from "./outcome-words.ts";

async function attempts(id: string) {
  return (await sampleSource({ lengths: [8] }).thread(id))?.runs.at(-1)?.attempts ?? [];
}

describe("outcomeWords", () => {
  it("tells accepted, rejected, unjudged and not judged apart by word and mark", async () => {
    const verdict = async (id: string) => (await attempts(id)).map((attempt) => outcomeWords(attempt).word);
    expect(await verdict("t-1")).toEqual(["rejected", "accepted"]);
    expect(await verdict("t-7")).toEqual(["unjudged"]);
    expect(await verdict("t-4")).toEqual(["rejected", "not judged"]);
  });
});
