import { MessageBar } from '../../../ui/overlays/MessageBar';
import { nextDeed } from './orderDeeds';
import type { View } from './view';

/** Whom the order waits for, where that is not its reader: the button of the next step is off for them. `codes`: the
 *  permissions of the reader. */
export function NextTurn({ view, codes }: { view: View; codes: Readonly<Record<string, unknown>> }) {
  const next = nextDeed(view);
  if (!next?.permission || codes[next.permission]) return null;
  const names = view.pageState.nextPeople;
  const say = names
    ? view.t('orderPage.nextTurnOf', { deed: next.label, names })
    : view.t('orderPage.nextTurn', { deed: next.label });
  return <MessageBar tone="info">{say}</MessageBar>;
}
