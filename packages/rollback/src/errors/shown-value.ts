/** @internal A value of an option as a message shows it: its kind, never the contents of an object. */
export function shownValue(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === "function") return "a function";
  if (value instanceof Promise) return "a Promise";
  if (Array.isArray(value)) return "an array";
  if (typeof value !== "object" || value === null) return String(value);
  const made: unknown = Reflect.get(value, "constructor");
  return typeof made !== "function" || made === Object ? "an object" : `an instance of ${made.name}`;
}
