import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { directions } from '../../../../contract/domain/lifecycle/direction';
import { type Collection, collection, promiseStates } from '../../../../contract/modules/lease/collection';
import { permission } from '../../../store/navigation/menu';
import { Button } from '../../../ui/inputs/buttons';
import { Timeline } from '../../../ui/layout/record';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { textOf } from '../../crud/cells';
import { minute } from '../../crud/history/historyWords';
import { isOverdue, type View } from '../order/view';
import { promiseWords } from './chips';
import { collecting } from './collectingSlice';

type Shown = Collection & { assigneeName?: string | null };
const tones: Readonly<Record<number, 'good' | 'bad' | 'brand'>> = {
  [promiseStates.kept]: 'good',
  [promiseStates.broken]: 'bad',
  [promiseStates.waiting]: 'brand',
};

/** What was done about the overdue instalments of an order. Not shown where nothing is overdue and nothing was done. */
export function RecordsCard({ pageState, held, format, t, problem }: View & { problem: ReactNode }) {
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const records = pageState.parts.collection ?? [];
  const isLate = held.direction === directions.collect && (pageState.parts.plan ?? []).some(isOverdue);
  if (!isLate && records.length === 0) return null;
  const detailOf = ({ promiseDate: date, promiseAmount: amount, assigneeName, content }: Shown) =>
    [
      date && amount && t('collecting.promised', { what: promiseWords({ date, amount }) }),
      assigneeName && t('collecting.assignedTo', { name: assigneeName }),
      content,
    ]
      .filter(Boolean)
      .join(' · ');
  const about = { orderIds: [held.id], name: held.customerName ?? held.contractCode ?? '', tel: held.tel };
  return (
    <Card
      title={t('collecting.card')}
      aside={
        isLate &&
        codes.collection_record === true && (
          <Button size="small" icon="chat" onClick={() => dispatch(collecting.actions.record(about))}>
            {t('collecting.record')}
          </Button>
        )
      }
    >
      {problem}
      {records.length === 0 && <p className={text.caption}>{t('collecting.noRecords')}</p>}
      {records.length > 0 && (
        <Timeline
          items={records.map((row) => ({
            id: row.id,
            glyph: 'chat' as const,
            tone: tones[row.promiseState ?? 0] ?? 'plain',
            title: [
              textOf(collection.fields.kind, row.kind, format),
              textOf(collection.fields.promiseState, row.promiseState, format),
            ]
              .filter(Boolean)
              .join(' · '),
            time: minute(row.createTime),
            by: row.writerName ?? '',
            detail: detailOf(row),
          }))}
        />
      )}
    </Card>
  );
}
