import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { TestRunner } from "@langgraph-rollback/attribution/testing";

import { overCheckpointer, type CheckpointerUnderTest } from "./checkpointer-under-test.ts";
import { testAnswers } from "./test-answers.ts";
import { testForks } from "./test-forks.ts";
import { testRollbacks } from "./test-rollbacks.ts";
import { testStoring } from "./test-storing.ts";

/** The test runner, and how to handle the checkpointer. */
export interface CheckpointerTestOptions<Saver extends BaseCheckpointSaver> extends TestRunner {
  /** Heads the tests; "the checkpointer" unless told. */
  readonly name?: string;
  /** Closes what `makeSaver` opened; each is closed once, when its test is over. */
  readonly close?: (saver: Saver) => unknown;
}

/**
 * Tests of rollback's requirements on a checkpointer: forks persist the right values, failed
 * branches stay as they were, history survives, nothing is left of a deleted thread. LangGraph's own validation
 * suite does not fork.
 *
 * @example
 * import { describe, it } from "vitest";
 * const open = () => SqliteSaver.fromConnString("test.db");
 * testCheckpointer(open, { describe, it, name: "SqliteSaver", close: (saver) => saver.db.close() });
 *
 * @param makeSaver opens the checkpointer, ready for use; called several times a test, and each time it must open the same
 *   checkpointer, as another process would, for what one saver wrote is read with the next. Each is wrapped in a
 *   `RecordingSaver`. Tests use threads with random names, and delete them
 */
export function testCheckpointer<Saver extends BaseCheckpointSaver>(
  makeSaver: () => Saver | Promise<Saver>,
  options: CheckpointerTestOptions<Saver>,
): void {
  const { describe, it, name = "the checkpointer", close = () => {} } = options;
  const test = (title: string, body: (tested: CheckpointerUnderTest) => Promise<void>): void =>
    void it(title, () => overCheckpointer(makeSaver, close, body));
  describe(`${name} under rollback`, () => {
    describe("forks", () => testForks(test));
    describe("rolled back runs", () => testRollbacks(test));
    describe("what is stored", () => testStoring(test));
    describe("recorded answers", () => testAnswers(test));
  });
}
