const UNITS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** A length of time: milliseconds, or a number with a unit (seconds, minutes, hours, days, weeks), such as "30d". */
export type Duration = number | `${number}${keyof typeof UNITS}`;

/** @internal The length of a time; `undefined` for what is none. */
export function millisecondsOf(duration: unknown): number | undefined {
  const given = typeof duration === "string" ? parsed(duration) : duration;
  return typeof given === "number" && given >= 0 ? given : undefined;
}

function parsed(text: string): number | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)([smhdw])$/.exec(text) ?? [];
  return digits === undefined || !isUnit(unit) ? undefined : Number(digits) * UNITS[unit];
}

const isUnit = (text: string | undefined): text is keyof typeof UNITS => text !== undefined && text in UNITS;
