/**
 * JSON for the standard output: control and format characters stand as escapes, so that the value is the same and a
 * terminal obeys nothing in it. `JSON.stringify` escapes only the first 32.
 */
export function inertJson(json: string): string {
  return json.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, (character) =>
    Array.from({ length: character.length }, (_, unit) => escaped(character.charCodeAt(unit))).join(""),
  );
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}
