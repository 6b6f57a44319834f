import { MemorySaver } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { chainGraph, nothingWrong, on, untilTold } from "../fixtures/chain-graph.ts";
import { alarmByLastLine, byLastLine } from "../fixtures/scored-alarm.ts";
import { readHistory } from "../history/history.ts";
import type { RollbackOptions } from "../setup/rollback-options.ts";
import type { RollbackEvent } from "../setup/rollback-event.ts";
import { withRollback } from "../with-rollback.ts";

const alarm = alarmByLastLine();
/** Nothing is late on a slow machine. */
const watch = { alarm, scorer: byLastLine, audit: 1e-9, waitMs: 60_000 };

function guarded(
  steps: Parameters<typeof chainGraph>[0],
  options: Partial<RollbackOptions> = {},
  noteChannel: string | undefined = "note",
) {
  const { builder, ran } = chainGraph(steps);
  const events: RollbackEvent[] = [];
  const agent = withRollback(builder.compile({ checkpointer: new MemorySaver() }), {
    verify: nothingWrong,
    watch,
    noteChannel,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { agent, ran, events };
}

describe("a first attempt that raises the alarm", () => {
  it("is stopped before its next step, and rolled back", async () => {
    const { agent, ran } = guarded({ b: untilTold("b") });
    const { log } = await agent.invoke({}, on("t"));
    expect(log).toEqual(["a:right", "b:right", "c:right"]);
    // The first c never ran.
    expect(ran).toEqual(["a", "b", "a", "b", "c"]);
    const runs = await readHistory(agent, on("t"));
    const [first, second] = runs[0]?.attempts ?? [];
    expect(first?.outcome).toMatchObject({
      ok: false,
      early: { by: "alarm", step: 1 },
      error: { name: "StoppedEarlyError" },
    });
    expect(first?.outcome?.reason).toContain("Stopped after step 2: the alarm");
    expect(first?.watch?.alarm).toMatchObject({
      stops: true,
      scorer: "last-line-1",
      scores: [0.9, 0.1],
      raised: 1,
    });
    expect(second?.outcome?.ok).toBe(true);
    expect(second?.watch).toBeUndefined();
  });
});
