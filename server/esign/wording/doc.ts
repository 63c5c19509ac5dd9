/** What a contract states, and its text once merge fields have their values. */
import type { ContractKind } from '../../../contract/domain/contractKinds';
import type { Wording } from '../../../contract/domain/wording/wording';
import type { LeaseObject } from './objectsAnnex';
import type { Repayment } from './repayment';

/** A party as it is printed: `idNo` in full in files, masked in stored terms. */
export interface ContractParty {
  name: string;
  idNo?: string;
  tel?: string;
  address?: string;
}

/** One instalment. Amounts are decimal strings in yuan with two places, `days` the rent days of the period. */
export interface PlanLine {
  /** As `rowKinds`; an instalment where it is absent. */
  kind?: number;
  currentPeriods: number;
  /** Of the whole order, where instalments before these stay; the number of these where it is absent. */
  totalPeriods?: number;
  paymentDate: string;
  days: number;
  rent: string;
  principal: string;
  /** Fees and late charges within a settlement; none where it is absent. */
  other?: string;
  amountPayable: string;
}

/** The customer's signature. `evidence` is printed in the given order on a page of its own. */
export interface ContractSignature {
  name: string;
  /** yyyy-MM-dd HH:mm:ss, Asia/Shanghai */
  time: string;
  /** PNG of a drawn signature, 8-bit RGB or RGBA; without one the name is set in type. */
  image?: Buffer;
  evidence: { label: string; value: string }[];
}

/** Everything a contract states. Amounts and rates are decimal strings, dates yyyy-MM-dd, `deadline` days. */
export interface ContractDoc {
  title: string;
  contractNumber: string;
  type: ContractKind;
  provider: ContractParty;
  customer: ContractParty;
  productName: string;
  totalAmount: string;
  /** Percent a year, up to four places. */
  yearRate: string;
  deadline: number;
  /** 0 monthly, 1 at maturity */
  getType: 0 | 1;
  basis: 360 | 365;
  /** Absent for rent by the month or at maturity without charges. */
  repayment?: Repayment;
  /** null while the start is not fixed: due dates are then printed relative to the start. */
  interestDate: string | null;
  maturity: string | null;
  bankName: string;
  /** In full in files, masked in stored terms. */
  bankCardMasked: string;
  /** What a supplement changes, in sentences. */
  changes?: string[];
  /** A supplement after which the rest of the plan goes on as it was agreed. */
  isRest?: true;
  /** A termination agreement of an order whose lease has not begun. */
  isBeforeStart?: true;
  /** What is leased, in the second annex of a lease contract. */
  objects?: LeaseObject[];
  /** Who owes the instalments: PAYOUT the provider (the default), COLLECT the customer. Changes wording only. */
  cashDirection?: 'PAYOUT' | 'COLLECT';
  /** At least one line, in order. For 解除协议 these are the settlement lines. */
  plan: PlanLine[];
  totals: { rent: string; principal: string; other?: string; amountPayable: string };
  /** yyyy-MM-dd HH:mm:ss, Asia/Shanghai */
  madeAt: string;
  signature?: ContractSignature;
  /** Of the version of the template that the contract was made from; not part of the stored terms. Absent: the shipped one. */
  wording?: Wording;
  /** A preview of wording: every page says so. */
  isSpecimen?: true;
}

export interface Clause {
  title: string;
  /** Printed as 1.1, 1.2 … under the clause. */
  items: string[];
}

export interface ContractText {
  /** The name of each party's role in this contract, printed behind 甲方 and 乙方. */
  roles: { provider: string; customer: string };
  preamble: string;
  clauses: Clause[];
  annexTitle: string;
  annexNote: string;
}
