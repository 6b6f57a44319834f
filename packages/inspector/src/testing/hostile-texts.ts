/** Text that tries to be more than text; none of it may become markup, an escape sequence, a prototype or a crash. */
export const HOSTILE_TEXTS: readonly string[] = [
  `<script>globalThis.hacked = true</script><img src=x onerror="globalThis.hacked = true">`,
  `</script><!-- --><svg onload="globalThis.hacked = true">`,
  "\u001B[2J\u001B]0;hacked\u0007 red \u001B[31m text",
  "\u202Eesrever\u202C \u2066isolated\u2069 zero\u200Bwidth",
  "broken \uD800 pair and \uDFFF",
  "__proto__ constructor prototype toString",
  `[link](javascript:alert(1)) @everyone **bold** \`code\` | cell |`,
  "\u2028line\u2029paragraph\u0000null",
  "long ".repeat(4000),
  "unbroken".repeat(2000),
  "Z\u0351\u036B\u0343\u036A\u0302\u036B\u033D\u034F\u0334\u0319\u0324\u031E\u0349\u035A\u032F\u031E\u0320\u034Da\u036B\u0357\u0334\u0362\u0335\u031C\u0330\u0354l\u0368\u0367\u0369g\u030E\u0350o",
];

/** The hostile text of a place; the same place gets the same one. */
export function hostileText(place: number): string {
  return HOSTILE_TEXTS[place % HOSTILE_TEXTS.length] ?? "";
}
