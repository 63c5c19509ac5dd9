import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { inboxKinds } from '../../../contract/wire/inbox';
import { Entry } from '../../features/desk/inbox/Entry';
import { EntryRows } from '../../features/desk/inbox/EntryRows';
import { inbox } from '../../store/inbox';
import { panel } from '../../store/navigation/panel';
import { inboxPath, pageAddress } from '../../store/navigation/routes';
import { Button, ButtonLink } from '../../ui/inputs/buttons';
import { arrange } from '../../ui/layout/arrange';
import { PanelTabs } from '../../ui/layout/PanelTabs';
import { text } from '../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import styles from './InboxPanel.module.css';

const panelId = 'inbox-panel';

/** The inbox: three lists, and each entry in detail. */
export function InboxPanel() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state = useSelector(inbox.selectors.all);
  const { kind, unread, shownId, leftId, isAsking, isCutOff } = state;
  const shown = useSelector((all: never) => inbox.selectors.entry(all, shownId));
  const list = state.lists[kind];
  const kindLabel = t(`inbox.kind.${kind}`);
  const readAll = () => dispatch(inbox.actions.readAll());

  return (
    <div className={`${arrange.stack} ${styles.inbox}`}>
      <PanelTabs
        label={t('inbox.title')}
        panelId={panelId}
        current={kind}
        onPick={(key) => dispatch(inbox.actions.pick(key as typeof kind))}
        items={inboxKinds.map((one) => {
          const label = t(`inbox.kind.${one}`);
          const count = unread[one];
          return { key: one, label, count, name: count > 0 ? t('inbox.kindUnread', { kind: label, count }) : label };
        })}
      />
      <div id={panelId} role="tabpanel" aria-label={kindLabel} className={`${text.grow} ${styles.body}`}>
        {shown ? (
          <Entry
            entry={shown}
            onBack={() => dispatch(inbox.actions.back())}
            onLeave={() => dispatch(panel.actions.hide())}
          />
        ) : isCutOff ? (
          <EmptyState kind="network" title={t('inbox.cutOff')}>
            <Button icon="arrow-clockwise" onClick={() => dispatch(inbox.actions.retry())}>
              {t('frame.retry')}
            </Button>
          </EmptyState>
        ) : !list ? (
          <CardSkeleton lines={6} />
        ) : list.rows.length === 0 ? (
          <EmptyState
            kind="never"
            title={t('inbox.none', { kind: kindLabel.toLowerCase() })}
            text={t('inbox.noneText')}
          />
        ) : (
          <>
            <EntryRows rows={list.rows} focusId={leftId} onOpen={(id) => dispatch(inbox.actions.open(id))} />
            <div className={`${arrange.inset} ${arrange.middle}`}>
              {list.rows.length < list.total ? (
                <Button tone="subtle" busy={isAsking} onClick={() => dispatch(inbox.actions.more())}>
                  {t('inbox.more')}
                </Button>
              ) : (
                <span className={text.caption}>{t('inbox.end')}</span>
              )}
            </div>
          </>
        )}
      </div>
      <div className={`${arrange.between} ${styles.foot}`}>
        {!shown && unread[kind] > 0 ? (
          <Button tone="subtle" icon="checkmark" onClick={readAll}>
            {t('inbox.readAll')}
          </Button>
        ) : (
          <span />
        )}
        <ButtonLink
          tone="subtle"
          icon="open"
          to={pageAddress(inboxPath, shown ? { search: `id=${shown.id}` } : {})}
          onClick={() => dispatch(panel.actions.hide())}
        >
          {t(shown ? 'inbox.onPage' : 'inbox.seeAll')}
        </ButtonLink>
      </div>
    </div>
  );
}
