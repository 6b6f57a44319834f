/** Place of everything of the example. Several may be in one database, by their schemas. */
export const connectionString: string =
  process.env["DATABASE_URL"] ?? "postgresql://postgres@127.0.0.1:5432/test";

/** Schema of the bookings, the checkpoints and the leases. That of the queue has "_queue" behind it. */
export const schema: string = process.env["EXAMPLE_SCHEMA"] ?? "workers_example";

export const queueSchema = `${schema}_queue`;
