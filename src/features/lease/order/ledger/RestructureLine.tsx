import { useDispatch } from 'react-redux';
import { textIn } from '../../../../../contract/domain/text';
import { keptRestructuring } from '../../../../../contract/wire/lease/restructure';
import { Button } from '../../../../ui/inputs/buttons';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { deed } from '../../deed/deedSlice';
import { subjectOf } from '../deeds/subjects';
import type { View } from '../view';

/** A restructuring that waits for its supplement, and the way back; or what the one in force has changed. */
export function RestructureLine({
  held,
  format,
  t,
  withdrawDisabled,
}: View & { withdrawDisabled: string | undefined }) {
  const dispatch = useDispatch();
  const waiting = keptRestructuring(held.restructuring);
  const kept = waiting ?? keptRestructuring(held.restructured);
  if (!kept) return null;
  const words = kept.explanation.map((sentence) => textIn(sentence, format.language)).join(' ');
  if (!waiting)
    return (
      <MessageBar tone="info">
        {t('restructured.holds')} {words}
      </MessageBar>
    );
  return (
    <MessageBar
      tone="warning"
      action={
        <Button
          size="small"
          disabledReason={withdrawDisabled}
          onClick={() => dispatch(deed.actions.begin({ name: 'restructureWithdraw', subject: subjectOf(held) }))}
        >
          {t('restructured.withdraw')}
        </Button>
      }
    >
      {t('restructured.waits')} {words}
    </MessageBar>
  );
}
