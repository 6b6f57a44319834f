/** Agents of one kind: how long they run, how often they fail, and how well scores tell their mistakes. */
export interface ChoiceCell {
  /** Steps of a run. */
  readonly length: number;
  /** Share of first attempts that fail, in (0, 1). */
  readonly failing: number;
  /** Probability that the mistake scores above another step. */
  readonly auroc: number;
}

/** Results of a policy in a cell. */
export interface ChoiceArm {
  readonly policy: string;
  readonly recovered: number;
  /** Steps that ran again, in run lengths. */
  readonly redone: number;
  /** Of a failed run, in run lengths: a step costs one, and a run that ends wrong as much as `leastCost` says unless told. */
  readonly cost: number;
  /** Its cost less that of restarting, on the same failures, with the standard error of that. */
  readonly against: { readonly mean: number; readonly standardError: number };
}

/** A cell with what was measured in it. */
export interface MeasuredCell extends ChoiceCell {
  readonly arms: readonly ChoiceArm[];
}

/** Standard errors beyond which chance does not reach, among so many cells. */
const BEYOND = 3;

/** The policy that costs least. Restarting wins unless another one is cheaper beyond chance. */
export function cheapest({ arms }: MeasuredCell): ChoiceArm | undefined {
  const better = arms.filter(
    ({ against, policy }) => policy === "restart" || against.mean < -BEYOND * against.standardError,
  );
  return better.toSorted((one, other) => one.cost - other.cost)[0];
}
