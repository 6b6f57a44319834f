import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";

import { afterAll, beforeEach, expect, it } from "vitest";

import { takeFolder } from "./folder-lease.ts";

const base = mkdtempSync(path.join(tmpdir(), "lease-"));
const place = path.join(base, "place");
const file = path.join(place, "lease.json");
afterAll(() => rmSync(base, { recursive: true }));
beforeEach(() => rmSync(place, { recursive: true, force: true }));

const left = (lease: object): void => {
  mkdirSync(place);
  const usual = { id: "1", pid: process.pid, host: hostname(), since: "2026-01-01T00:00:00.000Z" };
  writeFileSync(file, JSON.stringify({ ...usual, ...lease }));
};

/** Number of a process that has ended. */
const ended = (): number => spawnSync(process.execPath, ["--version"]).pid;

it("a folder is one run's at a time", () => {
  const free = takeFolder(place, "work");
  expect(() => takeFolder(place, "work")).toThrow('The folder "work" is in use by a run of this process.');
  free();
  takeFolder(place, "work")();
  expect(readdirSync(place)).toEqual([]);
});

it("the lease of a process that has ended is taken over", () => {
  left({ pid: ended() });
  takeFolder(place, "work")();
  expect(existsSync(file)).toBe(false);
});

it("so is that of an earlier process with the number of this one", () => {
  left({});
  takeFolder(place, "work")();
  expect(existsSync(file)).toBe(false);
});

it("so is one that cannot be read", () => {
  mkdirSync(place);
  writeFileSync(file, "{");
  takeFolder(place, "work")();
  expect(existsSync(file)).toBe(false);
});

it("that of a process which runs is not, nor that of another machine", () => {
  left({ pid: process.ppid });
  expect(() => takeFolder(place, "work")).toThrow(`by a run of process ${process.ppid}.`);
  replaced({ pid: 1, host: "elsewhere" });
  expect(() => takeFolder(place, "work")).toThrow("by a run of process 1 on elsewhere.");
});

it("what is given back is only one's own", () => {
  const free = takeFolder(place, "work");
  replaced({ id: "another", host: "elsewhere" });
  free();
  expect(existsSync(file)).toBe(true);
});

/** Another process has put its lease in place of the one that is there. */
function replaced(lease: object): void {
  rmSync(place, { recursive: true });
  left(lease);
}
