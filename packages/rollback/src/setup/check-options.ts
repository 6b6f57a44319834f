import { agentHistorySchema } from "@langgraph-rollback/attribution";

import { A_FUNCTION, A_NUMBER, type OptionCheck } from "../errors/option-check.ts";
import { EFFECT_CHECKS } from "../effects/declaring/check-effects.ts";
import { A_BUDGET } from "./budget.ts";
import { isCalibrationPath, isUsablePath } from "./calibration-path.ts";
import type { PolicyOptions } from "./policy-options.ts";
import { RECOVERY_CHECKS } from "./recovery-options.ts";
import type { AttributionSource } from "./resolve-scorer.ts";

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isFunction = (value: unknown): boolean => typeof value === "function";

export { A_FUNCTION, A_NUMBER };
/** @internal */
export const A_STRING: OptionCheck = { expected: "a string", holds: (value) => typeof value === "string" };
/** @internal */
export const A_LOCK: OptionCheck = {
  expected: "a lock, with a method `acquire`",
  holds: (value) => isObject(value) && isFunction(Reflect.get(value, "acquire")),
};

/** @internal */
export function oneOf(...values: readonly string[]): OptionCheck {
  const quoted = values.map((value) => JSON.stringify(value));
  const expected = `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`;
  return { expected, holds: (value) => typeof value === "string" && values.includes(value) };
}

const A_POLICY: OptionCheck = {
  expected: "a policy, with a `name` and a method `decide`",
  holds: (value) =>
    isObject(value) &&
    typeof Reflect.get(value, "name") === "string" &&
    isFunction(Reflect.get(value, "decide")),
};
const A_HISTORY: OptionCheck = {
  expected: "what `readAgentHistory` gives",
  holds: (value) => agentHistorySchema.safeParse(value).success,
};
const A_BOOLEAN: OptionCheck = {
  expected: "true or false",
  holds: (value) => typeof value === "boolean",
};

const A_TELEMETRY: OptionCheck = {
  expected: "what `telemetry()` of `langgraph-rollback/telemetry` gives",
  holds: (value) => isObject(value) && isFunction(Reflect.get(value, "call")),
};

/** @internal */
export const AN_EFFECTS: OptionCheck = { expected: "an object", holds: isObject, inner: EFFECT_CHECKS };

/** @internal */
export const A_RECORD: OptionCheck = {
  expected: "an object",
  holds: isObject,
  inner: { models: A_BOOLEAN, tools: A_BOOLEAN, redact: A_FUNCTION },
};

/** @internal */
export const AN_APPROVE: OptionCheck = {
  expected: '"never", "irreversible", "always" or a function',
  holds: (value) => isFunction(value) || value === "never" || value === "irreversible" || value === "always",
};

const own = {
  calibration: {
    expected: "a calibration, as `await readCalibration(path)` gives it, or the path or `file:` URL of one",
    holds: (value) =>
      isCalibrationPath(value)
        ? isUsablePath(value)
        : isObject(value) &&
          Reflect.get(value, "format") === "langgraph-rollback/calibration" &&
          typeof Reflect.get(value, "scorerFingerprint") === "string",
  },
  scorer: {
    expected: "a scorer, with a `fingerprint` and a method `score`",
    holds: (value) =>
      isObject(value) &&
      typeof Reflect.get(value, "fingerprint") === "string" &&
      isFunction(Reflect.get(value, "score")),
  },
} satisfies Record<string, OptionCheck>;

/** @internal The options of whatever attributes. */
export const ATTRIBUTION_CHECKS: Readonly<Record<keyof AttributionSource, OptionCheck>> = {
  ...own,
  group: A_FUNCTION,
  fallback: { expected: "an object with `calibration` or `scorer`", holds: isObject, inner: own },
};

/** @internal The checks of what `withRollback` and the middleware both take. */
export const SHARED_CHECKS: Readonly<
  Record<
    | keyof AttributionSource
    | keyof PolicyOptions
    | "verify"
    | "alpha"
    | "replan"
    | "mode"
    | "onEvent"
    | "telemetry"
    | "clock"
    | "ids",
    OptionCheck
  >
> = {
  ...ATTRIBUTION_CHECKS,
  policy: A_POLICY,
  history: A_HISTORY,
  budget: A_BUDGET,
  stopOnSameFailure: A_BOOLEAN,
  recovery: { expected: "an object", holds: isObject, inner: RECOVERY_CHECKS },
  verify: A_FUNCTION,
  alpha: A_NUMBER,
  replan: A_FUNCTION,
  mode: oneOf("rollback", "observe"),
  onEvent: A_FUNCTION,
  telemetry: A_TELEMETRY,
  clock: A_FUNCTION,
  ids: A_FUNCTION,
};

/**
 * @internal
 * @throws {RangeError} if a count is not a whole number of at least 0
 */
export function checkCount(name: string, value: number): void {
  if (!Number.isInteger(value) || value < 0)
    throw new RangeError(`Expected \`${name}\` to be a whole number >= 0, got ${value}.`);
}
