/** A number as it may be written: with and without commas between thousands. Any other text as it is. */
export function formsOf(text: string): readonly string[] {
  const [, whole = "", rest = ""] = /^(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/.exec(text) ?? [];
  if (whole === "") return [text];
  const plain = whole.replaceAll(",", "");
  if (plain.length < 4 || plain.startsWith("0")) return [text];
  return [...new Set([`${plain}${rest}`, `${grouped(plain)}${rest}`])];
}

function grouped(digits: string): string {
  const head = digits.length % 3;
  const groups = head === 0 ? [] : [digits.slice(0, head)];
  for (let at = head; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3));
  return groups.join(",");
}
