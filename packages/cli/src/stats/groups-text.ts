import { counted, plainLine } from "@langgraph-rollback/inspector/shared";
import type { AgentStats } from "langgraph-rollback/stats";

/** Groups, wordings and threads that are told. */
const GROUPS = 10;
const WORDINGS = 2;
const THREADS = 3;

/** Groups of failed runs, each in some lines. */
export function groupsText(groups: AgentStats["groups"], width: number): string {
  const lines = groups.slice(0, GROUPS).flatMap((group) => {
    const { count, errors, firstSeen, history, id, lastSeen, mark, places, runs, wordings } = group;
    const suspects = places.slice(0, 2).map(({ place, share }) => `${place} ${Math.round(100 * share)} %`);
    const names = errors.slice(0, 2).map((error) => `${error.name} ${error.count}`);
    return [
      `${id}  ${counted(count, "run")}, ${history.at(-1) ?? 0} of the last period, ${firstSeen.slice(0, 10)} to ${lastSeen.slice(0, 10)}${mark === undefined ? "" : `, ${mark}`}`,
      ...wordings.slice(0, WORDINGS).map(({ reason }) => `  "${plainLine(reason, width - 4)}"`),
      ...(suspects.length === 0 ? [] : [`  suspected: ${suspects.join(", ")}`]),
      ...(names.length === 0 ? [] : [`  exceptions: ${names.join(", ")}`]),
      `  threads: ${runs
        .slice(0, THREADS)
        .map(({ thread }) => plainLine(thread, 24))
        .join(", ")}`,
    ].map((line) =>
      line.startsWith('  "') ? line : `${line.startsWith("  ") ? "  " : ""}${plainLine(line, width - 2)}`,
    );
  });
  const left = groups.length - GROUPS;
  return [...lines, ...(left > 0 ? [`and ${counted(left, "group")} more, which --json has`] : [])].join("\n");
}
