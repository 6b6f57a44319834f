export const fixed = (value, digits = 2) => value.toFixed(digits);
export const percent = (share) => `${fixed(100 * share)} %`;

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2;
}

/** Least and most of several rounds. */
export const spread = (values, format) => `${format(Math.min(...values))} to ${format(Math.max(...values))}`;
