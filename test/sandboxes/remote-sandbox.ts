import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Workspace } from "langgraph-rollback";

import { keptBundle } from "../fixtures/kept-bundle.ts";
import { endOf, oddEnd } from "../fixtures/worker-end.ts";

/** A sandbox in another process, as an SDK of a vendor gives it. */
export interface RemoteSandbox {
  /** Its folder, as its own commands see it. */
  readonly folder: string;
  call<T>(name: string, ...args: readonly unknown[]): Promise<T>;
}

/** Functions that a user writes for such a sandbox. */
export const workspaceOf = (sandbox: RemoteSandbox): Workspace => ({
  snapshot: () => sandbox.call("snapshot"),
  // JSON would make a `null` of an `undefined`.
  restore: (id, since) => sandbox.call("restore", ...(since === undefined ? [id] : [id, since])),
});

export const writeTo = (sandbox: RemoteSandbox, path: string, content: Uint8Array): Promise<unknown> =>
  sandbox.call("write", path, Buffer.from(content).toString("base64"));

export const readFrom = async (sandbox: RemoteSandbox, path: string): Promise<Buffer> =>
  Buffer.from(await sandbox.call<string>("read", path), "base64");

/** Starts a process that runs sandboxes. */
export async function startSandboxes(): Promise<{
  readonly make: () => RemoteSandbox;
  readonly stop: () => Promise<void>;
}> {
  const base = mkdtempSync(join(tmpdir(), "sandboxes-"));
  const program = await keptBundle(join(import.meta.dirname, "sandbox-server.ts"));
  const server = spawn(process.execPath, [program, base], { stdio: ["pipe", "pipe", "pipe"] });
  const ended = endOf(server);
  const port = await Promise.race([
    once(server.stdout, "data").then(([data]) => String(data).trim()),
    ended.then((end) => Promise.reject(oddEnd(end))),
  ]);
  const make = (): RemoteSandbox => {
    const id = randomUUID();
    return {
      folder: join(base, id, "files"),
      call: async (name, ...args) => {
        const url = `http://127.0.0.1:${port}/${id}/${name}`;
        const response = await fetch(url, { method: "POST", body: JSON.stringify(args) });
        if (!response.ok) throw new Error(await response.text());
        return JSON.parse(await response.text());
      },
    };
  };
  const stop = async (): Promise<void> => {
    server.stdin.end();
    await ended;
    rmSync(base, { recursive: true, force: true });
  };
  return { make, stop };
}
