/** What people enter in the dialogs of orders and their money, beyond the booking of a movement. */
import { order } from '../../modules/lease/order';
import { date, longText, money, rate } from '../../schema/fields';
import { bookingFields } from './booking';

const mostMoney = 100_000_000_000;
const { partyName, partyAccount, bankName, serialNo, valueDate } = bookingFields;

export const reasonFields = { reason: longText('原因', 'Reason', { required: true }) };

export const waiverFields = {
  amount: money('减免金额', 'Amount waived', { required: true, min: 0.01, max: mostMoney }),
  ...reasonFields,
};
export const balanceFields = {
  amount: money('使用金额', 'Amount used', { required: true, min: 0.01, max: mostMoney }),
  reason: longText('说明', 'Remark'),
};
export const refundFields = {
  amount: money('退款金额', 'Amount returned', { required: true, min: 0.01, max: mostMoney }),
  valueDate,
  partyName,
  partyAccount,
  bankName,
  serialNo,
  ...reasonFields,
};
export const closeFields = {
  /** Empty opens all days again. */
  closedUntil: date('关账至', 'Closed up to'),
  ...reasonFields,
};

/** Rates are percent. Without a rate of the exit the order's holds, without a fee none is charged. */
export const exitFields = {
  exitDate: date('提前结清日', 'Exit date', { required: true }),
  exitUntil: date('结算有效期至', 'Quote valid until'),
  exitRate: rate('提前结清年利率', 'Rate of the exit'),
  feeRate: rate('手续费率', 'Fee rate'),
  ...reasonFields,
};

/** The account of an order, and its start before it runs. */
export const accountFields = {
  bankCardCode: { ...order.fields.bankCardCode, required: true },
  bankName: { ...order.fields.bankName, required: true },
  ...reasonFields,
};
export const startFields = {
  bankCardCode: accountFields.bankCardCode,
  bankName: accountFields.bankName,
  interestDate: order.fields.interestDate,
  ...reasonFields,
};
