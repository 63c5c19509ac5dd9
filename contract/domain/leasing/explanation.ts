/** What a plan was made from, in sentences with its own figures. */

import { cents, formatMoney, formatRate } from '../money';
import { filledIn, type Label, type Text } from '../text';
import { dayCounts, frequencies, graceKinds, periodsAYear, roundings, roundingTexts, timings } from './codes';
import { methodBy } from './methods/methods';
import type { Plan } from './plan';
import { rowKinds } from './rowKinds';
import { completed, type FullTerms, type PlanTerms } from './terms';

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
  finer: [
    '取整到{asked}会使最后一期明显高于其他各期，改为取整到{unit}。',
    'Rounding to {asked} would make the last instalment much larger than the others, so they are rounded to {unit}.',
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
} as const satisfies Record<string, Text>;
type Key = keyof typeof sentences;

function counting({ dayCount }: Plan): Key {
  if (dayCount === dayCounts.auto) return 'equalPeriods';
  if (dayCount === dayCounts.thirty360) return 'thirty';
  return dayCount === dayCounts.actAct ? 'actualActual' : 'actual';
}

/** Instalments whose interest is more than the level amount. */
function aboveLevel({ repayMethod }: FullTerms, { rows, instalment }: Plan): number {
  if (!methodBy(repayMethod).hasInterestRows || instalment === null) return 0;
  return rows.filter(({ principal, rent }) => cents(principal) === 0n && cents(rent) > cents(instalment)).length;
}

/** The sentences that hold for these terms, in the order in which they are read. */
function sentencesOf(terms: FullTerms, plan: Plan): Text[] {
  const { sentence, advanceSentence = sentences.advance, rentOn } = methodBy(terms.repayMethod);
  const has = (amount: string) => cents(amount) !== 0n;
  const isAdvance = terms.timing === timings.advance;
  const isMonthly = terms.frequency !== frequencies.weekly;
  const grace =
    terms.graceKind === graceKinds.interestOnly
      ? 'graceInterest'
      : rentOn === 'amount'
        ? 'graceFlat'
        : 'graceCapitalised';
  const holds: [Text, boolean][] = [
    [sentence, true],
    [sentences[counting(plan)], rentOn !== 'table'],
    [advanceSentence, isAdvance],
    [isAdvance ? sentences.dueDayAdvance : sentences.dueDay, terms.dueDay !== null && isMonthly],
    [sentences[grace], terms.gracePeriods > 0],
    [sentences.aboveLevel, aboveLevel(terms, plan) > 0],
    [sentences.residual, has(plan.residual)],
    [sentences.finer, plan.rounding !== terms.rounding && methodBy(terms.repayMethod).uses.includes('rounding')],
    [plan.rounding === roundings.cent ? sentences.residue : sentences.rounded, has(plan.residue)],
    [sentences.fee, has(plan.fee)],
    [sentences.deposit, has(plan.deposit)],
    [sentences.purchase, has(plan.purchasePrice)],
    [sentences.yearlyYield, plan.yearlyYield !== null],
  ];
  return holds.flatMap(([text, isTrue]) => (isTrue ? [text] : []));
}

/** The sentences, in Chinese and English, with the figures of the plan in them. */
export function explainPlan(draft: PlanTerms, plan: Plan): Label[] {
  const terms = completed(draft);
  const instalments = plan.rows.filter(({ kind }) => kind === rowKinds.instalment);
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
  const [zhUnit, enUnit] = roundingTexts[plan.rounding];
  const [zhAsked, enAsked] = roundingTexts[terms.rounding];
  return sentencesOf(terms, plan).map(([zh, en]) => ({
    zh: filledIn(zh, { ...values, unit: zhUnit, asked: zhAsked }),
    en: filledIn(en, { ...values, unit: enUnit.toLowerCase(), asked: enAsked.toLowerCase() }),
  }));
}
