/** Control characters other than tab and line feed, marks that turn the direction of text, and line ends that are none. */
const UNSEEN = /(?![\t\n])\p{Cc}|[\u061C\u200E\u200F\u202A-\u202E\u2028\u2029\u2066-\u2069]/gu;

/** Untrusted text with its control characters made visible: U+001B as "␛", marks of direction as "\u202e". */
export function shownText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(UNSEEN, pictureOf);
}

function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
