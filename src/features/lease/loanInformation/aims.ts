/** What can be done with the values of a paper, and what they are compared with. */
import { idTypes } from '../../../../contract/domain/identity';
import { formatMoney, isMoney } from '../../../../contract/domain/money';
import { textIn } from '../../../../contract/domain/text';
import { type Customer, customer } from '../../../../contract/modules/lease/customer';
import { type Order, order } from '../../../../contract/modules/lease/order';
import { type PaperType, paperFields, paperTypes } from '../../../../contract/wire/ocr/papers';
import { textOf } from '../../crud/cells';
import type { Format } from '../../crud/screen';
import type { CompareRow } from './Compare';
import type { Aim } from './desksSlice';

type Values = Readonly<Record<string, string>>;

/** What a paper says of a customer; null for one that names no customer's number. */
export function customerOf(type: number, values: Values): Pick<Customer, 'realName' | 'idType' | 'idNo'> | null {
  if (type === paperTypes.idPortrait)
    return { realName: values.name ?? '', idType: idTypes.identityCard, idNo: values.idNo ?? '' };
  if (type === paperTypes.licence)
    return { realName: values.name ?? '', idType: idTypes.creditCode, idNo: values.creditCode ?? '' };
  return null;
}

/** What a person may do with a paper of this type. A paper that belongs to a customer makes no other one. */
export function aimsOf(type: number, customerId: string | null, may: (code: string) => boolean): Aim[] {
  const isOfCustomer = customerOf(type, {}) !== null;
  return [
    'none',
    ...(isOfCustomer && !customerId && may(customer.permission('add')) ? (['add'] as const) : []),
    ...(isOfCustomer && may(customer.permission('update')) ? (['update'] as const) : []),
    ...(may('picture_add') ? (['picture'] as const) : []),
  ];
}

/** The chosen customer beside what the paper says. */
export function customerRows(type: number, values: Values, held: Customer, format: Format): CompareRow[] {
  const read = customerOf(type, values);
  if (!read) return [];
  return (['realName', 'idType', 'idNo'] as const).map((key) => ({
    key,
    label: textIn(customer.fields[key].label, format.language) ?? key,
    before: textOf(customer.fields[key], held[key], format) ?? '',
    after: textOf(customer.fields[key], read[key], format) ?? '',
  }));
}

/** Fields of an order that a paper is compared with; a field of the paper without one is only shown. */
const ofOrder: Readonly<Partial<Record<PaperType, readonly (readonly [key: string, of: keyof Order | ''])[]>>> = {
  [paperTypes.idPortrait]: [['name', 'customerName']],
  [paperTypes.licence]: [['name', 'customerName']],
  [paperTypes.bankCard]: [
    ['cardNo', 'bankCardCode'],
    ['bankName', 'bankName'],
  ],
  [paperTypes.slip]: [
    ['amount', 'totalAmount'],
    ['payerName', 'customerName'],
    ['payDate', ''],
    ['serialNo', ''],
  ],
  [paperTypes.paperContract]: [['contractNumber', 'contractCode']],
  [paperTypes.invoice]: [
    ['total', 'totalAmount'],
    ['buyerName', 'customerName'],
  ],
};

function shown(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  return /\.\d\d$/.test(text) && isMoney(text) ? formatMoney(text) : text;
}

/** The chosen order beside what the paper says. */
export function orderRows(type: number, values: Values, held: Order, { language }: Format): CompareRow[] {
  return (ofOrder[type as PaperType] ?? []).map(([key, of]) => ({
    key,
    label:
      textIn(
        of === '' ? paperFields[type as PaperType][key]?.label : order.fields[of as 'totalAmount'].label,
        language,
      ) ?? key,
    before: of === '' ? '' : shown(held[of]),
    after: shown(values[key]),
  }));
}
