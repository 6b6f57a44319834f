import { createColors } from "picocolors";
import type { Finding } from "./finding.ts";

const TROUBLESHOOTING =
  "https://github.com/langgraph-rollback/langgraph-rollback/blob/main/docs/troubleshooting.md";

/** The findings for people, each with its level in words. */
export function doctorReport(findings: readonly Finding[], isColored: boolean): string {
  const colors = createColors(isColored);
  const shown = {
    ok: colors.green("ok     "),
    warning: colors.yellow("warning"),
    fault: colors.red("FAULT  "),
  };
  const lines = findings.flatMap((finding) =>
    finding.level === "ok"
      ? [`${shown.ok}  ${finding.message}`]
      : [`${shown[finding.level]}  ${finding.message} [${finding.code}]`, `         -> ${finding.remedy}`],
  );
  const sound = findings.every(({ level }) => level === "ok");
  return [...lines, ...(sound ? [] : ["", `Each code is explained in ${TROUBLESHOOTING}`])].join("\n");
}

export function countOf(findings: readonly Finding[], level: Finding["level"]): number {
  return findings.filter((finding) => finding.level === level).length;
}

/** The same for programs. */
export function doctorJson(findings: readonly Finding[]): string {
  const counts = { faults: countOf(findings, "fault"), warnings: countOf(findings, "warning") };
  return JSON.stringify({ format: "langgraph-rollback/doctor", version: 1, ...counts, findings }, null, 2);
}
