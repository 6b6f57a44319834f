import { inertText } from "./inert-text.ts";
import { withoutPasswords } from "./without-passwords.ts";

/** Text that was given, as a message may quote it: without passwords, and without anything that a terminal obeys. */
export function quotable(text: string): string {
  return inertText(withoutPasswords(text));
}
