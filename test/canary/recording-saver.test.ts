import { BaseCheckpointSaver, MemorySaver } from "@langchain/langgraph-checkpoint";
import { RecordingSaver } from "langgraph-rollback";
import { describe, expect, it } from "vitest";

/** They call `getTuple`, or say what the class is. */
const INHERITED = ["constructor", "get", "toJSON", "lc_id"];

/** Public methods of a class, those that it inherits from the base class of all checkpointers included. */
const methodsOf = (prototype: object): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter(
    (name) => !name.startsWith("_") && !INHERITED.includes(name) && isMethod(prototype, name),
  );

const isMethod = (prototype: object, name: string): boolean =>
  typeof Object.getOwnPropertyDescriptor(prototype, name)?.value === "function";

/** Methods that are called on a checkpointer; the base class has only some of them. */
const OWN = ["getTuple", "list", "put", "putWrites", "deleteThread", "getDeltaChannelHistory"];

/** A checkpointer that notes what it is called with. */
function noting() {
  const calls = new Map<string, readonly unknown[]>();
  const inner = new MemorySaver();
  const watched = new Proxy(inner, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== "function" || !OWN.includes(String(name))) return value;
      const noted = (...args: readonly unknown[]): unknown => {
        calls.set(String(name), args);
        return Reflect.apply(value, target, args);
      };
      return Object.defineProperty(noted, "length", { value: value.length });
    },
  });
  return { calls, saver: new RecordingSaver(watched) };
}

describe("RecordingSaver (else a checkpointer loses what a new LangGraph gives it)", () => {
  it("has a method of its own for each that LangGraph's base class or MemorySaver has", () => {
    const theirs = new Set([
      ...methodsOf(BaseCheckpointSaver.prototype),
      ...methodsOf(MemorySaver.prototype),
    ]);
    const own = methodsOf(RecordingSaver.prototype);
    expect([...theirs].filter((name) => !own.includes(name))).toEqual([]);
    expect(theirs.size).toBeGreaterThan(4);
  });

  it("passes on arguments that it does not know", async () => {
    const { calls, saver } = noting();
    const config = { configurable: { thread_id: "t", checkpoint_ns: "", checkpoint_id: "c" } };
    const checkpoint = {
      v: 4,
      id: "c",
      ts: "",
      channel_values: {},
      channel_versions: {},
      versions_seen: {},
    };
    const metadata = { source: "input", step: -1, parents: {} };
    const call = (name: string, ...args: readonly unknown[]): unknown =>
      Reflect.apply(Reflect.get(saver, name), saver, [...args, "one more"]);
    await call("put", config, checkpoint, metadata, {});
    await call("putWrites", config, [["log", 1]], "task", "path");
    await call("getTuple", config);
    for await (const _ of Object(call("list", config, {})));
    await call("getDeltaChannelHistory", { config, channels: [] });
    await call("deleteThread", "t");
    // A checkpointer that stores no paths of tasks is read one checkpoint at a time.
    const keepsPaths = new MemorySaver().putWrites.length > 3;
    for (const name of OWN.filter((own) => keepsPaths || own !== "getDeltaChannelHistory")) {
      const last = calls.get(name)?.at(-1);
      expect({ name, last }).toEqual({ name, last: "one more" });
    }
  });
});
