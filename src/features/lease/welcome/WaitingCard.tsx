import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney } from '../../../../contract/domain/money';
import { type WaitingRow, waitingList } from '../../../../contract/wire/waiting';
import { waiting } from '../../../store/waiting';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Kind, Kinds, Lines } from '../../../ui/layout/home';
import { Card } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton } from '../../../ui/overlays/messages';
import { type PageTarget, recordPage, usePageAddress } from '../../crud/links';

/** Where a row opens: the task, or the record that it is about. */
function targetOf({ subject, subjectId }: Pick<WaitingRow, 'subject' | 'subjectId'>): PageTarget {
  return subject.startsWith('work_')
    ? { feature: subject, rest: `detail/${subjectId}` }
    : recordPage({ module: subject, id: subjectId });
}

/** What waits for the person, the kinds beside each other. */
export function WaitingCard() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const { kinds, isKnown, isMissing, isCutOff } = useSelector(waiting.selectors.all);
  const open = kinds.filter(({ count }) => count > 0);
  // A server of the family may have no such call, and a person may have nothing that could wait.
  if (isMissing || (isKnown && kinds.length === 0)) return null;
  const retry = <LinkButton onClick={() => dispatch(waiting.actions.ask())}>{t('frame.retry')}</LinkButton>;
  return (
    <Card
      variant={isKnown && open.length === 0 ? 'flush' : 'padded'}
      title={t('welcome.waiting')}
      note={isKnown && open.length === 0 ? t('welcome.nothingWaits') : undefined}
      aside={
        isCutOff && (
          <span role="status" className={text.warning}>
            {t('welcome.lost')} {retry}
          </span>
        )
      }
    >
      {!isKnown && !isCutOff && <CardSkeleton lines={3} />}
      {open.length > 0 && (
        <Kinds>
          {open.map(({ kind, count, rows }) => (
            <Kind key={kind} title={t(`welcome.kinds.${kind}`)} count={count} to={addressOf(waitingList(kind))}>
              <Lines
                label={t(`welcome.kinds.${kind}`)}
                items={rows.map((row) => ({
                  key: row.id,
                  title: row.title || t('frame.noNumber'),
                  note: row.note,
                  end: row.amount && formatMoney(row.amount),
                  time: row.time.slice(0, 16),
                  to: addressOf(targetOf(row)),
                }))}
              />
            </Kind>
          ))}
        </Kinds>
      )}
    </Card>
  );
}
