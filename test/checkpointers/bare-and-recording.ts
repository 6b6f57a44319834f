import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { validate } from "@langchain/langgraph-checkpoint-validation";
import { RecordingSaver } from "langgraph-rollback";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";

/**
 * LangGraph's checkpoint-validation suite over a checkpointer, recording and, where all rounds run, bare: both must pass the
 * same cases.
 *
 * @param name by which the suite knows what the bare checkpointer is excused from; another name would make it demand
 *   of the recording one what the bare one does not do
 */
export function validateBareAndRecording<Saver extends BaseCheckpointSaver>(
  name: string,
  create: () => Saver | Promise<Saver>,
  destroy: (saver: Saver) => void | Promise<void> = () => {},
): void {
  // The suite is written for vitest's globals.
  Object.assign(globalThis, { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it });
  describe.each(inject("allRounds") ? ["bare"] : [])("%s", () => {
    validate<Saver>({ checkpointerName: name, createCheckpointer: create, destroyCheckpointer: destroy });
  });
  describe("inside a RecordingSaver", () => {
    const inside = new WeakMap<RecordingSaver, Saver>();
    validate<RecordingSaver>({
      checkpointerName: name,
      createCheckpointer: async () => {
        const inner = await create();
        const saver = new RecordingSaver(inner);
        inside.set(saver, inner);
        return saver;
      },
      destroyCheckpointer: async (saver) => {
        const inner = inside.get(saver);
        if (inner !== undefined) await destroy(inner);
      },
    });
  });
}
