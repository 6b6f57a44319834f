/**
 * Text for a terminal: control and format characters, which a terminal obeys, stand as escapes such as `\u001b`. Line ends
 * stay. JSON means the same afterwards; `JSON.stringify` by itself escapes only the first 32.
 */
export function inertText(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => escaped(character.charCodeAt(unit))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
