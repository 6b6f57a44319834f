import { once } from "node:events";
import type { Server } from "node:http";

import { ListenError } from "./listen-error.ts";

/**
 * Binds a server.
 * @returns the port that it has bound
 * @throws {ListenError}
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (cause) {
    throw new ListenError(host, port, cause);
  }
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Closes a server with whatever is connected to it. */
export async function unlisten(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
