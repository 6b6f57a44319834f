import path from "node:path";
import { pathToFileURL } from "node:url";
import { sentence } from "@langgraph-rollback/attribution/trajectory";
import { CommandFailedError } from "../errors/command-failed-error.ts";

/** An export of a module under a name. */
export interface LoadedExport {
  readonly module: string;
  readonly name: string;
  /** `undefined` if there is no such export. */
  readonly value: unknown;
}

/** The module and the name in `./agent.js#name`; `./agent.js` has no name. */
export function exportIn(spec: string): { readonly module: string; readonly name?: string } {
  const at = spec.lastIndexOf("#");
  return at < 0 ? { module: spec } : { module: spec.slice(0, at), name: spec.slice(at + 1) };
}

/**
 * Imports a module of the user's and takes one of its exports.
 *
 * @param option the option that names it, for messages
 * @param spec   `./agent.js#name`; without `#name`, the fallback
 * @throws {CommandFailedError} if the module cannot be imported
 */
export async function loadExport(option: string, spec: string, fallback: string): Promise<LoadedExport> {
  const { module, name = fallback } = exportIn(spec);
  return { module, name, value: Reflect.get(await loadModule(option, module), name) };
}

/**
 * Imports a module of the user's and takes one of its exports, which has to be of a kind.
 *
 * @param option the option that names it, for messages
 * @param spec   `./agent.js#name`; without `#name`, the fallback
 * @param what   the kind, in words
 * @throws {CommandFailedError} if there is no such export
 */
export async function loadValue<Value>(
  option: string,
  spec: string,
  fallback: string,
  is: (value: unknown) => value is Value,
  what: string,
): Promise<Value> {
  const { module, name, value } = await loadExport(option, spec, fallback);
  if (is(value)) return value;
  throw new CommandFailedError(
    `Expected ${module} to export ${what} as \`${name}\`; \`${option} ${module}#name\` takes another name.`,
  );
}

/**
 * Imports a module of the user's.
 *
 * @param option the option that names it, for messages
 * @throws {CommandFailedError} if it cannot be imported
 */
export async function loadModule(option: string, module: string): Promise<object> {
  const file = path.resolve(module);
  const { href } = pathToFileURL(file);
  try {
    return Object(await import(href));
  } catch (cause) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replaceAll(href, () => file);
    const isTypeScript = /\.[cm]?tsx?$/.test(module);
    const remedy = isTypeScript
      ? " Name the compiled JavaScript, or start Node with something that reads TypeScript."
      : "";
    throw new CommandFailedError(`Could not import \`${option}\` ${module}: ${sentence(reason)}${remedy}`, {
      cause,
    });
  }
}
