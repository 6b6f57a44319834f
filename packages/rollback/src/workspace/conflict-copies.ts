import { lstatSync, renameSync } from "node:fs";

import { placeOf } from "./walk-folder.ts";

/**
 * @internal Files that somebody else had changed, kept beside their places: `notes.md` as `notes.md.conflict-1a2b3c4d`. The digits are those of the run's newest snapshot, so that
 * a restore which is done again tells of them again.
 */
export class ConflictCopies {
  readonly #folder: string;
  readonly #suffix: string;
  readonly #kept = new Set<string>();

  constructor(folder: string, since: string) {
    this.#folder = folder;
    this.#suffix = `.conflict-${since.slice(0, 8)}`;
  }

  /** Moves what is at a path beside it. */
  keep(at: string): void {
    const copy = `${at}${this.#suffix}`;
    let free = copy;
    for (let number = 2; this.#isTaken(free); number += 1) free = `${copy}-${number}`;
    renameSync(placeOf(this.#folder, at), placeOf(this.#folder, free));
    this.#kept.add(free);
  }

  /** Adds copies that a restore made which was broken off. */
  found(paths: readonly string[]): void {
    for (const each of paths) if (each.includes(this.#suffix)) this.#kept.add(each);
  }

  kept(): readonly string[] {
    return [...this.#kept].toSorted();
  }

  #isTaken(at: string): boolean {
    return lstatSync(placeOf(this.#folder, at), { throwIfNoEntry: false }) !== undefined;
  }
}
