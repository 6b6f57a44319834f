/** A text with its control characters written out: what a model or a file says must not steer a terminal. */
export const printable = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]/gu, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`);
