import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { readClientMessages, readyForQuery } from "./postgres-messages.ts";

/** One statement on its way to Postgres. */
export interface Statement {
  readonly sql: string;
  /** Items that the statements of its transaction up to here have stored, such as "record" or "fork". */
  readonly stored: ReadonlySet<string>;
}

/**
 * Fate of the statement at which a process dies:
 * - "lost": it has not been sent;
 * - "unanswered": it was carried out, and the process did not hear of it;
 * - "late": it is on its way, and is carried out after the process' other connections are gone.
 */
export type Loss = "lost" | "unanswered" | "late";

/** Looks at each statement; what it returns, if anything, is where the process dies. */
export type Watch = (statement: Statement) => { readonly loss: Loss; readonly delay: number } | undefined;

/** A way to Postgres that one process uses, and on which it can be killed at any statement. */
export interface StatementGate {
  readonly port: number;
  /** Resolves once nothing that was held back is on its way any more. */
  readonly quiet: () => Promise<void>;
  /** Resolves once all connections of a process that is dead are closed, so that nothing that it sent is on its way. */
  readonly drained: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Passes on everything between one process and Postgres, and kills the process at the statement that `watch` names.
 *
 * @param options.storedBy what a message of a statement stores, if anything
 */
export async function openGate(
  postgres: { readonly host: string; readonly port: number },
  options: {
    readonly watch: Watch;
    readonly kill: () => void;
    readonly storedBy: (sql: string, message: Buffer) => string | undefined;
  },
): Promise<StatementGate> {
  const late = new Set<Promise<void>>();
  const open = new Set<Socket>();
  const gate = createServer((client) => {
    const server = connect(postgres.port, postgres.host);
    for (const socket of [client, server]) {
      open.add(socket.setNoDelay(true));
      socket.on("error", () => socket.destroy());
      socket.on("close", () => open.delete(socket));
    }
    let stored = new Set<string>();
    /** Nothing more is passed on once the process is dead. */
    let dead: Loss | undefined;
    server.on("data", (data) => {
      if (dead === undefined) client.write(data);
      if (dead === "unanswered" && readyForQuery(data)) {
        options.kill();
        server.destroy();
      }
    });
    const read = readClientMessages((message) => {
      if (dead !== undefined) return;
      const kind = options.storedBy(message.sql, message.bytes);
      if (kind !== undefined) stored.add(kind);
      const death = message.ends ? options.watch({ sql: message.sql, stored }) : undefined;
      if (message.ends && /^(?:begin|commit|rollback)$/iu.test(message.sql)) stored = new Set();
      dead = death?.loss;
      if (death === undefined || death.loss === "unanswered") return void server.write(message.bytes);
      options.kill();
      if (death.loss === "lost") return void server.destroy();
      late.add(carriedOut(server, message.bytes, death.delay));
    });
    client.on("data", read);
    client.on("close", () => dead ?? server.end());
    server.on("close", () => client.end());
  });
  gate.listen(0, "127.0.0.1");
  await once(gate, "listening");
  const address = gate.address();
  if (address === null || typeof address === "string") throw new TypeError("Expected a port.");
  return {
    port: address.port,
    quiet: async () => {
      await Promise.all(late);
    },
    drained: async () => {
      await Promise.all([...late, ...[...open].map(closed)]);
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      gate.close();
      await once(gate, "close");
    },
  };
}

/** An error closes a socket, too. */
const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on("close", () => resolve());
  });

/** Sends a statement after a while, and waits until Postgres is done with it. */
async function carriedOut(server: Socket, bytes: Buffer, delay: number): Promise<void> {
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      server.on("data", (data) => readyForQuery(data) && resolve());
      server.on("close", () => resolve());
      server.write(bytes);
    }, delay);
  });
  server.destroy();
}
