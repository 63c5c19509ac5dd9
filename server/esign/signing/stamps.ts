/** Whether a signed file has a time stamp; `lasting`: and all that its signatures are checked with, under another one. */
export const stampStates = { added: 1, failed: 2, lasting: 3 } as const;
