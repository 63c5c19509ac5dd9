/** Refusals of terms that make no plan, in the words of what a person has entered. */
import { NotTerms } from '../../../contract/domain/leasing/terms';
import type { RefusalCode } from '../../../contract/wire/refusals';
import { refuse } from '../../kernel/errors';

/** What `make` answers; where terms are at fault, the refusal that the first of them has. */
export function inWords<T>(refusals: Readonly<Record<string, RefusalCode>>, make: () => T): T {
  try {
    return make();
  } catch (error) {
    const code = error instanceof NotTerms ? refusals[error.fields[0] ?? ''] : undefined;
    if (code) refuse(code);
    throw error;
  }
}
