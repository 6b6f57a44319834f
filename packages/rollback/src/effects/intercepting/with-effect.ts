import { declareEffect } from "../declaring/declared-effect.ts";
import type { EffectDeclaration } from "../declaring/effect-options.ts";
import { seenTool } from "./seen-tool.ts";

/** The part of a tool that is read. LangChain's own type of tools leaves out some of its tools under `exactOptionalPropertyTypes`. */
interface ToolLike {
  readonly name: string;
  invoke(...args: never[]): unknown;
}

/** Parsed input of a tool's function. */
type ArgsOf<T> = T extends { func: (input: infer Args, ...rest: never[]) => unknown } ? Args : unknown;
/** Result of a tool's function, at the end of its chunks if it streams them. */
type ResultOf<T> = T extends { func: (...args: never[]) => infer Given } ? EndOf<Given> : unknown;
type EndOf<Given> = Given extends AsyncGenerator<unknown, infer Result> ? Result : Awaited<Given>;

/**
 * Declares beside a tool what it does outside of the graph. What `effects.tools` says of its name comes first. Called inside of a node, such a
 * tool is given its stored result when the node runs again, as tools of a ToolNode are.
 *
 * @returns the tool, as another object: the one given stays as it is
 *
 * @example
 * const bookFlight = withEffect(tool(book, { name: "book_flight", schema }), {
 *   undo: ({ args, key }) => cancel(args.flight, key),
 * });
 */
export function withEffect<T extends ToolLike>(
  tool: T,
  declaration: EffectDeclaration<ArgsOf<T>, ResultOf<T>>,
): T;
export function withEffect(tool: ToolLike, declaration: EffectDeclaration): unknown {
  const declared: object = Object.create(seenTool(tool));
  declareEffect(declared, declaration);
  return declared;
}
