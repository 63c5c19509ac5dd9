/** Contracts of every type in every form that changes their wording, by name. */

import type { ContractKind } from '../../contract/domain/contractKinds';
import { dayCounts, frequencies, graceKinds, timings } from '../../contract/domain/leasing/codes';
import { getTypeOf, repayMethods } from '../../contract/domain/leasing/methods/methods';
import { planOf } from '../../contract/domain/leasing/plan';
import { rowKinds } from '../../contract/domain/leasing/rowKinds';
import type { PlanTerms } from '../../contract/domain/leasing/terms';
import { sum } from '../../contract/domain/money';
import type { ContractDoc } from '../../server/esign/paper/pdf';
import { repaymentOf } from '../../server/esign/wording/repayment';
import { contract } from './contractDoc';

const terms: PlanTerms = {
  totalAmount: '120000.00',
  yearRate: '7.2000',
  deadline: 360,
  interestDate: '2025-01-31',
  repayMethod: repayMethods.interestFirst.number,
};
const charges = { feeRate: '1', depositRate: '10', purchasePrice: '100.00' };
const plans: Readonly<Record<string, Partial<PlanTerms>>> = {
  monthly: {},
  atMaturity: { repayMethod: repayMethods.atMaturity.number },
  interestFirst: { frequency: frequencies.quarterly, dueDay: 15, ...charges },
  annuity: { repayMethod: repayMethods.annuity.number, timing: timings.advance, ...charges },
  equalPrincipal: {
    repayMethod: repayMethods.equalPrincipal.number,
    dayCount: dayCounts.actAct,
    gracePeriods: 2,
    graceKind: graceKinds.interestOnly,
  },
  flat: { repayMethod: repayMethods.flat.number, frequency: frequencies.weekly, deadline: 84, residualRate: '20' },
  table: {
    repayMethod: repayMethods.rentTable.number,
    rentTable: [
      { paymentDate: '2025-06-30', principal: '60000.00', rent: '4000.00' },
      { paymentDate: '2025-12-31', principal: '60000.00', rent: '3000.00' },
    ],
  },
};

function docOf(type: ContractKind, change: Partial<PlanTerms>, isDated: boolean): Partial<ContractDoc> {
  const whole = { ...terms, ...change };
  const plan = planOf(whole);
  const repayment = repaymentOf(whole, plan);
  const total = (name: 'rent' | 'principal' | 'amountPayable') => sum(plan.rows.map((row) => row[name]));
  return {
    type,
    totalAmount: whole.totalAmount,
    yearRate: String(whole.yearRate),
    deadline: whole.deadline,
    getType: getTypeOf(whole.repayMethod),
    basis: plan.basis,
    ...(repayment ? { repayment } : {}),
    interestDate: isDated ? whole.interestDate : null,
    maturity: isDated ? plan.maturity : null,
    plan: plan.rows,
    totals: { rent: total('rent'), principal: total('principal'), amountPayable: total('amountPayable') },
  };
}

const objects = [
  { name: '注塑机', isVehicle: false, serialNo: 'SN-1' },
  { name: '货车', isVehicle: true, serialNo: 'LSVAA4187C2184847', supplier: '东海机械有限公司', price: '250000.00' },
];
const settlement = {
  plan: [
    {
      kind: rowKinds.settlement,
      currentPeriods: 1,
      paymentDate: '2025-04-10',
      days: 9,
      rent: '12.74',
      principal: '10000.00',
      other: '100.00',
      amountPayable: '10112.74',
    },
  ],
  totals: { rent: '12.74', principal: '10000.00', other: '100.00', amountPayable: '10112.74' },
};
const isBeforeStart = true as const;

export const contractDocs: Readonly<Record<string, ContractDoc>> = Object.fromEntries(
  ([1, 2, 3] as const)
    .flatMap((type) =>
      Object.entries(plans).flatMap(([name, change]) =>
        (['PAYOUT', 'COLLECT'] as const).flatMap((cashDirection) =>
          [true, false].map((isDated): [string, Partial<ContractDoc>] => [
            `${type} ${name} ${cashDirection}${isDated ? '' : ' undated'}`,
            { ...docOf(type, change, isDated), cashDirection },
          ]),
        ),
      ),
    )
    .concat([
      ['2 objects', { ...docOf(2, {}, true), objects }],
      [
        '2 principal elsewhere',
        { type: 2, basis: 365, totals: { rent: '31248.00', principal: '0.00', amountPayable: '31248.00' } },
      ],
      ['3 changes', { ...docOf(3, plans.annuity!, true), changes: ['未付本金的期限延长六期。', '利率调整为 6%。'] }],
      ['3 changes plain', { ...docOf(3, {}, false), changes: ['期限延长六期。'] }],
      ['4 settlement', { type: 4, ...settlement }],
      ['4 settlement without charges', { type: 4, ...settlement, totals: { ...settlement.totals, other: '0.00' } }],
      ['4 settlement COLLECT', { type: 4, basis: 365, cashDirection: 'COLLECT', ...settlement }],
      ['4 refund', { type: 4, isBeforeStart, ...settlement }],
      [
        '4 nothing came in',
        {
          type: 4,
          isBeforeStart,
          ...settlement,
          totals: { rent: '0.00', principal: '0.00', other: '0.00', amountPayable: '0.00' },
        },
      ],
    ])
    .map(([name, change]) => [name, contract(12, change)]),
);
