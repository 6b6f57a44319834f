import { TelemetryMissingError } from "../errors/telemetry-missing-error.ts";

/** OpenTelemetry's API, which is a peer that not everybody installs. */
export type OpenTelemetry = typeof import("@opentelemetry/api");

// Awaited here, so that a bundler sees it, and that who only needs the names of attributes needs no such package.
const loaded: OpenTelemetry | undefined = await import("@opentelemetry/api").catch(unlessMissing);

function unlessMissing(error: unknown): undefined {
  if (Reflect.get(Object(error), "code") !== "ERR_MODULE_NOT_FOUND") throw error;
  return undefined;
}

/** @throws {TelemetryMissingError} if it is not installed */
export function openTelemetry(): OpenTelemetry {
  if (loaded === undefined) throw new TelemetryMissingError();
  return loaded;
}
