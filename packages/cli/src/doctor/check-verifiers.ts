import type { ThreadView } from "@langgraph-rollback/inspector";
import { printable } from "@langgraph-rollback/inspector/shared";
import type { Diagnosis } from "./diagnosis.ts";

/** Whether failures were rejected by the verifier that their sets were calibrated for: a warning for each other pair. */
export function checkVerifiers(threads: readonly ThreadView[]): readonly Diagnosis[] {
  const pairs = new Map<string, Diagnosis>();
  const attempts = threads.flatMap(({ runs }) => runs.flatMap((run) => run.attempts));
  for (const { attribution } of attempts) {
    if (attribution?.otherVerifier === undefined) continue;
    const { actual, calibrated } = attribution.otherVerifier;
    pairs.set(JSON.stringify([actual, calibrated]), {
      check: "calibration",
      level: "warning",
      code: "OTHER_VERIFIER",
      message: printable(
        `The verifier "${actual}" has rejected runs, and their sets are calibrated on failures that "${calibrated}" rejects: they promise nothing exact.`,
      ),
      remedy: "Calibrate on failures that the agent's verifier has rejected.",
    });
  }
  return [...pairs.values()];
}
