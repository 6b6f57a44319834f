import type { ReportedFiles } from "../shared/view/report-data.ts";
import type { ThreadView } from "../shared/view/thread-view.ts";
import type { ThreadSource } from "../source/thread-source.ts";

/** Files that attempts of threads changed, with as many characters of differences as there is room for. */
export async function reportedFiles(
  source: ThreadSource,
  views: readonly ThreadView[],
  mostCharacters: number,
): Promise<readonly ReportedFiles[]> {
  const reported: ReportedFiles[] = [];
  let room = mostCharacters;
  for (const { id: thread, runs } of views)
    for (const { attempts, run } of runs)
      for (const { attempt, files } of attempts) {
        if (files === undefined) continue;
        const id = { thread, run, attempt };
        const view = await source.files?.(id, { mostOfAll: room });
        if (view === undefined) continue;
        room -= view.changes.reduce((sum, { difference = "" }) => sum + difference.length, 0);
        reported.push({ id, view });
      }
  return reported;
}

/** Whether a difference was left out, or cut, is said beside its file; here it is said that there are any. */
export function leftOutOfFiles(reported: readonly ReportedFiles[]): readonly string[] {
  const left = reported.flatMap(({ view }) => view.changes.filter((file) => file.left !== undefined)).length;
  const more = reported.reduce((sum, { view }) => sum + view.more, 0);
  if (left + more === 0) return [];
  return [
    `Of ${left + more} changed ${left + more === 1 ? "file" : "files"} it does not show all lines; the inspector shows more.`,
  ];
}
