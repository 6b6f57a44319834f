/**
 * @internal Text from a trace as a JSON string of at most `length` characters, quotes included, cut in the middle.
 * As JSON it stays on one line and cannot end its own frame, whatever it says.
 *
 * @param length at least 16
 */
export function quoteText(text: string, length: number): string {
  const whole = text.length > length ? undefined : JSON.stringify(text);
  if (whole !== undefined && whole.length <= length) return whole;
  for (let half = Math.floor((length - 7) / 2); half > 0; half = Math.floor(half / 2)) {
    const cut = JSON.stringify(`${text.slice(0, half)} ... ${text.slice(-half)}`);
    if (cut.length <= length) return cut;
  }
  return '"..."';
}
