import { CONFORMAL_METHODS, type ConformalMethod } from "@langgraph-rollback/attribution/conformal";

/** Methods that experiments measure, in the order of tables: all but those on raw scores, which `evaluate` has beside their namesakes. */
export const MEASURED_METHODS: readonly ConformalMethod[] = CONFORMAL_METHODS.filter(
  (method) => !method.endsWith("-raw"),
);
