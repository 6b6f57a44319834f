import type { QueueAction } from "./run-row.ts";

/** A list with the action of a person, if one is named, as JSON. */
export function actionsOf(
  action: QueueAction["action"],
  person: Pick<QueueAction, "by" | "why"> | undefined,
): string {
  if (person === undefined) return "[]";
  const { by, why } = person;
  return JSON.stringify([
    { at: new Date().toISOString(), action, by, ...(why === undefined || why === "" ? {} : { why }) },
  ]);
}

/** SQL for the actions with more. */
export const added = (parameter: string): string => `(actions::jsonb || (${parameter})::jsonb)::text`;

/** SQL for the problem of a run whose worker is gone. */
export const LOST: string = `jsonb_build_object('at', $3::text, 'code', 'WORKER_LOST', 'message',
  'Worker ' || coalesce(worker, '') || ' stopped answering while it had this run; another one goes on with it.')`;

/** SQL for the problems with one more, of which the latest 50 are kept. */
export const appended = (parameter: string): string =>
  `(SELECT coalesce(jsonb_agg(p ORDER BY o), '[]') FROM (
     SELECT p, o FROM jsonb_array_elements(problems::jsonb || (${parameter})::jsonb) WITH ORDINALITY AS e(p, o) ORDER BY o DESC LIMIT 50) AS kept)::text`;
