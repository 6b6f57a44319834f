import { InvalidArgumentError } from "commander";

/** Reads an HTTP address, such as a proxy's. */
export function parseOrigin(text: string): string {
  if (URL.canParse(text) && /^https?:/i.test(text)) return text;
  throw new InvalidArgumentError(`Expected an address such as https://inspector.example, got "${text}".`);
}
