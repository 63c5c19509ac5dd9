/**
 * Parts of a picture that are told apart at most: each costs more than its bytes do, and a picture is read in between the
 * requests of everybody. A picture of the largest size that programs write has some thousands.
 */
export const mostParts = 20_000;
