import { installedLanggraph } from "./installed-langgraph.ts";
import { isUntestedLanggraph, TESTED_LANGGRAPH } from "./tested-langgraph.ts";
import { warn } from "../errors/warn.ts";

let hasLooked = false;

/**
 * @internal Warns once in a process if the installed LangGraph is newer than any that this package is tested with.
 *
 * Rollback relies on more of LangGraph than its documentation promises, so a new minor version may break it silently.
 * `node --disable-warning=LANGGRAPH_UNTESTED` turns the warning off.
 *
 * @param from address of the file whose LangGraph counts; the default is this package's own
 */
export function warnOfUntestedLanggraph(from: string = import.meta.url): void {
  if (hasLooked) return;
  hasLooked = true;
  const version = installedLanggraph(from);
  if (version === undefined || !isUntestedLanggraph(version)) return;
  warn(
    `@langchain/langgraph ${version} is newer than any version that langgraph-rollback is tested with ` +
      `(${TESTED_LANGGRAPH}). A rollback may run more than it says. ` +
      `Update langgraph-rollback, or install @langchain/langgraph@${TESTED_LANGGRAPH}.`,
    "UntestedLangGraphWarning",
    "LANGGRAPH_UNTESTED",
  );
}
