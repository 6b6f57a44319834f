/** Any number that nobody else locks by. */
const LOCK = 7_305_442_861_093;

/** @internal SQL that gives, as `made`, whether the queue's tables are there with all their columns. It waits for nobody, where making them waits for all who use them. */
export const madeSql = (schema: string): string => `
SELECT to_regclass('${schema}.watchers') IS NOT NULL AND EXISTS (
  SELECT FROM information_schema.columns
  WHERE table_schema = '${schema}' AND table_name = 'runs' AND column_name = 'actions'
) AS made`;

/** @internal SQL that makes the queue's tables, and columns that older ones lack, where they are missing. Several processes may run it at once. */
export const tablesSql = (schema: string): string => `
BEGIN;
SELECT pg_advisory_xact_lock(${LOCK});
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.runs (
  id uuid PRIMARY KEY,
  graph text NOT NULL,
  thread text NOT NULL,
  tenant text NOT NULL,
  priority integer NOT NULL,
  input text NOT NULL,
  options text NOT NULL,
  status text NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  start_after timestamptz,
  started_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  ended_at timestamptz,
  starts integer NOT NULL DEFAULT 0,
  crashes integer NOT NULL DEFAULT 0,
  setbacks integer NOT NULL DEFAULT 0,
  worker text,
  output text,
  error text,
  summary text,
  questions text,
  expires_at timestamptz,
  answer text,
  answer_mark text,
  answer_signed text,
  cancelled_at timestamptz,
  cancel_reason text,
  unblock text,
  problems text NOT NULL DEFAULT '[]',
  actions text NOT NULL DEFAULT '[]'
);
-- Of tables that an earlier version made.
ALTER TABLE ${schema}.runs
  ADD COLUMN IF NOT EXISTS answer_signed text,
  ADD COLUMN IF NOT EXISTS actions text NOT NULL DEFAULT '[]';
CREATE INDEX IF NOT EXISTS runs_of_thread ON ${schema}.runs (thread, id);
CREATE INDEX IF NOT EXISTS runs_queued ON ${schema}.runs (tenant) WHERE status = 'queued';
CREATE INDEX IF NOT EXISTS runs_open ON ${schema}.runs (status, expires_at) WHERE status IN ('running', 'waiting');
CREATE INDEX IF NOT EXISTS runs_ended ON ${schema}.runs (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX IF NOT EXISTS runs_unblock ON ${schema}.runs (changed_at) WHERE unblock IS NOT NULL;
CREATE TABLE IF NOT EXISTS ${schema}.chunks (
  run uuid NOT NULL,
  n bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  item text NOT NULL,
  PRIMARY KEY (run, n)
);
CREATE TABLE IF NOT EXISTS ${schema}.watchers (
  run uuid NOT NULL,
  watcher text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (run, watcher)
);
COMMIT;
`;
