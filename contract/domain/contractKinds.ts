/** Kinds of contract: each says what it takes its amounts from, what it lists, and what its signature does to the order. */
import type { Text } from './text';

/** Values of a contract's type, the keys of the dictionary contract_type. */
export const contractKinds = { service: 1, lease: 2, supplement: 3, termination: 4 } as const;
export type ContractKind = (typeof contractKinds)[keyof typeof contractKinds];

interface ContractKindRules {
  title: Text;
  /** The order's flag that its signature sets. An order starts when all of them are set; `null`: it needs no such contract. */
  flag: 'prqy' | 'qyqy' | null;
  /** The plan, the plan as it is to be changed, or what ends the order. */
  amounts: 'plan' | 'change' | 'settlement';
  listsObjects: boolean;
  /** Whether a signed one leaves room for another. */
  isRepeatable: boolean;
}

const rules: Record<ContractKind, ContractKindRules> = {
  [contractKinds.service]: {
    ...{ title: ['服务协议', 'Service agreement'], flag: 'prqy', amounts: 'plan' },
    ...{ listsObjects: false, isRepeatable: false },
  },
  [contractKinds.lease]: {
    ...{ title: ['租赁合同', 'Lease agreement'], flag: 'qyqy', amounts: 'plan' },
    ...{ listsObjects: true, isRepeatable: false },
  },
  // Each restructuring has one of its own: one that is signed belongs to an earlier one.
  [contractKinds.supplement]: {
    ...{ title: ['补充协议', 'Supplementary agreement'], flag: null, amounts: 'change' },
    ...{ listsObjects: false, isRepeatable: true },
  },
  [contractKinds.termination]: {
    ...{ title: ['解除协议', 'Termination agreement'], flag: null, amounts: 'settlement' },
    ...{ listsObjects: false, isRepeatable: false },
  },
};
export const everyKind = Object.keys(rules).map(Number) as readonly ContractKind[];

export function isContractKind(kind: unknown): kind is ContractKind {
  return everyKind.includes(kind as ContractKind);
}
/** The rules of a contract's kind; contracts without one, of older orders, are service agreements. */
export function contractKindBy(kind: number | null | undefined): ContractKindRules {
  return rules[(kind ?? contractKinds.service) as ContractKind];
}

/** The contracts that an order needs before it may start. */
export const mandatoryKinds = everyKind.filter((kind) => rules[kind].flag !== null);
export function isMandatory(kind: number | null): boolean {
  return mandatoryKinds.includes(kind as ContractKind);
}
type Flags = { prqy: number | null; qyqy: number | null };
/** The order's flags as they stand before its first, or after its last contract is signed. */
export function signatureFlags<Value extends 0 | 1>(value: Value) {
  return { prqy: value, qyqy: value } satisfies Flags;
}
export function isAllSigned(held: Flags): boolean {
  return held.prqy === 1 && held.qyqy === 1;
}
