import type { EffectDeclaration, EffectOptions } from "langgraph-rollback";

/** The same effects, but the process is killed when one of them has been undone, and nobody has noted that down yet. */
export function killingEffects(effects: EffectOptions, killedAfter: string): EffectOptions {
  const { tools = {} } = effects;
  const { [killedAfter]: last } = tools;
  return { ...effects, tools: { ...tools, ...(last === undefined ? {} : { [killedAfter]: killing(last) }) } };
}

function killing(declaration: EffectDeclaration): EffectDeclaration {
  if (typeof declaration === "string") return declaration;
  return {
    ...declaration,
    undo: async (call) => {
      await declaration.undo?.(call);
      process.kill(process.pid, "SIGKILL");
      // The signal may arrive after this line.
      return new Promise(() => {});
    },
  };
}
