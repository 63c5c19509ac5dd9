import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { countIn } from '../../../../contract/domain/text';
import { inboxKinds } from '../../../../contract/wire/inbox';
import { inbox } from '../../../store/inbox';
import { Button } from '../../../ui/inputs/buttons';
import { TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { PanelTabs } from '../../../ui/layout/PanelTabs';
import { Card, Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { Pager } from '../../../ui/table/Pager';
import type { Feature } from '../../crud/feature';
import { useFormat } from '../../crud/useFormat';
import { Entry } from './Entry';
import { EntryRows } from './EntryRows';
import styles from './inbox.module.css';
import { mailboxSaga } from './mailboxSaga';
import { type MailboxState, mailbox, mailboxSizes } from './mailboxSlice';

const { actions: at, selectors: see } = mailbox;

/** Search and filters above the list. */
function Conditions({ state: { query, typed } }: { state: MailboxState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  return (
    <div className={`${arrange.row} ${styles.conditions}`}>
      <search className={text.grow}>
        <Form className={styles.search} onSubmit={() => dispatch(at.seek({ q: typed.trim() }))}>
          <TextInput
            type="search"
            maxLength={100}
            aria-label={t('inbox.search')}
            placeholder={t('inbox.search')}
            value={typed}
            onChange={(word) => dispatch(word === '' && query.q !== '' ? at.seek({ q: '' }) : at.type(word))}
          />
          <Button type="submit" icon="search">
            {t('crud.search')}
          </Button>
        </Form>
      </search>
      <Segments
        label={t('inbox.which')}
        current={query.isUnread ? 'unread' : 'all'}
        onPick={(which) => dispatch(at.seek({ isUnread: which === 'unread' }))}
        items={(['all', 'unread'] as const).map((key) => ({ key, label: t(`inbox.${key}`) }))}
      />
    </div>
  );
}

/** The list with its pages, or why there is none. */
function Rows({ state }: { state: MailboxState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { list, query, shown, leftId, isCutOff } = state;
  if (isCutOff)
    return (
      <EmptyState kind="network" title={t('inbox.cutOff')}>
        <Button icon="arrow-clockwise" onClick={() => dispatch(at.retry())}>
          {t('frame.retry')}
        </Button>
      </EmptyState>
    );
  if (!list) return <CardSkeleton lines={8} />;
  if (list.rows.length === 0)
    return query.q || query.isUnread ? (
      <EmptyState kind="filtered" title={t('inbox.noneFound')}>
        <Button onClick={() => dispatch(at.seek({ q: '', isUnread: false }))}>{t('crud.clearFilters')}</Button>
      </EmptyState>
    ) : (
      <EmptyState
        kind="never"
        title={t('inbox.none', { kind: t(`inbox.kind.${query.kind || 'message'}`).toLowerCase() })}
        text={t('inbox.noneText')}
      />
    );
  return (
    <>
      <div className={styles.rows}>
        <EntryRows
          rows={list.rows}
          hasPreview
          focusId={leftId}
          currentId={shown?.id ?? ''}
          onOpen={(id) => dispatch(at.open(id))}
        />
      </div>
      <Pager
        total={list.total}
        current={query.current}
        size={query.size}
        sizes={mailboxSizes}
        onChange={(to) => dispatch(at.seek(to))}
        words={{
          total: (rows) => t('crud.total', { rows: countIn(rows, language) }),
          perPage: (count) => t('crud.perPage', { count }),
          goTo: t('crud.goTo'),
          goToEnd: t('crud.goToEnd'),
          page: t('crud.page'),
          previous: t('crud.previous'),
          next: t('crud.next'),
        }}
      />
    </>
  );
}

/** A person's messages: list and text side by side, on a narrow screen one after the other. */
function InboxPage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const panelId = useId();
  const state = useSelector(see.all);
  const unread = useSelector(inbox.selectors.unread);
  const { query, shown } = state;
  const sum = inboxKinds.reduce((total, kind) => total + unread[kind], 0);
  const left = query.kind === '' ? sum : unread[query.kind];
  const items = (['', ...inboxKinds] as const).map((key) => {
    const label = key === '' ? t('inbox.all') : t(`inbox.kind.${key}`);
    const count = key === '' ? sum : unread[key];
    return { key, label, count, name: count > 0 ? t('inbox.kindUnread', { kind: label, count }) : label };
  });
  return (
    <Page variant="fill">
      <PageTitle
        title={t('inbox.page')}
        end={
          left > 0 && (
            <Button icon="checkmark" onClick={() => dispatch(inbox.actions.readAll(query.kind))}>
              {t('inbox.readAll')}
            </Button>
          )
        }
      />
      <Card variant="fill">
        <PanelTabs
          label={t('inbox.page')}
          panelId={panelId}
          current={query.kind}
          onPick={(key) => dispatch(at.seek({ kind: key as typeof query.kind }))}
          items={items}
        />
        <div
          id={panelId}
          role="tabpanel"
          aria-label={items.find(({ key }) => key === query.kind)?.label}
          className={styles.panel}
          data-reading={shown !== null || undefined}
        >
          <div className={`${arrange.stack} ${styles.list}`}>
            <Conditions state={state} />
            <Rows state={state} />
          </div>
          <div className={styles.entry}>
            {shown ? (
              <Entry key={shown.id} isBeside entry={shown} onBack={() => dispatch(at.back())} />
            ) : (
              <EmptyState kind="never" title={t('inbox.chooseOne')} />
            )}
          </div>
        </div>
      </Card>
    </Page>
  );
}

export const feature: Feature = { name: 'inbox', slices: [mailbox], saga: mailboxSaga, pages: { '': InboxPage } };
