import type { ReactNode } from 'react';
import { directions } from '../../../../contract/domain/lifecycle/direction';
import { contractSigns, paySigns } from '../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../contract/domain/money';
import { filledIn, label, textIn } from '../../../../contract/domain/text';
import { fascContract, progresses, progressOf } from '../../../../contract/modules/esign/fascContract';
import { wordFor } from '../../../store/crud/dict';
import { signChip, textOf } from '../../crud/cells';
import type { Format } from '../../crud/screen';

const late = label('逾期 {days} 天', '{days} d late');

const part = label('余 {amount}', '{amount} open');

const receivedWords = { 0: label('待收', 'Due'), 1: label('已收', 'Received') };

/** State of an instalment: due, partly paid, paid, days overdue, frozen or void. */
export function payChip(
  {
    payStatus,
    overdueDays,
    isFrozen,
    paidAmount,
    openAmount,
    direction,
  }: {
    payStatus: number | null;
    overdueDays: number | null;
    isFrozen?: number | null;
    paidAmount?: string | null;
    openAmount?: string | null;
    direction?: number | null;
  },
  { language, dicts }: Format,
): ReactNode {
  // The dictionary speaks of paying; what customers pay is received.
  const received = direction === directions.collect ? receivedWords[payStatus as 0] : undefined;
  const label = received ? textIn(received, language) : wordFor(dicts, 'pay_status', payStatus ?? 0, language);
  if (isFrozen === 1 && payStatus === 0) return signChip(paySigns.frozen, textIn(['已冻结', 'Frozen'], language));
  if (payStatus === 1) return signChip(paySigns.paid, label);
  if (payStatus === 2) return signChip(paySigns.void, label);
  const isPart = payStatus === 0 && Number(paidAmount ?? 0) > 0 && openAmount;
  const amount = isPart ? filledIn(textIn(part, language), { amount: formatMoney(openAmount) }) : '';
  if (overdueDays)
    return signChip(
      paySigns.overdue,
      [filledIn(textIn(late, language), { days: overdueDays }), amount].filter(Boolean).join(' · '),
    );
  return signChip(paySigns.due, amount || label);
}

/** State of a contract: pending, complete, or why it is no longer pending. */
export function contractChip(
  { status, signTaskStatus }: { status: number | null; signTaskStatus: string | null },
  { language, dicts }: Format,
): ReactNode {
  const progress = progressOf({ status, signTaskStatus });
  // Two states have dictionary texts, which a tenant can change.
  const label =
    progress === 'complete' || progress === 'waiting'
      ? wordFor(dicts, 'contract_status', progresses[progress], language)
      : textOf(fascContract.fields.progress, progresses[progress], { language, dicts });
  return signChip(contractSigns[progress], label ?? progress);
}
