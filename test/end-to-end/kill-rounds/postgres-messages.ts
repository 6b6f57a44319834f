/** One message of a client to Postgres, with the statement that it belongs to. */
export interface ClientMessage {
  readonly sql: string;
  readonly bytes: Buffer;
  /** Whether Postgres carries the statement out on it. */
  readonly ends: boolean;
}

/**
 * Cuts what a client sends into messages: a length first when it connects, then a letter and a length each
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
export function readClientMessages(onMessage: (message: ClientMessage) => void): (data: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let started = false;
  let sql = "";
  return (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const head = started ? 1 : 0;
      if (rest.length < head + 4) return;
      const length = head + rest.readInt32BE(head);
      if (rest.length < length) return;
      const bytes = rest.subarray(0, length);
      const letter = started ? bytes.toString("latin1", 0, 1) : "";
      rest = rest.subarray(length);
      started = true;
      // A query holds its text; a statement with values is parsed first, by an empty name here, and ends with a sync.
      if (letter === "Q") sql = textFrom(bytes, 5);
      if (letter === "P") sql = textFrom(bytes, bytes.indexOf(0, 5) + 1);
      onMessage({ sql, bytes, ends: letter === "Q" || letter === "S" });
    }
  };
}

const textFrom = (bytes: Buffer, start: number): string =>
  bytes.toString("utf8", start, bytes.indexOf(0, start));

/** Whether Postgres says that it is done with a statement. */
export const readyForQuery = (data: Buffer): boolean =>
  data.length >= 6 && data.toString("latin1", data.length - 6, data.length - 5) === "Z";
