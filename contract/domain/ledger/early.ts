/** Paying an instalment more than this many days before it is due needs a reason, and no match of it is clear. */
export const earlyPaymentDays = 7;
