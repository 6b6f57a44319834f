import { createHash } from "node:crypto";

/**
 * A value as JSON for a `<script type="application/json">`. No text in it can end that element: "<" is written as an
 * escape of JSON's. Neither do line ends of Unicode stay, on which editors split lines.
 */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Code for an inline `<script>`: strings in it that would end the element are written otherwise, and mean the same. */
export function inlineScript(code: string): string {
  return oneNewline(code).replaceAll(/<(?=!--|\/script|script)/gi, "\\x3C");
}

/** Rules for an inline `<style>`; "<" means nothing in them but within strings. */
export function inlineStyle(rules: string): string {
  return oneNewline(rules).replaceAll(/<(?=\/style)/gi, "\\3c ");
}

/** Name of an inline element in a content security policy: a hash of its very text. */
export function sourceHash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/** As an HTML parser reads it, so that the hash is of what the browser sees. */
function oneNewline(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}
