/** A sentence of the documentation that a measurement can refute. */
export interface Claim {
  readonly sentence: string;
  readonly holds: boolean;
  /** It does not hold in these runs, and they are too few to refute it; never of a claim that holds. */
  readonly isOpen?: boolean;
  /** Result of the measurement, as a phrase. */
  readonly measured: string;
}

/** Results of an experiment. */
export interface Measurement {
  /** All tables, as they are kept. */
  readonly markdown: string;
  /** The one table or chart that the document shows. */
  readonly summary: string;
  /** All figures, as JSON keeps them. */
  readonly figures: unknown;
  /** Charts as SVG, by the name of their file without its ending. */
  readonly charts: Readonly<Record<string, string>>;
  readonly claims: readonly Claim[];
  /** Why figures are missing, as a sentence; absent if none are. An incomplete finding is never written into the document. */
  readonly incomplete?: string;
}

/** How an experiment is run. */
export interface ExperimentOptions {
  /** The short form, which shows whether the claims still hold. */
  readonly isQuick: boolean;
  readonly seed: number;
  /** Folder of labelled data that the repository does not have; absent if there is none. */
  readonly data: string | undefined;
  /** Failed runs of each setting, where an experiment tries failed runs; its own number unless told. */
  readonly runs: number | undefined;
  /** Told what was done, for a person who waits. */
  readonly onProgress: (done: number, of: number) => void;
}

/** Something that is measured. */
export interface Experiment {
  readonly name: string;
  /** Its question, as a sentence. */
  readonly question: string;
  /** File of `docs/` that shows its summary. Default `benchmarks.md`. */
  readonly document?: string;
  readonly run: (options: ExperimentOptions) => Promise<Measurement>;
}
