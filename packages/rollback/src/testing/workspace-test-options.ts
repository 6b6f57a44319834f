import type { TestRunner } from "@langgraph-rollback/attribution/testing";

import type { Workspace } from "../workspace/workspace.ts";

/**
 * How the tests work in a sandbox, as an agent or a person would. Paths begin inside the part of it that goes back, with `/` between names; what holds other files of the
 * sandbox is left out.
 */
export interface SandboxHands<Sandbox> {
  /** Opens the sandbox's workspace; called several times a test, as several processes would. */
  readonly open: (sandbox: Sandbox) => Workspace | Promise<Workspace>;
  /** Writes a file, and makes the folders around it. */
  readonly write: (sandbox: Sandbox, path: string, content: Uint8Array) => unknown;
  /** Content of a file. */
  readonly read: (sandbox: Sandbox, path: string) => Uint8Array | Promise<Uint8Array>;
  /** Deletes a file, or a folder with all that is in it. The folders around it may stay. */
  readonly remove: (sandbox: Sandbox, path: string) => unknown;
  /** Paths of all files, in any order, without folders. */
  readonly list: (sandbox: Sandbox) => readonly string[] | Promise<readonly string[]>;
  /** Closes what `makeSandbox` made, when its test is over. Default: nothing. */
  readonly close?: (sandbox: Sandbox) => unknown;
}

/** Parts that only some sandboxes keep. Each part that is given is tested. */
export interface SandboxKinds<Sandbox> {
  /** Empty folders: makes a folder, and lists all folders. */
  readonly folders?: {
    readonly make: (sandbox: Sandbox, path: string) => unknown;
    readonly list: (sandbox: Sandbox) => readonly string[] | Promise<readonly string[]>;
  };
  /** Permissions of files, such as 0o600. */
  readonly modes?: {
    readonly set: (sandbox: Sandbox, path: string, mode: number) => unknown;
    readonly get: (sandbox: Sandbox, path: string) => number | Promise<number>;
  };
  /** Puts something at a path that no snapshot can hold, such as a socket. The snapshot has to tell of it. */
  readonly spoil?: (sandbox: Sandbox, path: string) => unknown;
}

/** The test runner, how to work in the sandbox, and what it keeps. */
export interface WorkspaceTestOptions<Sandbox>
  extends TestRunner, SandboxHands<Sandbox>, SandboxKinds<Sandbox> {
  /** Heads the tests; "the sandbox" unless told. */
  readonly name?: string;
  /**
   * Whether nobody but the run writes into the sandbox. `true` leaves out the tests that somebody else's changes are kept: `restore` may ignore `since` then, as where it
   * starts a whole machine again from its image. Default: `false`.
   */
  readonly isAlone?: boolean;
}
