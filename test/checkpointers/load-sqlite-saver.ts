/** The SqliteSaver class, or why there is none: better-sqlite3 is optional, and not built everywhere. */
export async function loadSqliteSaver() {
  try {
    const { SqliteSaver } = await import("@langchain/langgraph-checkpoint-sqlite");
    const { openSqlite: open } = await import("../fixtures/open-sqlite.ts");
    open(":memory:").db.close();
    return { open, reopen: ({ db }: { db: ReturnType<typeof open>["db"] }) => new SqliteSaver(db) };
  } catch (error) {
    const missing = error instanceof Error ? (error.message.split("\n")[0] ?? error.name) : String(error);
    // Printed, because a reporter that shows only failures hides skipped tests.
    process.stderr.write(`SKIPPED: the tests over SqliteSaver, which cannot be loaded: ${missing}\n`);
    const open = (): never => {
      throw new Error(missing, { cause: error });
    };
    return { open, reopen: open, missing };
  }
}
