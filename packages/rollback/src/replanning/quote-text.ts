/**
 * @internal Text from a trace as a JSON string of at most `length` characters, quotes included, cut in the middle.
 * As JSON it stays on one line and cannot end its own frame, whatever it says.
 *
 * @param length at least 16
 */
export function quoteText(text: string, length: number): string {
  const whole = text.length > length ? undefined : quoted(text);
  if (whole !== undefined && whole.length <= length) return whole;
  for (let half = Math.floor((length - 7) / 2); half > 0; half = Math.floor(half / 2)) {
    const cut = quoted(`${text.slice(0, half)} ... ${text.slice(-half)}`);
    if (cut.length <= length) return cut;
  }
  return '"..."';
}

/** JSON leaves Unicode's own line ends as they are. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[\u0085\u2028\u2029]/g,
    (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
