/** Lists that come in as files. */

/**
 * Rows that an import takes: they are written in one transaction, less than a millisecond each where no rule of the
 * module looks at every row, and what they lock stays locked until it ends. A module whose records get a password each
 * takes fewer.
 */
export const mostRowsImported = 20_000;
/** Bytes of such a file. */
export const mostFileBytesImported = 10 * 1024 * 1024;
