import type { RunnableConfig } from "@langchain/core/runnables";

import { HoldRefusedError } from "../../errors/hold-refused-error.ts";
import { withKey } from "../intercepting/act-context.ts";
import { isGenerator } from "../intercepting/noted.ts";
import type { KnownEffect } from "../journal/known-effect.ts";
import type { RunEffects } from "../run-effects.ts";

/** @internal Carries out an act by its name and its stored arguments. @returns its result */
export type Performs = (effect: KnownEffect, signal: AbortSignal) => Promise<unknown>;

/** @internal The tool or the node whose act was held, as far as it is known here. */
export type FindHeld = (act: KnownEffect["intent"]) => object | undefined;

/**
 * @internal Carries out acts that were held: by the function that is declared for them, or by the tool or the node of this name. A tool gets its stored arguments, which are
 * parsed already; a node gets the state as it was; both get the config of the call.
 */
export function performsHeld(effects: RunEffects, config: RunnableConfig, find: FindHeld): Performs {
  return async (effect, signal) => {
    const { args, key, kind, name } = effect.intent;
    const release = effects.releaseOf(effect);
    if (release !== undefined) return withKey(key, () => release({ name, args, key, signal }));
    const found = find(effect.intent);
    if (found === undefined)
      throw new HoldRefusedError(
        name,
        "No tool and no node of this name is known here. Say how it is carried out: `{ hold: { release } }`.",
      );
    const own = { configurable: config.configurable, metadata: config.metadata, signal };
    const [method, given] =
      kind === "node" ? (["invoke", [args, own]] as const) : (["_call", [args, undefined, own]] as const);
    return toItsEnd(await withKey(key, () => called(found, method, given)));
  };
}

function called(found: object, method: string, args: readonly unknown[]): unknown {
  const call: unknown = Reflect.get(found, method);
  if (typeof call !== "function") throw new TypeError(`It has no function \`${method}\`.`);
  return Reflect.apply(call, found, args);
}

/** The result of a tool; of one that streams, what it gives in the end. */
async function toItsEnd(given: unknown): Promise<unknown> {
  if (!isGenerator(given)) return given;
  for (;;) {
    const next = await given.next();
    if (next.done === true) return next.value;
  }
}
