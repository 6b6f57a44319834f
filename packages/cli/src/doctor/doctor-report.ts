import { createColors } from "picocolors";
import type { Diagnosis } from "./diagnosis.ts";

const TROUBLESHOOTING =
  "https://github.com/langgraph-rollback/langgraph-rollback/blob/main/docs/troubleshooting.md";

/** The diagnoses for people, each with its level in words. */
export function doctorReport(diagnoses: readonly Diagnosis[], isColored: boolean): string {
  const colors = createColors(isColored);
  const shown = {
    ok: colors.green("ok     "),
    warning: colors.yellow("warning"),
    fault: colors.red("FAULT  "),
  };
  const lines = diagnoses.flatMap((diagnosis) =>
    diagnosis.level === "ok"
      ? [`${shown.ok}  ${diagnosis.message}`]
      : [
          `${shown[diagnosis.level]}  ${diagnosis.message} [${diagnosis.code}]`,
          `         -> ${diagnosis.remedy}`,
        ],
  );
  const sound = diagnoses.every(({ level }) => level === "ok");
  return [...lines, ...(sound ? [] : ["", `Each code is explained in ${TROUBLESHOOTING}`])].join("\n");
}

export function countOf(diagnoses: readonly Diagnosis[], level: Diagnosis["level"]): number {
  return diagnoses.filter((diagnosis) => diagnosis.level === level).length;
}

/** The same for programs. */
export function doctorJson(diagnoses: readonly Diagnosis[]): string {
  const counts = { faults: countOf(diagnoses, "fault"), warnings: countOf(diagnoses, "warning") };
  return JSON.stringify({ format: "langgraph-rollback/doctor", version: 1, ...counts, diagnoses }, null, 2);
}
