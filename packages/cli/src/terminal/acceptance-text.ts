import { acceptanceTable, type RetriedTasks } from "@langgraph-rollback/attribution";
import { ACCEPTANCE_NOTES, acceptanceFigures } from "@langgraph-rollback/inspector/shared";
import { figuresTable } from "./figures-table.ts";

/** For people: what is accepted after a failure, by number of retries and gamma, and without a bound. */
export const acceptanceText = (retried: RetriedTasks): string =>
  [
    ACCEPTANCE_NOTES.before,
    "",
    figuresTable(acceptanceFigures(acceptanceTable(retried))),
    "",
    ACCEPTANCE_NOTES.after,
  ].join("\n");
