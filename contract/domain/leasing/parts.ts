/** What the methods make of the terms, in cents, before it becomes the rows of a plan. */
/** One instalment. */
export interface Part {
  date: string;
  /** Days that the rent is for. */
  days: number;
  rent: bigint;
  principal: bigint;
  /** The rent before the residue. */
  nominalRent: bigint;
}

export interface Parts {
  parts: Part[];
  /** Interest of a grace that was added to the principal before the first instalment. */
  capitalised: bigint;
  /** Each instalment before the residue, where all are alike; null where they differ. */
  instalment: bigint | null;
  /** The rent of each period before the residue, where all are alike; null where they differ. */
  evenRent: bigint | null;
  /** What the last instalment differs from its nominal amount by, because the others are rounded. */
  residue: bigint;
  /** What instalments are rounded to: smaller than asked for where that would make the last one much larger. */
  unit: bigint;
}

/** Amounts that the methods start from, in cents; the rate in ten-thousandths of a percent. */
export interface Amounts {
  principal: bigint;
  yearRate: bigint;
  residual: bigint;
  /** The smallest step of an instalment. */
  unit: bigint;
}
