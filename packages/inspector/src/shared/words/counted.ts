/** A number of things: "1 task", "2 tasks". */
export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;
