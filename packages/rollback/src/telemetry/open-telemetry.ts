import { TelemetryMissingError } from "../errors/telemetry-missing-error.ts";

/** OpenTelemetry's API, which is a peer that not everybody installs. */
export type OpenTelemetry = typeof import("@opentelemetry/api");

let loaded: OpenTelemetry | undefined;

/**
 * Loads it at the first call, and at once: an import would have to be awaited, and `require` of this entry could not wait for it. All copies of
 * the API in a process share their providers.
 *
 * @throws {TelemetryMissingError} if it is not installed
 */
export function openTelemetry(): OpenTelemetry {
  loaded ??= installed();
  if (loaded === undefined) throw new TelemetryMissingError();
  return loaded;
}

function installed(): OpenTelemetry | undefined {
  const found = globalThis.process?.getBuiltinModule?.("node:module");
  if (found === undefined) return undefined;
  try {
    const api: unknown = found.createRequire(import.meta.url)("@opentelemetry/api");
    return isApi(api) ? api : undefined;
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "MODULE_NOT_FOUND") throw error;
    return undefined;
  }
}

function isApi(value: unknown): value is OpenTelemetry {
  return typeof value === "object" && value !== null && "trace" in value && "metrics" in value;
}
