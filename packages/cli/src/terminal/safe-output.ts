import { inertText, quotable, shownAddress } from "@langgraph-rollback/inspector/shared";
import type { Output } from "./output.ts";

/** Makes a message safe to show. */
export type SafeMessage = (text: string) => string;

/** A command's output, on which nothing is printed that a terminal obeys, and no message holds a password. */
export function safeOutput(output: Output, safeMessage: SafeMessage): Output {
  return {
    ...output,
    print: (text) => output.print(inertText(text)),
    printError: (text) => output.printError(safeMessage(text)),
  };
}

/**
 * Makes messages safe to show. Where one repeats an argument that is an address, the address stands there without its
 * password, whatever characters that has.
 *
 * @param args of the command line
 */
export function safeMessages(args: readonly string[]): SafeMessage {
  const given = args.flatMap((arg) => [arg, arg.slice(arg.indexOf("=") + 1)]);
  const shown = given.map((arg) => [arg, shownAddress(arg)] as const).filter(([arg, safe]) => arg !== safe);
  const passwords = given.flatMap(unusualPassword);
  return (text) => {
    const addressed = shown.reduce((told, [arg, safe]) => told.replaceAll(arg, () => safe), text);
    return quotable(passwords.reduce((told, password) => told.replaceAll(password, "***"), addressed));
  };
}

/** A password with a space or a quote in it, which nothing tells from the text around it. */
function unusualPassword(arg: string): readonly string[] {
  const scheme = arg.indexOf("://");
  const colon = scheme === -1 ? -1 : arg.indexOf(":", scheme + 3);
  const password = colon === -1 ? "" : arg.slice(colon + 1, Math.max(colon + 1, arg.lastIndexOf("@")));
  return /[\s'"`]/.test(password) ? [password] : [];
}
