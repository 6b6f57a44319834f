// Statements that this process sends, by what its connections are for.
import pg from "pg";

const counts = new Map();
// It is called with its client below.
// oxlint-disable-next-line typescript/unbound-method
const send = pg.Client.prototype.query;
pg.Client.prototype.query = function query(...given) {
  const name = this.connectionParameters.application_name ?? "other";
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return send.apply(this, given);
};

const NAMES = { queue: "langgraph-rollback queue", checkpointer: "bench checkpointer", lock: "bench lock" };

/** How many statements were sent so far: a round trip each. */
export const statements = () => ({
  queue: counts.get(NAMES.queue) ?? 0,
  checkpointer: counts.get(NAMES.checkpointer) ?? 0,
  lock: counts.get(NAMES.lock) ?? 0,
});

export const difference = (after, before) =>
  Object.fromEntries(Object.entries(after).map(([key, value]) => [key, value - before[key]]));

export const total = (by) => Object.values(by).reduce((sum, value) => sum + value, 0);
