/** Settings of an endpoint, as the environment has them. */
export type Environment = Readonly<Record<string, string | undefined>>;
