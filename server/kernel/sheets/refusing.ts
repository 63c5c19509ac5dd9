/** Why a file is refused, in words; apart from the limits, which programs of threads read without the texts. */
import { mostFileBytesImported, mostRowsImported } from '../../../contract/domain/files/lists';
import { Refusal } from '../errors';
import type { BadFile } from './limits';

/** Limits of a list. */
export const listLimits = { rows: mostRowsImported, bytes: mostFileBytesImported };
/** The refusal of such a file. `rows`: how many may come in at once; `bytes`: of the file. */
export function refusalOf({ reason }: BadFile, { rows, bytes }: { rows: number; bytes: number }): Refusal {
  return new Refusal(`transfer.${reason}`, { limit: rows, size: bytes / 1024 / 1024 });
}
