import { InvalidOptionError } from "../errors/invalid-option-error.ts";
import { nearestWord } from "../errors/nearest-word.ts";
import type { OptionCheck } from "../errors/option-check.ts";
import { verifierOf } from "../verifiers/judge.ts";
import type { Verdict, Verifier, VerifierRun } from "../verifiers/verifier.ts";

/** Declared as methods, so that a graph's own options are options: the types of a verifier's run are compared both ways. */
interface Methods<Input, Output> {
  verify(run: VerifierRun<Input, Output>): Verdict | Promise<Verdict>;
}

/** A check after each run of a node: a verifier of the run so far. */
export type NodeCheck<Input = unknown, Output = unknown> =
  | (Methods<Input, Output>["verify"] & Pick<Verifier, "fingerprint" | "scoredBy">)
  | (Methods<Input, Output> & {
      /** Start of the rewind after a failed check: "set" where the policy says, "node" at the node itself. Default "set". */
      readonly to?: "set" | "node";
    });

/** Checks by the nodes after which they are made. */
export type NodeChecks<Input = unknown, Output = unknown> = Readonly<
  Record<string, NodeCheck<Input, Output>>
>;

const isVerifier = (value: unknown): boolean => typeof value === "function";

/** @internal */
export const NODE_CHECKS: OptionCheck = {
  expected: "an object: a verifier for each name of a node",
  holds: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  each: {
    expected: 'a verifier, or `{ verify, to }` with `to` "set" or "node"',
    holds: (value) =>
      isVerifier(value) ||
      (isVerifier(Reflect.get(Object(value), "verify")) &&
        [undefined, "set", "node"].includes(Reflect.get(Object(value), "to"))),
  },
};

/** @internal A check, with where the rewind of its failure begins. */
export interface ResolvedNodeCheck {
  readonly verify: Verifier;
  readonly to: "set" | "node";
}

/** @internal */
export const resolveChecks = (given: NodeChecks | undefined): ReadonlyMap<string, ResolvedNodeCheck> =>
  new Map(
    Object.entries(given ?? {}).map(([node, check]) => [
      node,
      typeof check === "function"
        ? { verify: check, to: "set" }
        : { verify: verifierOf(check), to: check.to ?? "set" },
    ]),
  );

/**
 * @internal Refuses checks of nodes that a graph does not have.
 * @throws {InvalidOptionError}
 */
export function checkNodes(checks: ReadonlyMap<string, unknown>, nodes: readonly string[]): void {
  for (const node of checks.keys())
    if (!nodes.includes(node)) {
      const nearest = nearestWord(node, nodes);
      throw new InvalidOptionError(
        `checks.${node}`,
        `the name of a node${nearest === undefined ? "" : `, such as ${JSON.stringify(nearest)}`}`,
        node,
      );
    }
}
