import type { ActStart } from "../act.ts";
import { declaresHold } from "./check-effects.ts";
import type { EffectDeclaration, EffectHandling, EffectOptions } from "./effect-options.ts";
import { effectRules, type EffectRules } from "./effect-rules.ts";

/** @internal The effects' options with every default filled in. */
export interface ResolvedEffects extends Required<
  Pick<
    EffectOptions,
    "onIrreversible" | "onUnaccepted" | "onReleaseFailure" | "undoTimeout" | "undoRetries" | "openTimeout"
  >
> {
  readonly rules: EffectRules;
  /** Whether effects are noted down and nothing else: none is refused, none is given an earlier result. */
  readonly isObserved: boolean;
  /** Whether acts are declared as held. */
  readonly mayHold: boolean;
  /** Nodes as they are declared, by name. */
  readonly declaredNodes: Readonly<Record<string, EffectDeclaration>>;
  /** Names of the nodes whose execution is one effect. */
  readonly nodes: readonly string[];
  /** How an effect is undone that is declared by its name. */
  handlingOf(kind: ActStart["kind"], name: string): EffectHandling | undefined;
}

/** @param around.onIrreversible what holds where the options do not say */
export function resolveEffects(
  options: EffectOptions,
  { onIrreversible, isObserved }: Pick<ResolvedEffects, "onIrreversible" | "isObserved">,
): ResolvedEffects {
  const { tools = {}, nodes = {} } = options;
  return {
    onIrreversible: options.onIrreversible ?? onIrreversible,
    onUnaccepted: options.onUnaccepted ?? "discard",
    onReleaseFailure: options.onReleaseFailure ?? "return",
    undoTimeout: options.undoTimeout ?? 30_000,
    undoRetries: options.undoRetries ?? 2,
    openTimeout: options.openTimeout ?? 5_000,
    rules: effectRules(options),
    isObserved,
    mayHold: [...Object.values(tools), ...Object.values(nodes)].some(declaresHold),
    declaredNodes: nodes,
    nodes: Object.keys(nodes).filter((name) => nodes[name] !== "read-only"),
    handlingOf: (kind, name) => handlingIn(kind === "node" ? nodes : tools, name),
  };
}

function handlingIn(
  declared: Readonly<Record<string, EffectDeclaration>>,
  name: string,
): EffectHandling | undefined {
  const declaration = Object.hasOwn(declared, name) ? declared[name] : undefined;
  if (declaration === "hold") return { hold: {} };
  return typeof declaration === "object" ? declaration : undefined;
}
