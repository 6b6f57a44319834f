/** `telemetry()` was called, and the package with OpenTelemetry's API is not installed. */
export class TelemetryMissingError extends Error {
  override readonly name = "TelemetryMissingError";
  readonly code = "TELEMETRY_MISSING";

  constructor() {
    super(
      "`telemetry` needs the package `@opentelemetry/api`, and it was not found. Install it, and set up a provider, such as that of `@opentelemetry/sdk-trace-node`; or leave the option `telemetry` out.",
    );
  }
}
