/** Fields of a JSON object. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a value; none if it is no object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** The items of a value; none if it is no list. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text that is not empty. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** The first of some texts that is there. */
export const firstText = (...values: readonly unknown[]): string | undefined =>
  values.map(textIn).find((text) => text !== undefined);
