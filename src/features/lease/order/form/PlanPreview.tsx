import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { methodBy, methodOfType, type RepayMethod } from '../../../../../contract/domain/leasing/methods/methods';
import { plainTerms } from '../../../../../contract/domain/leasing/plain';
import type { Plan } from '../../../../../contract/domain/leasing/plan';
import { explain } from '../../../../../contract/domain/leasing/schedule';
import { cents, formatMoney, sum } from '../../../../../contract/domain/money';
import { textIn } from '../../../../../contract/domain/text';
import { rowName } from '../../../../../contract/modules/lease/paymentPlan';
import { preferences } from '../../../../store/preferences';
import { arrange } from '../../../../ui/layout/arrange';
import { Dash } from '../../../../ui/layout/figures';
import { StatusChip } from '../../../../ui/layout/status';
import { Card, Workings } from '../../../../ui/layout/surfaces';
import { text } from '../../../../ui/layout/text';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../../ui/overlays/messages';
import { PlanCell, PlanRow, PlanTable } from '../plan/PlanTable';
import { PlanWords } from '../terms/PlanWords';
import { isDirty, type OrderForm, previewOf } from './orderFormSlice';
import styles from './PlanPreview.module.css';

/** Preview of the plan: what it comes to and why, both ways of collecting where there are two, and all rows. */
export function PlanPreview({ form }: { form: OrderForm }) {
  const { t } = useTranslation();
  const language = useSelector(preferences.selectors.language);
  const preview = previewOf(form);
  if (!preview)
    return (
      <Card title={t('order.preview.title')}>
        <EmptyState kind="never" title={t('order.preview.empty')} />
      </Card>
    );
  const { terms, plan, other, isStartAssumed } = preview;
  const plain = plainTerms(terms, plan);
  const steps = plain && explain(plain, plan);
  const residue = cents(plan.residue);
  const compare = (way: RepayMethod, its: Plan) => (
    <li key={way} className={arrange.box} aria-current={way === terms.repayMethod || undefined}>
      <div className={arrange.row}>
        <strong>{textIn(methodBy(way).title, language)}</strong>
        {way === terms.repayMethod && <span className={`${text.caption} ${text.brand}`}>{t('order.preview.own')}</span>}
        <span className={text.grow} />
        <span className={text.caption}>{t('order.preview.periods', { count: its.periods })}</span>
      </div>
      <div className={text.large}>{formatMoney(its.totalPayable)}</div>
      <div className={text.caption}>
        {its.periods > 1
          ? t('order.preview.each', { rent: formatMoney(its.monthlyRent), total: formatMoney(its.totalRent) })
          : t('order.preview.once', { total: formatMoney(its.totalRent) })}
      </div>
    </li>
  );
  return (
    <Card
      variant="flush"
      title={t('order.preview.title')}
      note={
        isDirty(form) ? (
          <StatusChip tone="brand" glyph="data-trending">
            {t('order.preview.live')}
          </StatusChip>
        ) : (
          t('order.preview.fixed')
        )
      }
      aside={plain && <span className={text.caption}>{t('order.preview.basis', { basis: plan.basis })}</span>}
    >
      <div className={arrange.inset}>
        {isStartAssumed && (
          <MessageBar tone="info">{t('order.preview.assumed', { date: terms.interestDate })}</MessageBar>
        )}
        {other && (
          <ul className={`${arrange.pair} ${styles.compare}`}>
            {[methodOfType(0), methodOfType(1)].map((way) => compare(way, way === terms.repayMethod ? plan : other))}
          </ul>
        )}
        <PlanWords terms={terms} plan={plan} language={language} />
        {steps && (
          <Workings
            items={[
              [
                t('order.preview.totalRent'),
                <>
                  {formatMoney(steps.principal)} × {steps.rate}% × {steps.days} ÷ {steps.basis} ={' '}
                  <b>{formatMoney(steps.totalRent)}</b>
                </>,
              ],
              ...(plan.periods > 1
                ? ([
                    [
                      t('order.preview.monthlyRent'),
                      <>
                        {formatMoney(steps.totalRent)} ÷ {steps.periods} = <b>{formatMoney(steps.monthlyRent)}</b>
                        {t('order.preview.rounded')}
                      </>,
                    ],
                    [
                      t('order.preview.lastRent'),
                      <>
                        R − {steps.earlierPeriods} × m = <b>{formatMoney(steps.lastRent)}</b>{' '}
                        {residue !== 0n && (
                          <span className={text.warning}>
                            {t('order.preview.residue', {
                              residue: `${residue > 0n ? '+' : '−'}${formatMoney(steps.residue).replace('-', '')}`,
                            })}
                          </span>
                        )}
                      </>,
                    ],
                  ] as const)
                : []),
              [
                t('order.preview.maturity'),
                <>
                  {steps.start} + {steps.days} {t('order.preview.day')} = <b>{steps.maturity}</b>
                </>,
              ],
            ]}
          />
        )}
      </div>
      <Instalments plan={plan} principal={sum([terms.totalAmount, plan.capitalised])} />
    </Card>
  );
}

function Instalments({ plan, principal }: { plan: Plan; principal: string }) {
  const { t } = useTranslation();
  const language = useSelector(preferences.selectors.language);
  const columns = [
    { word: t('order.preview.no'), isFigure: true },
    { word: t('order.preview.due') },
    { word: t('order.preview.rent'), isFigure: true },
    { word: t('order.preview.principal'), isFigure: true },
    { word: t('order.preview.payable'), isFigure: true },
    { word: t('order.preview.balance'), isFigure: true, isSpare: true },
  ];
  return (
    <PlanTable
      caption={t('order.preview.title')}
      columns={columns}
      foot={
        <PlanRow>
          <PlanCell columns={2} phone="name">
            {t('order.preview.sum', { count: plan.periods })}
          </PlanCell>
          <PlanCell isFigure phone="note">
            {formatMoney(plan.totalRent)}
          </PlanCell>
          <PlanCell isFigure phone="date">
            {formatMoney(principal)}
          </PlanCell>
          <PlanCell isFigure phone="amount">
            {formatMoney(plan.totalPayable)}
          </PlanCell>
          <PlanCell isSpare />
        </PlanRow>
      }
    >
      <tbody>
        {plan.rows.map((row) => (
          <PlanRow key={`${row.kind}-${row.currentPeriods}`}>
            <PlanCell isFigure phone="name">
              {rowName(row, language)}
            </PlanCell>
            <PlanCell phone="code">
              <time>{row.paymentDate}</time>
            </PlanCell>
            <PlanCell isFigure className={row.rent === row.monthlyRent ? undefined : text.warning} phone="note">
              {cents(row.rent) === 0n ? <Dash /> : formatMoney(row.rent)}
            </PlanCell>
            <PlanCell isFigure phone="date">
              {cents(row.principal) === 0n ? <Dash /> : formatMoney(row.principal)}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <b>{formatMoney(row.amountPayable)}</b>
            </PlanCell>
            <PlanCell isFigure isSpare>
              {formatMoney(row.balance)}
            </PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </PlanTable>
  );
}
