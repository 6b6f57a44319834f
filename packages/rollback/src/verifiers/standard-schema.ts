/** A schema of any library that keeps to Standard Schema, such as zod, Valibot or ArkType: https://standardschema.dev */
export interface StandardSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult | Promise<StandardResult>;
  };
}

/** A schema's answer about a value: there are `issues` where it does not hold. */
export interface StandardResult {
  readonly issues?: readonly StandardIssue[] | undefined;
}

/** One thing that is wrong, and where. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}
