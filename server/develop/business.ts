/** References to records of the business. */
import { modules } from '../../contract/modules';
import { type MadeOf, snake } from '../kernel/table';

const business = new Set([...modules.lease!, ...modules.esign!].map(({ name }) => name));

/** Whether its records are of the business: those of a module that is made beside them are told by its area. */
export function isBusiness({ name, area }: { name: string; area?: string }): boolean {
  return business.has(name) || area === 'lease' || area === 'esign';
}

/** What is written down about a record of the business is as hidden as the record. */
export function aboutBusiness(references: readonly { name: string; to?: string | undefined }[]): MadeOf[] {
  return references.flatMap(({ name, to = '' }) => (business.has(to) ? [{ module: to, column: snake(name) }] : []));
}
