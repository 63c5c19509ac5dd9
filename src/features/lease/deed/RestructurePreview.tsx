import { useTranslation } from 'react-i18next';
import type { Side } from '../../../../contract/domain/leasing/restructure';
import { sum } from '../../../../contract/domain/money';
import { arrange } from '../../../ui/layout/arrange';
import { Money } from '../../../ui/layout/figures';
import { text } from '../../../ui/layout/text';
import { PlanCell, PlanRow, PlanTable } from '../order/plan/PlanTable';
import type { OpenRow, Subject } from './deedSlice';

interface NewRow {
  currentPeriods: number;
  totalPeriods: number;
  paymentDate: string;
  amountPayable: string;
}
/** What the server answers to a trial. Decimal yuan. */
export interface Made {
  principal: string;
  replaced: string[];
  rows: NewRow[];
  before: Side;
  after: Side;
  explanation: string[];
}

function Rows({ title, rows }: { title: string; rows: readonly { name: string; date: string; amount: string }[] }) {
  const { t } = useTranslation();
  return (
    <div>
      <h4 className={text.caption}>{title}</h4>
      <PlanTable
        caption={title}
        columns={[
          { word: t('deed.restructure.row') },
          { word: t('deed.restructure.date') },
          { word: t('deed.restructure.amount'), isFigure: true },
        ]}
        foot={
          <PlanRow>
            <PlanCell columns={2} phone="name">
              {t('deed.restructure.sum', { count: rows.length })}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <Money value={sum(rows.map(({ amount }) => amount))} strong />
            </PlanCell>
          </PlanRow>
        }
      >
        <tbody>
          {rows.map(({ name, date, amount }) => (
            <PlanRow key={`${name} ${date}`}>
              <PlanCell phone="name">{name}</PlanCell>
              <PlanCell phone="code">
                <time>{date}</time>
              </PlanCell>
              <PlanCell isFigure phone="amount">
                <Money value={amount} />
              </PlanCell>
            </PlanRow>
          ))}
        </tbody>
      </PlanTable>
    </div>
  );
}

/** What is replaced beside what takes its place, and the differences in words. */
export function RestructurePreview({ subject, made }: { subject: Subject; made: Made }) {
  const { t } = useTranslation();
  const old = (subject.rows ?? []).filter(({ id }: OpenRow) => made.replaced.includes(id));
  return (
    <>
      <ul className={arrange.column} aria-label={t('deed.restructure.differences')}>
        {made.explanation.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <div className={arrange.pair}>
        <Rows
          title={t('deed.restructure.old')}
          rows={old.map(({ name, paymentDate, openAmount }) => ({ name, date: paymentDate, amount: openAmount }))}
        />
        <Rows
          title={t('deed.restructure.new')}
          rows={made.rows.map(({ currentPeriods, totalPeriods, paymentDate, amountPayable }) => ({
            name: currentPeriods > 0 ? `${currentPeriods}/${totalPeriods}` : '-',
            date: paymentDate,
            amount: amountPayable,
          }))}
        />
      </div>
    </>
  );
}
