/** What a plan was made from, in sentences with its own figures. */
import { cents, formatMoney, formatRate } from '../money';
import { filledIn, type Label } from '../text';
import {
  dayCounts,
  frequencies,
  graceKinds,
  periodsAYear,
  type RepayMethod,
  repayMethods,
  roundings,
  roundingTexts,
  timings,
} from './codes';
import type { Plan } from './plan';
import { completed, type FullTerms, type PlanTerms } from './terms';

type Sentence = readonly [zh: string, en: string];

const methodSentences: Record<RepayMethod, Sentence> = {
  1: [
    '每期支付利息，本金 {principal} 元在最后一期一次还清，利息合计 {totalRent} 元。',
    'Each period pays interest, {totalRent} in all; the principal of {principal} is repaid with the last instalment.',
  ],
  2: [
    '本金 {principal} 元和利息 {totalRent} 元在到期日一次付清。',
    'The principal of {principal} and interest of {totalRent} are paid together at maturity.',
  ],
  3: [
    '每期还款 {instalment} 元，金额相等：先付剩余本金的当期利息，其余归还本金，所以利息逐期减少、本金逐期增加。利息合计 {totalRent} 元。',
    'Each instalment is {instalment}: it pays the period’s interest on the principal still owed, the rest repays principal, so interest falls and principal rises. Interest is {totalRent} in all.',
  ],
  4: [
    '每期归还相同的本金（首次 {firstPrincipal} 元），另付剩余本金的当期利息，所以每期还款额逐期减少。利息合计 {totalRent} 元。',
    'Each instalment repays the same principal (first {firstPrincipal}) and pays the period’s interest on what is still owed, so instalments fall. Interest is {totalRent} in all.',
  ],
  5: [
    '利息按全部本金和全部期限计算，合计 {totalRent} 元，与本金一起平均分摊，每期 {instalment} 元；归还本金不减少利息。',
    'Interest is calculated on the whole principal for the whole term, {totalRent} in all, and spread evenly with the principal: {instalment} each. Repaying principal does not lower it.',
  ],
  6: [
    '各期的日期、本金和租金按租金表约定，不由年利率计算。租金合计 {totalRent} 元。',
    'Dates, principal and rent are those of the rent table and do not follow from the annual rate. Rent is {totalRent} in all.',
  ],
};

const sentences = {
  equalPeriods: [
    '各期长度视为相等：期利率 = {rate}% ÷ {perYear}，不随当期天数变化。',
    'Periods are treated as equal: the rate of a period is {rate}% ÷ {perYear}, whatever its days.',
  ],
  actual: ['利息 = 本金 × {rate}% × 实际天数 ÷ {basis}。', 'Interest = principal × {rate}% × actual days ÷ {basis}.'],
  thirty: [
    '利息 = 本金 × {rate}% × 天数 ÷ 360，每月按 30 天计。',
    'Interest = principal × {rate}% × days ÷ 360, with thirty days in each month.',
  ],
  actualActual: [
    '利息 = 本金 × {rate}% × 实际天数 ÷ 当年天数（闰年 366，平年 365）。',
    'Interest = principal × {rate}% × actual days ÷ days of the year (366 in leap years, else 365).',
  ],
  advance: [
    '期初付：第 1 期在起租日支付，租期到 {maturity} 结束。',
    'Paid in advance: the first instalment is due at the start; the lease ends on {maturity}.',
  ],
  advanceBullet: [
    '期初付：每期利息在当期第一天支付，本金在 {maturity} 归还。',
    'Paid in advance: interest is due on the first day of its period, the principal on {maturity}.',
  ],
  dueDay: [
    '每月 {dueDay} 日付款；第 1 期从起租日到首个付款日共 {firstDays} 天，按天计息。',
    'Due on day {dueDay} of the month; the first period lasts {firstDays} days and bears interest by days.',
  ],
  dueDayAdvance: [
    '第 1 期在起租日支付，其后每月 {dueDay} 日付款；首段按天计息。',
    'The first instalment is due at the start, the others on day {dueDay} of the month; the first stretch bears interest by days.',
  ],
  graceInterest: ['前 {grace} 期只付利息，不还本金。', 'The first {grace} periods pay interest only.'],
  graceCapitalised: [
    '前 {grace} 期不付款，其间利息 {capitalised} 元计入本金。',
    'Nothing is due in the first {grace} periods; their interest of {capitalised} is added to the principal.',
  ],
  graceFlat: [
    '前 {grace} 期不付款，全部利息分摊到其余各期。',
    'Nothing is due in the first {grace} periods; all interest is spread over the others.',
  ],
  residual: [
    '尾款 {residual} 元（本金的 {residualRate}%）不分摊，随最后一期支付。',
    'The residual value of {residual} ({residualRate}% of the principal) is paid with the last instalment.',
  ],
  aboveLevel: [
    '有 {above} 期的利息高于每期还款金额，该期只付利息、不还本金，其余各期金额据此计算。',
    'In {above} of the periods interest is more than the instalment: they pay interest only, and the others are calculated accordingly.',
  ],
  rounded: [
    '每期金额取整到{unit}，差额 {residue} 元计入最后一期。',
    'Instalments are rounded to {unit}; the difference of {residue} is in the last one.',
  ],
  residue: [
    '四舍五入到分，差额 {residue} 元计入最后一期。',
    'Amounts are rounded to the cent; the difference of {residue} is in the last instalment.',
  ],
  fee: ['起租日另付手续费 {fee} 元。', 'A fee of {fee} is paid at the start.'],
  deposit: [
    '起租日另付保证金 {deposit} 元，租期结束时退还。',
    'A deposit of {deposit} is paid at the start and given back at the end.',
  ],
  purchase: [
    '租期结束时另付留购价款 {purchasePrice} 元。',
    'The purchase price of {purchasePrice} is paid at the end of the lease.',
  ],
  yearlyYield: [
    '实际年化利率 {yield}%（XIRR：按实际天数折现，一年 365 天，含费用、保证金及其退还）。',
    'The effective yearly rate is {yield}% (XIRR by actual days in years of 365, with charges and the deposit given back).',
  ],
} as const satisfies Record<string, Sentence>;
type Key = keyof typeof sentences;

function counting({ dayCount }: Plan): Key {
  if (dayCount === dayCounts.auto) return 'equalPeriods';
  if (dayCount === dayCounts.thirty360) return 'thirty';
  return dayCount === dayCounts.actAct ? 'actualActual' : 'actual';
}

/** Instalments of an annuity whose interest is more than the level amount. */
function aboveLevel({ repayMethod }: FullTerms, { rows, instalment }: Plan): number {
  if (repayMethod !== repayMethods.annuity || instalment === null) return 0;
  return rows.filter(({ principal, rent }) => cents(principal) === 0n && cents(rent) > cents(instalment)).length;
}

/** Which sentences hold for these terms, in the order in which they are read. */
function keysOf(terms: FullTerms, plan: Plan): Key[] {
  const { repayMethod } = terms;
  const has = (amount: string) => cents(amount) !== 0n;
  const isAdvance = terms.timing === timings.advance;
  const isMonthly = terms.frequency !== frequencies.weekly;
  const grace =
    terms.graceKind === graceKinds.interestOnly
      ? 'graceInterest'
      : repayMethod === repayMethods.flat
        ? 'graceFlat'
        : 'graceCapitalised';
  const holds: [Key, boolean][] = [
    [counting(plan), repayMethod !== repayMethods.table],
    [repayMethod === repayMethods.interestFirst ? 'advanceBullet' : 'advance', isAdvance],
    [isAdvance ? 'dueDayAdvance' : 'dueDay', terms.dueDay !== null && isMonthly],
    [grace, terms.gracePeriods > 0],
    ['aboveLevel', aboveLevel(terms, plan) > 0],
    ['residual', has(plan.residual)],
    [terms.rounding === roundings.cent ? 'residue' : 'rounded', has(plan.residue)],
    ['fee', has(plan.fee)],
    ['deposit', has(plan.deposit)],
    ['purchase', has(plan.purchasePrice)],
    ['yearlyYield', plan.yearlyYield !== null],
  ];
  return holds.flatMap(([key, isTrue]) => (isTrue ? [key] : []));
}

/** The sentences, in Chinese and English, with the figures of the plan in them. */
export function explainPlan(draft: PlanTerms, plan: Plan): Label[] {
  const terms = completed(draft);
  const instalments = plan.rows.filter(({ kind }) => kind === 1);
  const money = {
    principal: terms.totalAmount,
    totalRent: plan.totalRent,
    instalment: plan.instalment ?? '0',
    firstPrincipal: instalments.find(({ principal }) => cents(principal) > 0n)?.principal ?? '0',
    capitalised: plan.capitalised,
    residual: plan.residual,
    residue: plan.residue,
    fee: plan.fee,
    deposit: plan.deposit,
    purchasePrice: plan.purchasePrice,
  };
  const values = {
    ...Object.fromEntries(Object.entries(money).map(([name, amount]) => [name, formatMoney(amount)])),
    rate: formatRate(terms.yearRate),
    residualRate: formatRate(terms.residualRate),
    basis: plan.basis,
    perYear: periodsAYear[terms.frequency],
    maturity: plan.maturity,
    dueDay: terms.dueDay,
    firstDays: instalments[0]?.days,
    above: aboveLevel(terms, plan),
    grace: terms.gracePeriods,
    yield: plan.yearlyYield,
  };
  const [zhUnit, enUnit] = roundingTexts[terms.rounding];
  return [methodSentences[terms.repayMethod], ...keysOf(terms, plan).map((key) => sentences[key])].map(([zh, en]) => ({
    zh: filledIn(zh, { ...values, unit: zhUnit }),
    en: filledIn(en, { ...values, unit: enUnit.toLowerCase() }),
  }));
}
