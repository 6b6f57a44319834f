import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";

import { z } from "zod";

import { WorkspaceBusyError } from "../errors/workspace-busy-error.ts";
import { codeOf } from "./walk-folder.ts";

const leaseSchema = z.object({ id: z.string(), pid: z.number(), host: z.string(), since: z.string() });

type Lease = z.infer<typeof leaseSchema>;

/** Ids of the leases that this process holds: one that bears its number and is not among them is of an earlier process. */
const held = new Set<string>();

/**
 * @internal Takes a folder for one run. The lease of a process that has died is taken over.
 *
 * @param place where the folder's snapshots are kept
 * @returns gives it back
 * @throws {WorkspaceBusyError} if another run has it
 */
export function takeFolder(place: string, folder: string): () => void {
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const file = path.join(place, "lease.json");
  const own: Lease = {
    id: randomUUID(),
    pid: process.pid,
    host: hostname(),
    since: new Date().toISOString(),
  };
  const part = `${file}.${own.id}`;
  writeFileSync(part, JSON.stringify(own), { mode: 0o600 });
  try {
    if (!placed(part, file)) {
      const other = leaseIn(file);
      if (other !== undefined && isHeld(other)) throw busy(folder, file, other);
      remove(file, other, folder, part);
      if (!placed(part, file)) throw busy(folder, file, leaseIn(file));
    }
  } finally {
    rmSync(part, { force: true });
  }
  held.add(own.id);
  return () => {
    held.delete(own.id);
    if (leaseIn(file)?.id === own.id) rmSync(file, { force: true });
  };
}

/** Puts a lease in place, unless there is one. */
function placed(part: string, file: string): boolean {
  try {
    linkSync(part, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Removes a lease that nobody holds. Another process may have done so, and have put its own in place: that one is put back. */
function remove(file: string, stale: Lease | undefined, folder: string, part: string): void {
  const removed = `${part}.stale`;
  try {
    renameSync(file, removed);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const other = leaseIn(removed);
  const isOther = other !== undefined && other.id !== stale?.id;
  if (isOther) placed(removed, file);
  rmSync(removed, { force: true });
  if (isOther) throw busy(folder, file, other);
}

/** A lease that cannot be read is one that nobody can hold: it is written as a whole. */
function leaseIn(file: string): Lease | undefined {
  try {
    return leaseSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

function isHeld({ id, pid, host }: Lease): boolean {
  // Nobody can see from here whether a process of another machine is alive.
  if (host !== hostname()) return true;
  if (pid === process.pid) return held.has(id);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function busy(folder: string, file: string, lease: Lease | undefined): WorkspaceBusyError {
  const holder =
    lease === undefined
      ? "another process"
      : lease.host === hostname()
        ? lease.pid === process.pid
          ? "this process"
          : `process ${lease.pid}`
        : `process ${lease.pid} on ${lease.host}`;
  return new WorkspaceBusyError(folder, file, holder);
}
