/**
 * @internal Warns of something that does not stop a run, on the process's own channel. Where there is no such process
 * (an edge runtime), nothing is said.
 *
 * @param code by which `node --disable-warning` turns it off
 */
export function warn(message: string, type: string, code: string): void {
  globalThis.process?.emitWarning?.(message, { type, code });
}
