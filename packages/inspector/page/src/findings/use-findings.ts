import { attemptKey, type AttemptId } from "../../../src/shared/labels/attempt-key.ts";
import type { FindingsView } from "../../../src/shared/view/finding-view.ts";
import { usePageData } from "../data/page-data.ts";
import { type Loaded, useLoaded } from "../parts/use-loaded.ts";

const NONE: FindingsView = { findings: [], unfit: 0 };

/** Findings of methods about an attempt. @param areWanted whether they may be seen yet; default true */
export function useFindings(id: AttemptId, areWanted = true): Loaded<FindingsView> {
  const data = usePageData();
  return useLoaded(
    `findings ${attemptKey(id)} ${areWanted}`,
    async () => (areWanted ? await data.findings?.(id) : undefined) ?? NONE,
  ).loaded;
}
