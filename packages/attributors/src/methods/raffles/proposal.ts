/** @internal Answer of the judge. */
export interface Proposal {
  readonly fault: string;
  readonly primacy: string;
  readonly decisiveness?: string;
  readonly faulty: boolean;
  readonly agent?: string;
  /** Counted from 1. */
  readonly step: number;
}
