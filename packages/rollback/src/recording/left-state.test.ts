import { emptyCheckpoint } from "@langchain/langgraph-checkpoint";
import { describe, expect, it } from "vitest";

import { LeftState } from "./left-state.ts";
import { WatchedAttempts } from "./watched-attempts.ts";

const attempt = { run: "r", attempt: 1 };
const at = (checkpointId: string | undefined, namespace = "", of = attempt) => ({
  threadId: "t",
  namespace,
  checkpointId,
  attempt: of,
});
const checkpoint = (id: string) => ({ ...emptyCheckpoint(), id });
const metadata = { source: "loop" as const, step: 0, parents: {} };

function watchedState() {
  const watched = new WatchedAttempts();
  const left = new LeftState();
  const stop = watched.add("t", attempt, { left });
  const stored = (id: string, ...where: [namespace?: string, stamp?: typeof attempt]): void =>
    watched.of(at(undefined, ...where)).left?.stored(at(undefined, ...where), checkpoint(id), metadata);
  const written = (id: string, ...where: [namespace?: string]): void =>
    watched.of(at(id, ...where)).left?.written(at(id, ...where));
  return { left, stored, written, stop, watched };
}

describe("what an attempt leaves", () => {
  it("is the newest checkpoint that it stored of its own graph", () => {
    const { left, stored } = watchedState();
    expect(left.checkpoint).toBeUndefined();
    stored("2");
    stored("1");
    stored("3", "inner:task");
    stored("4", "", { run: "r", attempt: 2 });
    expect(left.checkpoint).toMatchObject({ checkpoint: { id: "2" }, metadata });
    expect(left.checkpoint?.config.configurable).toMatchObject({ thread_id: "t", checkpoint_id: "2" });
  });

  it("is not told by a checkpoint from which a task has written, whichever comes first", () => {
    const { left, stored, written } = watchedState();
    stored("1");
    written("1", "inner:task");
    expect(left.checkpoint).toBeDefined();
    written("1");
    expect(left.checkpoint).toBeUndefined();
    written("2");
    stored("2");
    expect(left.checkpoint).toBeUndefined();
    stored("3");
    expect(left.checkpoint).toBeDefined();
  });

  it("is forgotten when nobody watches any more", () => {
    const { stop, watched } = watchedState();
    stop();
    expect(watched.of(at("1"))).toEqual({});
  });
});
