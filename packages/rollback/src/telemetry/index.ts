export { telemetry } from "./telemetry.ts";
export type { TelemetryOptions } from "./telemetry.ts";
export type { Telemetry } from "../setup/telemetry.ts";
