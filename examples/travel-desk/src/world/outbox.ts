import type { Database } from "./database.ts";
import { once } from "./once.ts";

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** Sends a mail. There is no way to take it back. */
export function sendMail(database: Database, key: string, { to, subject, body }: Mail): Promise<void> {
  return database.transaction((sql) =>
    once(sql, key, "send_mail", async () => {
      await sql("INSERT INTO outbox (effect_key, recipient, subject, body) VALUES ($1, $2, $3, $4)", [
        key,
        to,
        subject,
        body,
      ]);
    }),
  );
}
