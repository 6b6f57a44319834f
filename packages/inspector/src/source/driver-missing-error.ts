import { sentence } from "@langgraph-rollback/attribution/trajectory";

/** The package that reads a kind of database is not installed, or could not be loaded. */
export class DriverMissingError extends Error {
  override readonly name = "DriverMissingError";
  readonly code = "DRIVER_MISSING";
  readonly driver: string;

  constructor(driver: string, cause: unknown) {
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? cause.name) : String(cause);
    super(
      `${driver} cannot be loaded: ${sentence(reason)} Install it (npm install ${driver}); ` +
        "if it is installed, its native part was not built for this Node: npm rebuild.",
      { cause },
    );
    this.driver = driver;
  }
}
