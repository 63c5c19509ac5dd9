import { createElement } from 'react';
import { frequencies, type OptionalTerm, usual } from '../../../contract/domain/leasing/codes';
import {
  getTypeOf,
  isRepayMethod,
  methodBy,
  methodOfType,
  type RepayMethod,
} from '../../../contract/domain/leasing/methods/methods';
import { label } from '../../../contract/domain/text';
import { product } from '../../../contract/modules/lease/product';
import { turnedChip } from '../crud/cells';
import { defineFeature } from '../crud/feature';
import { FieldInput } from '../crud/inputs/inputs';
import type { FieldInputProps } from '../crud/screen';

type Draft = Record<string, unknown>;

/** The method of a draft; null before one is chosen. */
function methodIn({ repayMethod }: Draft): RepayMethod | null {
  return isRepayMethod(repayMethod) ? repayMethod : null;
}

/** Whether the chosen method reads a term, given the others. */
function isUsed(name: string, draft: Draft): boolean {
  const method = methodIn(draft);
  if (!Object.hasOwn(usual, name)) return true;
  if (method === null || !methodBy(method).uses.includes(name as OptionalTerm)) return false;
  if (name === 'dueDay') return draft.frequency !== frequencies.weekly;
  return name !== 'graceKind' || Number(draft.gracePeriods ?? 0) > 0;
}

/** What has no meaning any more gets its usual value, so that nothing unseen is saved. */
function settingRest(props: FieldInputProps): FieldInputProps {
  return {
    ...props,
    onType(change) {
      const next = { ...props.draft, ...change };
      const unused = (Object.keys(usual) as OptionalTerm[]).filter(
        (name) => name in product.fields && !isUsed(name, next) && name !== 'graceKind',
      );
      const getType = change.repayMethod === undefined ? {} : { getType: getTypeOf(next.repayMethod as RepayMethod) };
      props.onType({ ...getType, ...Object.fromEntries(unused.map((name) => [name, usual[name] ?? ''])), ...change });
    },
  };
}
/** When it is paid out decides between two methods; the others are chosen beside it. */
function payout(props: FieldInputProps) {
  const { onType } = settingRest(props);
  return createElement(FieldInput, {
    ...props,
    onType: (change) => onType('getType' in change ? { repayMethod: methodOfType(change.getType), ...change } : change),
  });
}
function chosen(props: FieldInputProps) {
  return createElement(FieldInput, settingRest(props));
}

export const feature = defineFeature(product, ({ actions }) => ({
  naming: 'productName',
  first: {
    text: {
      zh: '订单从产品开始：先填写期限、每份金额和年化利率。',
      en: 'Orders begin with a product: its term, amount per unit and annual rate.',
    },
  },
  widths: {
    productName: 112,
    productCode: 120,
  },
  phone: {
    productName: 'name',
    amountPer: 'amount',
    productCode: 'code',
    status: 'state',
    repayMethod: 'note',
    updateTime: 'date',
  },
  cells: { status: (row, format) => turnedChip(product.fields.status, row.status, format) },
  form: [
    ['productName', 'productCode'],
    ['deadline', 'amountPer'],
    ['getType', 'repayMethod'],
    ['yearRate'],
    ['frequency', 'timing'],
    ['dueDay', 'dayCount'],
    ['rounding', 'residualRate'],
    ['gracePeriods', 'graceKind'],
    ['depositRate', 'feeRate'],
    ['lateRate', 'lateGraceDays'],
    ['lateCapRate', 'purchasePrice'],
    ['status', 'needsAsset'],
    ['note'],
  ],
  inputs: { getType: payout, repayMethod: chosen, frequency: chosen },
  isFieldShown: isUsed,
  helps: {
    dueDay: label(
      '1 到 31，当月无该日的取最后一日；不填则按起租日的对应日',
      '1 to 31, or the month’s last day; empty: the day of the start',
    ),
    dayCount: label(
      '自动：先息后本与到期还本付息按期限取 360 或 365，其余方法各期等长',
      'Automatic: 360 or 365 by the term for interest first and at maturity, equal periods for the others',
    ),
    residualRate: label('占本金的比例，随最后一期支付', 'Share of the principal, paid with the last instalment'),
    gracePeriods: label('前若干期不还本金', 'How many of the first periods repay no principal'),
    depositRate: label(
      '占本金的比例，起租时支付，到期退还',
      'Share of the principal, paid at the start, given back at the end',
    ),
    feeRate: label('占本金的比例，起租时支付', 'Share of the principal, paid at the start'),
    needsAsset: label(
      '勾选后，没有租赁物的订单不能发起签约',
      'When ticked, orders without a lease object cannot be issued contracts',
    ),
    purchasePrice: label('租期结束时另付的金额', 'Paid in addition at the end of the lease'),
  },
  rowActions: [
    {
      key: 'disable',
      label: { zh: '停用', en: 'Disable' },
      permission: 'product_edit',
      isShown: ({ status }) => status === 1,
      act: ({ id }) => actions.patch({ id, change: { status: 0 } }),
    },
    {
      key: 'enable',
      label: { zh: '启用', en: 'Enable' },
      permission: 'product_edit',
      isShown: ({ status }) => status === 0,
      act: ({ id }) => actions.patch({ id, change: { status: 1 } }),
    },
  ],
}));
