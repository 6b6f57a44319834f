import type { ActStart } from "../act.ts";
import type { EffectClass } from "../effect-record.ts";
import { isDeclaration } from "./check-effects.ts";
import type { EffectDeclaration, EffectHandling, EffectOptions } from "./effect-options.ts";

/** @internal Class of an act, and its handling if one was declared. */
export interface EffectRule {
  readonly class: EffectClass | "read-only";
  readonly handling?: EffectHandling;
}

/** @internal Rules for acts, by what is known of them. */
export interface EffectRules {
  of(start: Pick<ActStart, "kind" | "name" | "metadata" | "declared">): EffectRule;
}

/** @internal The options' entry for a name comes first, then the declaration where the act is made, then the annotations of its tool. */
export function effectRules(options: EffectOptions): EffectRules {
  const { tools = {}, nodes = {}, undeclared = "annotations" } = options;
  return {
    of: ({ kind, name, metadata, declared }) => {
      const named = kind === "node" ? nodes : tools;
      const own = Object.hasOwn(named, name) ? named[name] : undefined;
      const declaration = own ?? (isDeclaration(declared) ? declared : undefined);
      if (declaration !== undefined) return ruleOf(declaration);
      // Calling `effect` declares an effect.
      if (kind === "act") return { class: "irreversible" };
      if (undeclared !== "annotations") return { class: undeclared };
      return { class: classByHints(metadata?.["annotations"], isTrusted(options, name)) };
    },
  };
}

function ruleOf(declaration: EffectDeclaration): EffectRule {
  if (declaration === "hold") return { class: "held", handling: { hold: {} } };
  if (typeof declaration === "string") return { class: declaration };
  if (declaration.hold !== undefined) return { class: "held", handling: declaration };
  return { class: declaration.undo === undefined ? "irreversible" : "undoable", handling: declaration };
}

/** MCP servers' tools are called `server__tool`, or `mcp__server__tool`. */
function isTrusted({ trustedServers = [], trustedTools = [] }: EffectOptions, name: string): boolean {
  const byServer = trustedServers.some(
    (server) => name.startsWith(`${server}__`) || name.startsWith(`mcp__${server}__`),
  );
  return byServer || trustedTools.includes(name);
}

/** A tool's word for it only adds caution, unless its server is trusted. MCP takes tools for destructive that do not say otherwise. */
function classByHints(annotations: unknown, isBelieved: boolean): EffectRule["class"] {
  const hint = (name: string): unknown => Reflect.get(Object(annotations), name);
  if (isBelieved && hint("readOnlyHint") === true) return "read-only";
  if (hint("destructiveHint") === true) return "irreversible";
  const saysNothing = annotations === undefined || hint("destructiveHint") === false;
  return isBelieved && !saysNothing ? "irreversible" : "unknown";
}
