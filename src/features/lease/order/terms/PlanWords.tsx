import { useTranslation } from 'react-i18next';
import { frequencyTexts, timings, timingTexts } from '../../../../../contract/domain/leasing/codes';
import { explainPlan } from '../../../../../contract/domain/leasing/explanation';
import { methodBy } from '../../../../../contract/domain/leasing/methods/methods';
import type { Plan } from '../../../../../contract/domain/leasing/plan';
import { completed, type PlanTerms } from '../../../../../contract/domain/leasing/terms';
import { formatMoney } from '../../../../../contract/domain/money';
import { type Language, textIn } from '../../../../../contract/domain/text';
import { arrange } from '../../../../ui/layout/arrange';
import { Figures } from '../../../../ui/layout/surfaces';
import { text } from '../../../../ui/layout/text';
import styles from './PlanWords.module.css';

/** How a plan is repaid: the method in a few words, such as `等额本息 · 每月 · 期初付`. */
export function wayOf(draft: PlanTerms, language: Language): string {
  const terms = completed(draft);
  const { title, uses } = methodBy(terms.repayMethod);
  return [
    textIn(title, language),
    ...(uses.includes('frequency') ? [textIn(frequencyTexts[terms.frequency], language)] : []),
    ...(terms.timing === timings.advance ? [textIn(timingTexts[terms.timing], language)] : []),
  ].join(' · ');
}

/** The figures of a plan that people compare, and in sentences how it was made. */
export function PlanWords({ terms, plan, language }: { terms: PlanTerms; plan: Plan; language: Language }) {
  const { t } = useTranslation();
  return (
    <div className={arrange.column}>
      <Figures
        items={[
          { label: t('order.preview.method'), value: wayOf(terms, language) },
          ...(plan.instalment ? [{ label: t('order.preview.instalment'), value: formatMoney(plan.instalment) }] : []),
          { label: t('order.preview.interest'), value: formatMoney(plan.totalRent) },
          {
            label: t('order.preview.effective'),
            value: plan.yearlyYield === null ? '-' : `${Number(plan.yearlyYield).toFixed(2)}%`,
          },
        ]}
      />
      <ul className={`${styles.words} ${text.caption}`} aria-label={t('order.preview.words')}>
        {explainPlan(terms, plan).map((sentence) => (
          <li key={sentence.zh}>{textIn(sentence, language)}</li>
        ))}
      </ul>
    </div>
  );
}
