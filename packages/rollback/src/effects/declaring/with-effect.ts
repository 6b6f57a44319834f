import type { StructuredToolInterface } from "@langchain/core/tools";

import type { EffectDeclaration } from "./effect-options.ts";

const declarations = new WeakMap<object, EffectDeclaration>();

/** What a tool's function is given, once its input is parsed. */
type ArgsOf<T> = T extends { func: (input: infer Args, ...rest: never[]) => unknown } ? Args : unknown;
/** What it gives. */
type ResultOf<T> = T extends { func: (...args: never[]) => infer Result } ? Awaited<Result> : unknown;

/**
 * Declares beside a tool what it does outside of the graph. What `effects.tools` says of its name comes first.
 *
 * @returns the tool, as another object: the one given stays as it is
 *
 * @example
 * const bookFlight = withEffect(tool(book, { name: "book_flight", schema }), {
 *   undo: ({ args, key }) => cancel(args.flight, key),
 * });
 */
export function withEffect<T extends StructuredToolInterface>(
  tool: T,
  declaration: EffectDeclaration<ArgsOf<T>, ResultOf<T>>,
): T;
export function withEffect(tool: object, declaration: EffectDeclaration): unknown {
  const declared: unknown = Object.create(tool);
  if (typeof declared === "object" && declared !== null) declarations.set(declared, declaration);
  return declared;
}

/** @internal How a tool is declared by {@link withEffect}; the copies that the rollback makes of it are, too. */
export function declaredEffectOf(tool: object): EffectDeclaration | undefined {
  for (
    let each: unknown = tool;
    typeof each === "object" && each !== null;
    each = Object.getPrototypeOf(each)
  ) {
    const declaration = declarations.get(each);
    if (declaration !== undefined) return declaration;
  }
  return undefined;
}
