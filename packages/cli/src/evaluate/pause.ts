/** Lets the bar be drawn and Ctrl-C be heard. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
