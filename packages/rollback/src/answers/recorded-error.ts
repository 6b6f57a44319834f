/** @internal A recorded error, to be thrown again: with its name and message. */
export function recordedError({ name, message }: { readonly name: string; readonly message: string }): Error {
  return Object.defineProperty(new Error(message), "name", {
    value: name,
    configurable: true,
    writable: true,
  });
}
