/** The life cycle of an order: its states, the moves between them, and who may make each. Both sides read this table. */

import type { ApprovalActName } from '../approvals';
import type { IconName } from '../icons/names';
import type { Label } from '../text';
import { label } from '../text';
import { isEmpty } from '../values';

export const draft = 0;
export const awaitingVoucher = 1;
export const voucherReview = 2;
export const awaitingContract = 3;
export const signing = 4;
export const awaitingStart = 5;
export const active = 6;
export const matured = 7;
export const settled = 8;
export const terminating = 9;
export const terminated = 10;
export const cancelled = 11;

export interface Move {
  from: number;
  to: number;
  /** Label of the button; moves without one are made by the system alone. */
  label?: Label;
  /** Permission that the move needs when a person makes it. */
  permission?: string;
  /** The move requires a reason. */
  needsReason?: true;
  /** Made by another call (a contract, a payment, a job); by hand only as an override with a reason. */
  bySystem?: true;
  /** Like `bySystem`, and never as an override: it needs more than a reason. */
  byCall?: true;
  /** A person’s move is decided by others where the tenant has it so. */
  approval?: ApprovalActName;
}

export const moves: readonly Move[] = [
  {
    from: draft,
    to: awaitingVoucher,
    label: label('提交，进入待打款', 'Submit'),
    permission: 'order_status',
    approval: 'orderSubmit',
  },
  {
    from: awaitingVoucher,
    to: voucherReview,
    label: label('凭证已上传', 'Voucher uploaded'),
    permission: 'order_status',
  },
  {
    from: voucherReview,
    to: awaitingContract,
    label: label('确认凭证', 'Confirm voucher'),
    permission: 'order_voucher',
    approval: 'orderVoucher',
  },
  {
    from: voucherReview,
    to: awaitingVoucher,
    label: label('退回凭证', 'Reject voucher'),
    permission: 'order_voucher',
    needsReason: true,
  },
  { from: awaitingContract, to: signing, bySystem: true },
  { from: signing, to: awaitingContract, bySystem: true },
  { from: signing, to: awaitingStart, bySystem: true },
  {
    from: awaitingStart,
    to: active,
    label: label('立即起租', 'Start lease'),
    permission: 'order_start',
    approval: 'orderStart',
  },
  { from: active, to: matured, bySystem: true },
  { from: active, to: settled, bySystem: true },
  { from: matured, to: settled, bySystem: true },
  // a payment was taken back
  { from: settled, to: active, bySystem: true, byCall: true },
  { from: settled, to: matured, bySystem: true, byCall: true },
  // an early exit, by calls of its own: begun, withdrawn, paid, its payment taken back
  { from: active, to: terminating, bySystem: true, byCall: true },
  { from: matured, to: terminating, bySystem: true, byCall: true },
  { from: terminating, to: active, bySystem: true, byCall: true },
  { from: terminating, to: matured, bySystem: true, byCall: true },
  { from: terminating, to: terminated, bySystem: true, byCall: true },
  { from: terminated, to: terminating, bySystem: true, byCall: true },
  ...[draft, awaitingVoucher, voucherReview, awaitingContract, signing, awaitingStart].map(
    (from): Move => ({
      from,
      to: cancelled,
      label: label('取消订单', 'Cancel order'),
      permission: 'order_cancel',
      needsReason: true,
      approval: 'orderCancel',
    }),
  ),
];

export function findMove(from: number, to: number): Move | undefined {
  return moves.find((move) => move.from === from && move.to === to);
}
/** Moves a person may start from here, in the order of the table. */
export function movesFrom(from: number): Move[] {
  return moves.filter((move) => move.from === from && move.label);
}

export function isTerminal(status: number): boolean {
  return [settled, terminated, cancelled].includes(status);
}
export function isRemovable(status: number): boolean {
  return status === draft || status === cancelled;
}
export function isPayable(status: number): boolean {
  return [active, matured, terminating].includes(status);
}

/** Whether a voucher of the order may be removed or replaced: not once a reviewer may have seen it. */
export function isVoucherFree(status: number): boolean {
  return [draft, awaitingVoucher, cancelled].includes(status);
}

/** Until its plan exists an order can be changed beyond its remark. */
export function isEditable(status: number): boolean {
  return status <= awaitingStart;
}

/** What a draft may lack, and an order that is submitted may not. */
const neededToSubmit = ['tel', 'bankCardCode', 'bankName'] as const;
type NeededToSubmit = (typeof neededToSubmit)[number];
export function isNeededToSubmit(name: string): boolean {
  return (neededToSubmit as readonly string[]).includes(name);
}
/** What a draft still lacks. A value that the reader may not see is absent from the record, and counts as there. */
export function lackedToSubmit(held: Partial<Record<NeededToSubmit, string | null>>): NeededToSubmit[] {
  return neededToSubmit.filter((name) => held[name] !== undefined && isEmpty(held[name]));
}

/** Until which state each group of fields may be changed; a field that is not listed here never may. */
export function editableFields(status: number): readonly string[] {
  if (status === draft)
    return [
      'customerId',
      'productId',
      'totalAmount',
      'rentTable',
      'tel',
      'bankCardCode',
      'bankName',
      'interestDate',
      'remark',
    ];
  if (isEditable(status)) return ['tel', 'bankCardCode', 'bankName', 'interestDate', 'remark'];
  return ['remark'];
}

/** How a state is shown: tint and glyph. Two states of one tint differ by glyph and word, never by colour alone. */
export type Tone =
  | 'neutral'
  | 'marigold'
  | 'warning'
  | 'brand'
  | 'plain-success'
  | 'success'
  | 'danger'
  | 'quiet'
  | 'berry';
export interface Sign {
  tone: Tone;
  glyph: IconName;
}
export const orderSigns: Record<number, Sign> = {
  [draft]: { tone: 'neutral', glyph: 'circle-hint' },
  [awaitingVoucher]: { tone: 'marigold', glyph: 'clock' },
  [voucherReview]: { tone: 'warning', glyph: 'receipt' },
  [awaitingContract]: { tone: 'brand', glyph: 'pen' },
  [signing]: { tone: 'brand', glyph: 'signature' },
  [awaitingStart]: { tone: 'plain-success', glyph: 'calendar-clock' },
  [active]: { tone: 'success', glyph: 'play-circle' },
  [matured]: { tone: 'danger', glyph: 'hourglass' },
  [settled]: { tone: 'quiet', glyph: 'checkmark-circle' },
  [terminating]: { tone: 'berry', glyph: 'arrow-exit' },
  [terminated]: { tone: 'quiet', glyph: 'record-stop' },
  [cancelled]: { tone: 'quiet', glyph: 'prohibited' },
};
export const paySigns = {
  due: { tone: 'neutral', glyph: 'clock' },
  paid: { tone: 'success', glyph: 'checkmark-circle' },
  overdue: { tone: 'danger', glyph: 'warning' },
  void: { tone: 'quiet', glyph: 'prohibited' },
  frozen: { tone: 'berry', glyph: 'lock-closed' },
} as const satisfies Record<string, Sign>;
export const contractSigns = {
  making: { tone: 'neutral', glyph: 'arrow-sync' },
  waiting: { tone: 'warning', glyph: 'pen' },
  complete: { tone: 'success', glyph: 'checkmark-circle' },
  expired: { tone: 'danger', glyph: 'clock' },
  rejected: { tone: 'danger', glyph: 'dismiss-circle' },
  annulled: { tone: 'quiet', glyph: 'prohibited' },
  failed: { tone: 'danger', glyph: 'warning' },
  canceled: { tone: 'danger', glyph: 'arrow-undo' },
} as const satisfies Record<string, Sign>;

/** The right that the next step of an order needs, by its state; none where that depends on more than the state. */
export const nextRights: Readonly<Record<number, string>> = {
  [draft]: 'order_status',
  [awaitingVoucher]: 'picture_add',
  [voucherReview]: 'order_voucher',
  [awaitingContract]: 'order_contract',
  [awaitingStart]: 'order_start',
  [cancelled]: 'order_refund',
};

/** The state in which an order waits for people with this permission, by permission. */
export const awaitedBy: Readonly<Record<string, number>> = {
  order_voucher: voucherReview,
  order_contract: awaitingContract,
};
