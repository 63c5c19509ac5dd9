import { useDispatch } from 'react-redux';
import { terminating } from '../../../../../contract/domain/lifecycle/orderStates';
import { formatMoney } from '../../../../../contract/domain/money';
import { Button } from '../../../../ui/inputs/buttons';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { deed } from '../../deed/deedSlice';
import { subjectOf } from '../deeds/subjects';
import type { View } from '../view';

/** The exit that runs: what closes the order, until when, and the way back. */
export function ExitLine({ held, t, withdrawDisabled }: View & { withdrawDisabled: string | undefined }) {
  const dispatch = useDispatch();
  if (held.businessStatus !== terminating) return null;
  const values = {
    date: held.exitDate ?? '-',
    until: held.exitUntil ?? '-',
    amount: formatMoney(held.exitAmount ?? '0'),
  };
  return (
    <MessageBar
      tone="warning"
      action={
        <Button
          size="small"
          disabledReason={withdrawDisabled}
          onClick={() => dispatch(deed.actions.begin({ name: 'exitWithdraw', subject: subjectOf(held) }))}
        >
          {t('earlyExit.withdraw')}
        </Button>
      }
    >
      {t('earlyExit.runs', values)}
    </MessageBar>
  );
}
