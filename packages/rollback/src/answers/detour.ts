import { gateAround, type Gated } from "./gate-context.ts";

/** @internal A call of a method that has a detour. */
export interface OwnCall {
  /** The model or the tool. */
  readonly callee: object;
  readonly args: readonly unknown[];
  /** Calls the method itself. */
  readonly original: (args: readonly unknown[]) => unknown;
}

/**
 * @internal Replaces a method of a class by one that takes a detour inside of a gate. Outside of it the method itself is called, with the same
 * arguments. A class that lacks the method stays as it is.
 */
export function detour(
  prototype: object,
  name: string,
  gated: (around: Gated, call: OwnCall) => unknown,
): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const own: unknown = descriptor?.value;
  if (descriptor === undefined || typeof own !== "function") return;
  const value = function (this: object, ...args: readonly unknown[]): unknown {
    const around = gateAround();
    if (around === undefined) return Reflect.apply(own, this, args);
    const original = (given: readonly unknown[]): unknown => Reflect.apply(own, this, given);
    return gated(around, { callee: this, args, original });
  };
  Object.defineProperty(prototype, name, { ...descriptor, value });
}
