import {
  dayCountTexts,
  frequencyTexts,
  graceKindTexts,
  roundingTexts,
  timingTexts,
  usual,
} from '../../domain/leasing/codes';
import { repayMethodTexts } from '../../domain/leasing/methods/methods';
import { choice, integer, money, rate } from '../../schema/fields';

const hidden = { inTable: false } as const;

/** How a product is repaid. An order has the same fields, copied from its product. */
export const termFields = {
  repayMethod: choice('还款方式', 'Repayment method', repayMethodTexts),
  frequency: choice('付款频率', 'Frequency', frequencyTexts, { ...hidden, initial: usual.frequency }),
  timing: choice('支付时点', 'Timing', timingTexts, { ...hidden, initial: usual.timing }),
  dueDay: integer('每月付款日', 'Due day', { ...hidden, min: 1, max: 31 }),
  rounding: choice('每期取整', 'Instalments rounded to', roundingTexts, { ...hidden, initial: usual.rounding }),
  gracePeriods: integer('宽限期数', 'Grace periods', { ...hidden, min: 0, max: 600, initial: usual.gracePeriods }),
  graceKind: choice('宽限方式', 'In the grace', graceKindTexts, { ...hidden, initial: usual.graceKind }),
  residualRate: rate('尾款比例', 'Residual value', { ...hidden, initial: usual.residualRate }),
  purchasePrice: money('留购价款', 'Purchase price', {
    ...hidden,
    min: 0,
    max: 1_000_000_000,
    initial: usual.purchasePrice,
  }),
  depositRate: rate('保证金比例', 'Deposit', { ...hidden, initial: usual.depositRate }),
  feeRate: rate('手续费率', 'Fee', { ...hidden, initial: usual.feeRate }),
  dayCount: choice('计息基准', 'Day count', dayCountTexts, { ...hidden, initial: usual.dayCount }),
};

type Terms = typeof termFields;
/** The same fields where they follow from something else and are never typed. */
export function copiedTerms(): { [K in keyof Terms]: Terms[K] } {
  return Object.fromEntries(
    Object.entries(termFields).map(([name, { initial: _, ...field }]) => [
      name,
      { ...field, derived: true, inForm: false, inTable: false },
    ]),
  ) as unknown as { [K in keyof Terms]: Terms[K] };
}
