import type { EffectDeclaration } from "./effect-options.ts";

const declarations = new WeakMap<object, EffectDeclaration>();

/** @internal Declares an effect beside the tool that has it. */
export const declareEffect = (tool: object, declaration: EffectDeclaration): void =>
  void declarations.set(tool, declaration);

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
