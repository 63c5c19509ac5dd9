import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { cents, formatMoney } from '../../../../contract/domain/money';
import type { Schedule } from '../../../../contract/domain/schedule';
import { textIn } from '../../../../contract/domain/text';
import { order } from '../../../../contract/modules/lease/order';
import { preferences } from '../../../store/preferences';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Workings } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../ui/overlays/messages';
import { isDirty, type OrderForm, previewOf } from './orderFormSlice';
import styles from './PlanPreview.module.css';
import { PlanCell, PlanRow, PlanTable } from './PlanTable';

/** Preview of the plan: both ways of collecting, the formula of the sum, and all instalments. */
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
  const { terms, plan, other, steps, isStartAssumed } = preview;
  const isMonthly = terms.getType === 0;
  const wayLabels = order.fields.getType.choices ?? {};
  const residue = cents(plan.residue);
  const compare = (way: 0 | 1, its: Schedule) => (
    <li className={arrange.box} aria-current={way === terms.getType || undefined}>
      <div className={arrange.row}>
        <strong>{textIn(wayLabels[way], language)}</strong>
        {way === terms.getType && <span className={`${text.caption} ${text.brand}`}>{t('order.preview.own')}</span>}
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
      aside={<span className={text.caption}>{t('order.preview.basis', { basis: plan.basis })}</span>}
    >
      <div className={arrange.inset}>
        {isStartAssumed && (
          <MessageBar tone="info">{t('order.preview.assumed', { date: terms.interestDate })}</MessageBar>
        )}
        <ul className={`${arrange.pair} ${styles.compare}`}>
          {compare(0, isMonthly ? plan : other)}
          {compare(1, isMonthly ? other : plan)}
        </ul>
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
      </div>
      <Instalments plan={plan} principal={terms.totalAmount} />
    </Card>
  );
}

function Instalments({ plan, principal }: { plan: Schedule; principal: string }) {
  const { t } = useTranslation();
  const columns = [
    { word: t('order.preview.no'), width: 72, isFigure: true },
    { word: t('order.preview.due'), width: 98 },
    { word: t('order.preview.rent'), width: 100, isFigure: true },
    { word: t('order.preview.principal'), width: 112, isFigure: true },
    { word: t('order.preview.payable'), isFigure: true },
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
        </PlanRow>
      }
    >
      <tbody>
        {plan.rows.map(({ currentPeriods, paymentDate, rent, monthlyRent, principal: returned, amountPayable }) => (
          <PlanRow key={currentPeriods}>
            <PlanCell isFigure phone="name">
              {currentPeriods}/{plan.periods}
            </PlanCell>
            <PlanCell phone="code">
              <time>{paymentDate}</time>
            </PlanCell>
            <PlanCell isFigure className={rent === monthlyRent ? undefined : text.warning} phone="note">
              {formatMoney(rent)}
            </PlanCell>
            <PlanCell isFigure phone="date">
              {cents(returned) === 0n ? <Dash /> : formatMoney(returned)}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <b>{formatMoney(amountPayable)}</b>
            </PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </PlanTable>
  );
}
