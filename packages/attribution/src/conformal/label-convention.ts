/**
 * Convention of labels by replay: the label is the last start from which a replay of the failed run was accepted. Labels of people have
 * no convention here: they name the first mistake.
 */
export type LabelConvention = "last-recovering-start";

/** Content of a set, as the end of "sets are promised to". */
export function promisedOf({
  convention,
  holds = "the decisive step",
}: {
  readonly convention?: LabelConvention | undefined;
  readonly holds?: string | undefined;
}): string {
  return convention === undefined
    ? `contain ${holds}`
    : "begin at or before the last start from which a replay recovered";
}
