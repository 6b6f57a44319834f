import { acceptanceOf, type VerifierCalibration } from "@langgraph-rollback/attribution";
import type { Diagnosis } from "./diagnosis.ts";

/** What a verifier's calibration with retries accepts after a failure; nothing of one without. */
export function checkRetries(calibration: VerifierCalibration): readonly Diagnosis[] {
  const { retries } = calibration;
  if (retries === undefined) return [];
  const acceptance = acceptanceOf(calibration);
  if (acceptance === undefined)
    return [
      {
        check: "verifier",
        level: "warning",
        code: "RETRIES_WITHOUT_GAMMA",
        message: `The verifier's calibration has retries of ${retries.tasks.length} tasks, and no gamma is chosen: nothing bounds the wrong results that are accepted after a failure.`,
        remedy: "Look at what each gamma accepts, and choose one: langgraph-rollback calibrate --retried.",
      },
    ];
  const { k, reason, trivial } = acceptance;
  if (k > 0) return [{ check: "verifier", level: "ok", message: reason }];
  return [
    {
      check: "verifier",
      level: "warning",
      code: "RETRIES_ACCEPT_NOTHING",
      message: `Rollbacks cannot recover a run. ${reason}`,
      remedy:
        trivial === undefined
          ? "Choose a gamma above 0: langgraph-rollback calibrate --retried."
          : `Retry failed tasks until there are ${trivial.needed} (langgraph-rollback pilot --retries), or accept a larger gamma.`,
    },
  ];
}
