/** The fault of one line of a trajectory file. */
export interface TrajectoryFormatFault {
  /** Line of the file, from 1. Absent when the trajectory comes from memory. */
  readonly line?: number | undefined;
  /** Path of the field, such as `steps[3].index`; "" for the line as a whole. */
  readonly field: string;
  readonly expected: string;
  /** The offending value; the message shows its first 60 characters. */
  readonly actual: unknown;
  readonly remedy: string;
  readonly cause?: unknown;
}

const SHOWN = 60;

/** A line is not a trajectory that this version can read, or a trajectory could not be read back if written. */
export class TrajectoryFormatError extends Error {
  override readonly name = "TrajectoryFormatError";
  readonly code = "TRAJECTORY_FORMAT";
  readonly line: number | undefined;
  readonly field: string;

  constructor(fault: TrajectoryFormatFault) {
    const place = [
      ...(fault.line === undefined ? [] : [`line ${fault.line}`]),
      ...(fault.field === "" ? [] : [`\`${fault.field}\``]),
    ].join(", ");
    super(
      `Trajectory${place === "" ? "" : ` (${place})`}: expected ${fault.expected}, got ${shorten(fault.actual)}. ${fault.remedy}`,
      fault.cause === undefined ? {} : { cause: fault.cause },
    );
    this.line = fault.line;
    this.field = fault.field;
  }
}

function shorten(value: unknown): string {
  const text = describe(value);
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  // JSON has no NaN and no bigint.
  return typeof value === "number" || typeof value === "bigint"
    ? `${value}`
    : (JSON.stringify(value) ?? "nothing");
}
