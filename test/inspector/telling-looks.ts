import { LOOKS } from "./accessibility.ts";

/** The two looks that show the colours of both schemes, and both widths. */
export const TELLING_LOOKS = [LOOKS[0], LOOKS[3]] as const;
