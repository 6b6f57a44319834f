/**
 * @internal Warns of something that does not stop a run, on the process's own channel. Without such a process (an edge runtime), there is no warning.
 *
 * @param code by which `node --disable-warning` turns it off
 */
export function warn(message: string, type: string, code: string): void {
  globalThis.process?.emitWarning?.(message, { type, code });
}
