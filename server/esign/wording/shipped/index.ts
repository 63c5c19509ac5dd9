/** The wording that every tenant begins with: version 1 of each type of contract. */
import type { ContractKind } from '../../../../contract/domain/contractKinds';
import type { Wording } from '../../../../contract/domain/wording/wording';
import { lease } from './lease';
import { service } from './service';
import { supplement } from './supplement';
import { termination } from './termination';

export const shippedWording: Readonly<Record<ContractKind, Wording>> = {
  1: service,
  2: lease,
  3: supplement,
  4: termination,
};
