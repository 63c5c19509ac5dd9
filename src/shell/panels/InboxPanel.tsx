import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { treeIndex } from '../../../contract/schema/tree';
import { type InboxEntry, inboxKinds } from '../../../contract/wire/inbox';
import { treeWords } from '../../features/crud/choiceInputs';
import { RolesField } from '../../features/crud/rolesField';
import { roleConflicts } from '../../store/auth/roleConflicts';
import { inbox, registration } from '../../store/inbox';
import { menu, permission } from '../../store/navigation/menu';
import { panel } from '../../store/navigation/panel';
import { pageAddress } from '../../store/navigation/routes';
import { Button, ButtonLink, IconButton } from '../../ui/inputs/buttons';
import { RichText } from '../../ui/inputs/RichText';
import { TreeInput } from '../../ui/inputs/TreeInput';
import { arrange } from '../../ui/layout/arrange';
import { Form } from '../../ui/layout/Form';
import { PanelTabs } from '../../ui/layout/PanelTabs';
import { text } from '../../ui/layout/text';
import { MessageBar } from '../../ui/overlays/MessageBar';
import { CardSkeleton, EmptyState } from '../../ui/overlays/messages';
import styles from './InboxPanel.module.css';

const panelId = 'inbox-panel';
/** The whole tree is loading. */
const isWaiting = new Set(['']);

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
          <Entry entry={shown} />
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
            <ul className={`${arrange.list} ${styles.list}`}>
              {list.rows.map(({ id, title, isRead, createTime }) => (
                <li key={id}>
                  <button
                    type="button"
                    // biome-ignore lint/a11y/noAutofocus: after returning, the user continues at the same entry
                    autoFocus={id === leftId}
                    onClick={() => dispatch(inbox.actions.open(id))}
                  >
                    {!isRead && <span className={styles.dot} role="img" aria-label={t('inbox.unread')} />}
                    <span className={`${styles.title} ${isRead ? '' : text.strong}`}>{title}</span>
                    <span className={text.caption}>{createTime.slice(0, 16)}</span>
                  </button>
                </li>
              ))}
            </ul>
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
      {!shown && unread[kind] > 0 && (
        <div className={`${arrange.inset} ${styles.foot}`}>
          <Button tone="subtle" icon="checkmark" onClick={readAll}>
            {t('inbox.readAll')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** One entry in detail, with its actions. */
function Entry({ entry }: { entry: InboxEntry }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const place = useSelector((all: never) => (entry.subject ? menu.selectors.pathOf(all, entry.subject) : ''));
  const mayDecide = useSelector((all: never) => permission.selectors.may(all, 'user_audit'));
  const { subject, subjectId } = entry;
  return (
    <article className={`${arrange.inset} ${styles.entry}`} aria-label={entry.title}>
      <header className={`${arrange.row} ${styles.head}`}>
        <IconButton
          icon="arrow-left"
          size="small"
          label={t('inbox.back')}
          // The focused entry of the list is hidden, so the detail takes the focus.
          autoFocus
          onClick={() => dispatch(inbox.actions.back())}
        />
        <h3 className={text.grow}>{entry.title}</h3>
      </header>
      <p className={text.caption}>{entry.createTime}</p>
      <RichText html={entry.content} />
      {subject === registration && mayDecide && <Decision entry={entry} />}
      {place && (
        <ButtonLink
          icon="open"
          to={pageAddress(place, subjectId ? { rest: `detail/${subjectId}` } : {})}
          onClick={() => dispatch(panel.actions.hide())}
        >
          {t('inbox.openRecord')}
        </ButtonLink>
      )}
    </article>
  );
}

/** A registration that waits for approval. */
function Decision({ entry }: { entry: InboxEntry }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { roles, roleIds, lacksRole, isDeciding, decided } = useSelector(inbox.selectors.all);
  const warnings = useSelector((all: never) => roleConflicts.selectors.of(all, roleIds));
  const index = useMemo(() => treeIndex(roles ?? []), [roles]);
  const outcome = decided[entry.id];
  if (outcome) return <MessageBar tone={outcome === 'passed' ? 'success' : 'info'}>{t(`inbox.${outcome}`)}</MessageBar>;
  const decide = (isPassed: boolean) => dispatch(inbox.actions.decide({ id: entry.id, isPassed }));
  return (
    <Form className={`${arrange.fields} ${styles.decision}`} onSubmit={() => decide(true)}>
      <RolesField label={t('inbox.role')} problem={lacksRole ? t('inbox.roleHint') : undefined} warnings={warnings}>
        <TreeInput
          multiple
          strict
          label={t('inbox.role')}
          index={index}
          {...(roles ? {} : { loading: isWaiting })}
          value={roleIds.split(',').filter(Boolean)}
          placeholder={t('inbox.roleHint')}
          words={treeWords(t)}
          onChange={(ids) => dispatch(inbox.actions.pickRoles(ids.join(',')))}
        />
      </RolesField>
      <div className={arrange.row}>
        <Button tone="primary" type="submit" busy={isDeciding}>
          {t('inbox.pass')}
        </Button>
        <Button busy={isDeciding} onClick={() => decide(false)}>
          {t('inbox.refuse')}
        </Button>
      </div>
    </Form>
  );
}
