import { Option } from "commander";

/** Formats of others that threads are written in. */
export const EXPORT_TARGETS = ["otlp", "sessions"] as const;

/** Name of such a format. */
export type ExportTarget = (typeof EXPORT_TARGETS)[number];

/** The format of another system to write. */
export function exportTargetOption(): Option {
  return new Option(
    "--to <format>",
    "otlp: OpenTelemetry traces as OTLP/JSON, one line a run; sessions: messages, as the Hub's viewer of sessions reads them",
  ).choices([...EXPORT_TARGETS]);
}
