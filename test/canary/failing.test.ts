import { GraphRecursionError } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { input, pair, stored, thread, wide } from "./graphs.ts";

const breaks = () => {
  throw new RangeError("broke");
};
const untilAborted = ({ signal }: { signal?: AbortSignal }) =>
  new Promise<void>((_, reject) =>
    signal?.addEventListener("abort", () => reject(new DOMException("stopped", "AbortError"))),
  );

describe("an exception in a node (else readTrajectory misses the failed step)", () => {
  it("leaves name and message as an __error__ write of the checkpoint before", async () => {
    const graph = pair({ b: breaks });
    await expect(graph.invoke(input, thread)).rejects.toThrow("broke");
    const [head] = await stored(graph);
    expect(head?.pendingWrites?.map(([, channel, value]) => [channel, value])).toEqual([
      ["__error__", { name: "RangeError", message: "broke" }],
    ]);
    expect((await graph.getState(thread)).next).toEqual(["b"]);
  });

  it("aborts the node's siblings, each with an AbortError of its own, which readTrajectory leaves out", async () => {
    const graph = wide({ p: breaks, q: untilAborted });
    await expect(graph.invoke(input, thread)).rejects.toThrow("broke");
    const [head] = await stored(graph);
    const errors = head?.pendingWrites?.filter(([, channel]) => channel === "__error__");
    expect(errors?.map(([, , value]) => value)).toEqual([
      { name: "RangeError", message: "broke" },
      { name: "AbortError", message: expect.any(String) },
    ]);
  });

  it("lets a sibling store what it returned beside that AbortError, and does not run it again (else its effects are undone although the branch has them)", async () => {
    let [isDown, ran] = [true, 0];
    const graph = wide({
      p: () => {
        if (isDown) breaks();
      },
      q: () => void (ran += 1),
    });
    await expect(graph.invoke(input, thread)).rejects.toThrow("broke");
    const [head] = await stored(graph);
    const [, q] = [...new Set(head?.pendingWrites?.map(([task]) => task))];
    const written = head?.pendingWrites?.filter(([task]) => task === q).map(([, channel]) => channel);
    expect(written?.toSorted()).toEqual(["__error__", "log"]);
    isDown = false;
    expect((await graph.invoke(null, thread)).log).toContain("q");
    expect(ran).toBe(1);
  });
});

describe("GraphRecursionError (else a run that ran for too long is not seen as failed)", () => {
  it("leaves no __error__, and a next node", async () => {
    const graph = pair();
    await expect(graph.invoke(input, { ...thread, recursionLimit: 1 })).rejects.toThrow(GraphRecursionError);
    const [head] = await stored(graph);
    expect(head?.pendingWrites).toEqual([]);
    expect((await graph.getState(thread)).next).toEqual(["b"]);
  });
});
