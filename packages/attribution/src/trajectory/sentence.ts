/**
 * A reason from elsewhere as a sentence of a message: with a full stop at its end, unless it has one, or another end of a
 * sentence, of its own. Without any words it says that none were given.
 */
export function sentence(reason: string): string {
  const text = reason.trim();
  if (text === "") return "No reason was given.";
  return /[.!?…]["”’)]?$/.test(text) ? text : `${text}.`;
}
