/** The checks of `doctor`, in their order. */
export const CHECKS = [
  "node",
  "packages",
  "core",
  "database",
  "durability",
  "history",
  "effects",
  "calibration",
  "verifier",
  "recovery",
  "alarm",
  "learning",
  "promises",
  "queue",
  "endpoint",
] as const;
export type Check = (typeof CHECKS)[number];

/** Result of one check. A fault keeps rollback from working or from keeping its promise; a warning makes it worth less. */
export type Diagnosis =
  | { readonly check: Check; readonly level: "ok"; readonly message: string }
  | {
      readonly check: Check;
      readonly level: "warning" | "fault";
      /** Stays the same between versions; docs/troubleshooting.md has each. */
      readonly code: DiagnosisCode;
      readonly message: string;
      /** Remedy for it. */
      readonly remedy: string;
    };

/** Everything that `doctor` may have to say against a set-up. */
export const DIAGNOSIS_CODES = [
  "NODE_TOO_OLD",
  "NO_PROJECT",
  "PACKAGES_NOT_LOOKED_AT",
  "PACKAGE_MISSING",
  "PACKAGE_OUT_OF_RANGE",
  "LANGGRAPH_UNTESTED",
  "CORE_DUPLICATED",
  "DATABASE_UNREADABLE",
  "DATABASE_EMPTY",
  "DURABILITY_EXIT",
  "THREAD_UNREADABLE",
  "EFFECT_NOT_UNDONE",
  "EFFECT_STANDS",
  "EFFECT_NOT_RELEASED",
  "EFFECT_MAY_WAIT",
  "RECEIPT_QUOTED",
  "CALIBRATION_UNREADABLE",
  "CALIBRATION_ONLY_RESTARTS",
  "CALIBRATION_TOO_SMALL",
  "CALIBRATION_APPROXIMATE",
  "CALIBRATION_WITHOUT_SCORER",
  "OTHER_VERIFIER",
  "VERIFIER_CALIBRATION_UNREADABLE",
  "VERIFIER_CALIBRATION_TOO_SMALL",
  "RETRIES_WITHOUT_GAMMA",
  "RETRIES_ACCEPT_NOTHING",
  "VERIFIER_CALIBRATION_OF_OTHER",
  "VERIFIER_DRIFT",
  "LABELS_UNREADABLE",
  "ALARM_CALIBRATION_UNREADABLE",
  "ALARM_STOPS_NONE",
  "RECOVERY_CALIBRATION_UNREADABLE",
  "RECOVERY_NOT_PROMISED",
  "RECOVERY_OTHER_PROCEDURE",
  "RECOVERY_LESS_THAN_PROMISED",
  "LEARNING_DRIFTED",
  "LEARNING_MISSED_RUNS",
  "LEARNING_NO_EVIDENCE",
  "QUEUE_UNREADABLE",
  "QUEUE_WITHOUT_WORKER",
  "QUEUE_POLLS_SLOWLY",
  "QUEUE_CLOCKS_DIFFER",
  "QUEUE_POLICY",
  "QUEUE_WITHOUT_HEARTBEAT",
  "QUEUE_EXPIRY_SHORT",
  "QUEUE_NOT_HEARD",
  "QUEUE_THREAD_STUCK",
  "QUEUE_JOB_MISSING",
  "QUEUE_RUNS_CRASHED",
  "QUEUE_RUNS_SET_BACK",
  "ENDPOINT_NOT_SET",
  "ENDPOINT_FAILED",
  "ENDPOINT_WITHOUT_SHAPE",
  "ENDPOINT_WITHOUT_LOGPROBS",
] as const;
export type DiagnosisCode = (typeof DIAGNOSIS_CODES)[number];
