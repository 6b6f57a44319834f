/** A share in percent, to a tenth: "80 %", "97.5 %". */
export function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}
