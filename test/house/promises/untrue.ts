import type { PromiseTable } from './table';

/** What is said and is not true today; the entry goes with the words. */
export const untrue: PromiseTable = [
  // A late charge is booked with the instalment, and a colleague reverses a payment.
  [{ untrue: '不计滞纳金' }, 'payments:payments.late'],
  [{ untrue: '也不能撤销' }, 'payments:payments.typeCountHelp'],
];
