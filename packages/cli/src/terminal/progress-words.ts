/** How far a task is. */
export interface Reached {
  readonly done: number;
  readonly parts: number;
  /** Milliseconds since its start. */
  readonly elapsed: number;
}

/** Parts that are done of how many, and the time left if the others take as long: "Attributing: 12 of 79, about 40 s left". */
export function progressWords(what: string, { done, elapsed, parts }: Reached): string {
  if (parts <= 1) return what;
  const left =
    done === 0 || done >= parts ? "" : `, about ${duration((elapsed / done) * (parts - done))} left`;
  return `${what}: ${done} of ${parts}${left}`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}
