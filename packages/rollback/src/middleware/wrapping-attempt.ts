import { stampIn } from "../steps/attempt-stamp.ts";

/** @internal The attempt of a `withRollback` right around the agent. Around a graph that the agent runs in, it does not count. */
export function wrappingAttempt(
  configurable: Readonly<Record<string, unknown>> | undefined,
): number | undefined {
  const namespace: unknown = configurable?.["checkpoint_ns"];
  const isNested = typeof namespace === "string" && namespace.includes("|");
  return isNested || configurable === undefined ? undefined : stampIn({ configurable })?.attempt;
}
