import { trajectorySource } from "@langgraph-rollback/inspector";
import { describe, expect, it } from "vitest";

import { attemptsIn } from "./attempts-of.ts";

const step = { index: 0, agent: "a", content: "said" };
const source = trajectorySource(
  ["one", "two", "three"].map((id) => ({ id, task: "", steps: [step] })),
  "runs.jsonl",
);

describe("attemptsIn", () => {
  it("reads an attempt only when the one before it was taken", async () => {
    const read: string[] = [];
    const metered: typeof source = {
      ...source,
      trajectory: (address) => {
        read.push(address.thread);
        return source.trajectory(address);
      },
    };
    const taken: string[] = [];
    for await (const found of attemptsIn(metered)) {
      taken.push(found.thread);
      expect(read).toEqual(taken);
    }
    expect(taken).toHaveLength(3);
  });

  it("says which thread is not there", async () => {
    const none = attemptsIn(source, ["one", "four"]);
    await none.next();
    await expect(none.next()).rejects.toThrow('holds no thread "four"');
  });
});
