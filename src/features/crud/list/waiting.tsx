/** How a record shows that a deed of it waits for the decision of others. */
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import { approvalField, type Module } from '../../../../contract/schema/module';
import { Icon } from '../../../ui/icons/Icon';
import { text } from '../../../ui/layout/text';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { PageLink } from '../links';
import { useFormat } from '../useFormat';

interface WaitingProps {
  module: Pick<Module, 'fields'>;
  row: Readonly<Record<string, unknown>>;
}

/** The title of the deed; undefined where none waits. */
function useWaitingAct({ module: { fields }, row }: WaitingProps): string | undefined {
  const { language } = useFormat();
  return textIn(fields[approvalField]?.choices?.[String(row[approvalField])], language);
}

/** Behind the name or the state of a record in a list. */
export function WaitingMark(props: WaitingProps) {
  const { t } = useTranslation();
  const act = useWaitingAct(props);
  if (!act) return null;
  const name = t('crud.waiting', { act });
  return (
    <span title={name} role="img" aria-label={name} className={text.warning}>
      {' '}
      <Icon name="hourglass" size={14} />
    </span>
  );
}

/** Above the fields of a record, with the way to its requests. */
export function WaitingBar(props: WaitingProps) {
  const { t } = useTranslation();
  const act = useWaitingAct(props);
  if (!act) return null;
  const to = { feature: 'approval', search: `entityId=${props.row.id}` };
  return (
    <MessageBar tone="warning" action={<PageLink to={to}>{t('crud.waitingProgress')}</PageLink>}>
      {t('crud.waitingText', { act })}
    </MessageBar>
  );
}
