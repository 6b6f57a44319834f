/** Ids of a file's runs: each is there once, and the same whenever the file is read. */
export class RunNames {
  /** For each id its next number. */
  readonly #next = new Map<string, number>();

  /** The id, or with a number behind it if it is taken: `7`, `7#2`, `7#3`. */
  of(id: string): string {
    let free = id;
    let number = this.#next.get(id) ?? 1;
    for (; this.#next.has(free); free = `${id}#${number}`) number += 1;
    this.#next.set(id, number);
    if (free !== id) this.#next.set(free, 1);
    return free;
  }
}

/** A session's id. Its file is named after it; in another file the name of that stands before it, for copies of sessions. */
export function sessionName(stem: string, session: string): string {
  return stem.endsWith(session) ? session : `${stem}:${session}`;
}

/** Id of an attempt: the run's own where it has one attempt. */
export function attemptName(run: string, attempt: number, of: number): string {
  return of === 1 ? run : `${run}/attempt-${attempt}`;
}

/** Whether a run may be called so. */
export function isName(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value !== "");
}

/**
 * Id of a run of a file: the file's name, with the run's own or with its number.
 *
 * @param own    absent: its number counts
 * @param number absent of a run that is alone in its file
 */
export function nameIn(stem: string, own: string | number | undefined, number: number | undefined): string {
  if (own !== undefined) return `${stem}:${own}`;
  return number === undefined ? stem : `${stem}/${number}`;
}
