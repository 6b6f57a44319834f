import { RunnableLambda } from "@langchain/core/runnables";
import { entrypoint } from "@langchain/langgraph";
import { describe, expect, it } from "vitest";

import { finishedRun, neverEnds } from "../fixtures/finished-run.ts";
import { VerifierTimeoutError } from "../errors/index.ts";
import { namedVerifier } from "./named-verifier.ts";

describe("a named verifier", () => {
  it("decides as its function does, and has its name", () => {
    const verify = namedVerifier(
      "positive-1",
      ({ output }: { output: number | undefined }) => Number(output) > 0,
    );
    expect([verify(finishedRun(1)), verify(finishedRun(-1))]).toEqual([true, false]);
    expect(verify.fingerprint).toBe("positive-1");
  });

  it("ends after its time, and tells its function so", async () => {
    const { verify, heard } = neverEnds();
    const asked = namedVerifier("slow-1", verify, { timeout: 1 })(finishedRun("any"));
    await expect(asked).rejects.toThrow(VerifierTimeoutError);
    await expect(asked).rejects.toMatchObject({ code: "VERIFIER_TIMEOUT", milliseconds: 1 });
    expect(heard).toEqual([await Promise.resolve(asked).catch((error: unknown) => error)]);
  });

  it("ends with the run, with the run's own reason, whatever its function makes of that", async () => {
    const controller = new AbortController();
    const run = finishedRun("any", { signal: controller.signal });
    const wraps = ({ signal }: { signal?: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener("abort", () => reject(new Error("fetch failed")));
      });
    const asked = namedVerifier("slow-1", wraps, { timeout: 60_000 })(run);
    const reason = new Error("stopped by the user");
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
    await expect(namedVerifier("any", () => true, { timeout: 1000 })(run)).rejects.toBe(reason);
  });

  it("leaves no timer and no listener behind", async () => {
    const { signal } = new AbortController();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
    const listeners: string[] = [];
    signal.addEventListener = (type: string) => void listeners.push(`+${type}`);
    signal.removeEventListener = (type: string) => void listeners.push(`-${type}`);
    const before = timers();
    const asked = namedVerifier("quick-1", () => true, { timeout: 60_000 })(finishedRun("any", { signal }));
    expect(timers()).toBe(before + 1);
    expect(await asked).toBe(true);
    expect(timers()).toBe(before);
    expect(listeners).toEqual(["+abort", "-abort"]);
  });

  it("gives its signal to what its function calls of LangChain, and leaves the rest of the config", async () => {
    const seen: unknown[] = [];
    const model = RunnableLambda.from((_: string, { signal, configurable }) => {
      seen.push(signal, configurable?.["thread_id"]);
      return "yes";
    });
    const verify = namedVerifier(
      "asks-1",
      async ({ signal }) => {
        seen.push(signal);
        return (await model.invoke("well?")) === "yes";
      },
      { timeout: 60_000 },
    );
    const node = entrypoint("node", async () => ({ verdict: await verify(finishedRun("any")) }));
    expect(await node.invoke("", { configurable: { thread_id: "outer" } })).toEqual({ verdict: true });
    expect(seen).toEqual([expect.any(AbortSignal), seen[0], "outer"]);
    expect(seen[1]).toBe(seen[0]);
  });

  it.each([
    ["a time that is none", { timeout: "5s" }, "INVALID_OPTION"],
    ["an option that there is not", { timeOut: 5 }, "UNKNOWN_OPTION"],
  ])("refuses %s", (_, options, code) => {
    const make = () => Reflect.apply(namedVerifier, undefined, ["any", () => true, options]);
    expect(make).toThrow(expect.objectContaining({ code }));
  });

  it.each([0, -1, Number.NaN, Infinity, 2 ** 31])("refuses a time of %d ms", (timeout) => {
    expect(() => namedVerifier("any", () => true, { timeout })).toThrow(RangeError);
  });

  it("refuses an empty name, and what is no function", () => {
    expect(() => namedVerifier("", () => true)).toThrow(RangeError);
    expect(() => Reflect.apply(namedVerifier, undefined, ["any", "yes"])).toThrow(
      /`verify` to be a function/,
    );
  });
});
