// The store of a file by its ending: ".sqlite" is LangGraph's SqliteSaver, whatever else a FileSaver.
import { FileSaver } from "./file-saver.mjs";

export async function openSaver(file) {
  if (!file.endsWith(".sqlite")) return new FileSaver(file);
  const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
  return SqliteSaver.fromConnString(file);
}

/** Whether SQLite's package is here, and its native part compiled for this Node. */
export async function hasSqlite() {
  try {
    await (await openSaver(":memory:.sqlite")).getTuple({ configurable: { thread_id: "none" } });
    return true;
  } catch {
    return false;
  }
}
