import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { inject, it } from "vitest";

import { isSince } from "../fixtures/langgraph-version.ts";
import { expectCell, expectLimit } from "./expect-cell.ts";
import { limits } from "./limits.ts";
import { expectBaseline, expectReplay } from "./expect-replay.ts";
import { runCell } from "./run-cell.ts";
import type { Shape } from "./shape.ts";
import { shapes } from "./shapes.ts";
import { spread } from "./spread.ts";

/**
 * One test for each shape over one store.
 *
 * @param few shapes that run where not all rounds do: `npm test` runs all of them over MemorySaver, and a sample of them over
 *            each of the others
 * @param replayed shapes that are replayed: what a replay runs on is a copy in memory, whatever the store
 * @param all shapes that run in all rounds
 */
export function testMatrix(
  open: () => BaseCheckpointSaver,
  few: readonly Shape[] = spread,
  replayed: readonly Shape[] = few,
  all: readonly Shape[] = shapes,
): void {
  for (const shape of inject("allRounds") ? all : few)
    it(`rolls back ${shape.name}`, async () => expectCell(shape, await runCell(shape, open)));
  for (const shape of replayed) it(`replays ${shape.name}`, () => expectReplay(shape, open));
  for (const shape of replayed.filter(isRecordedWhole))
    it(`replays by recorded answers ${shape.name}`, () => expectBaseline(shape, open));
  for (const shape of limits)
    it(`gives up on ${shape.name}`, async () => expectLimit(await runCell(shape, open)));
}

/** LangGraph before 1.5 stores nothing of a node that the cache answers, so its replay has a step more. */
const isRecordedWhole = ({ name }: Shape): boolean => isSince("1.5") || !name.includes("the cache answers");
