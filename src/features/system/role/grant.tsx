import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { exclusionsIn } from '../../../../contract/domain/dutyConflicts';
import { joined, textIn } from '../../../../contract/domain/text';
import { role } from '../../../../contract/modules/system/role';
import { changesOf } from '../../../../contract/schema/tree';
import { Icon } from '../../../ui/icons/Icon';
import { Button } from '../../../ui/inputs/buttons';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { arrange } from '../../../ui/layout/arrange';
import { Chip, StatusChip } from '../../../ui/layout/status';
import { Segments } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { EmptyState } from '../../../ui/overlays/messages';
import { TreePane } from '../../../ui/tree/TreePane';
import { errorText } from '../../crud/errorText';
import { ChoiceInput, treeWords } from '../../crud/inputs/choiceInputs';
import { useFormat } from '../../crud/useFormat';
import styles from './grant.module.css';
import { GrantPreview } from './grantPreview';
import { codesTicked, type Difference, differencesOf, type Grant, type GrantSlice, isChanged } from './grantSlice';
import { indexOf, type PaneName, paneNames } from './grantTrees';

type Kind = 'role' | 'topmenu';
function panesOf(kind: Kind): readonly PaneName[] {
  return kind === 'role' ? paneNames : ['menu'];
}
const paneWords = {
  role: {
    menu: { label: 'grant.menu', seek: 'grant.seekMenu' },
    dataScope: { label: 'grant.dataScope', seek: 'grant.seekDataScope' },
    apiScope: { label: 'grant.apiScope', seek: 'grant.seekApiScope' },
  },
  topmenu: { menu: { label: 'grant.menus', seek: 'grant.seekMenus' } },
} as const;
function wordsOf(kind: Kind, name: PaneName) {
  return kind === 'role' ? paneWords.role[name] : paneWords.topmenu.menu;
}
/** Number of names in the title. */
const mostNames = 3;
const none: never[] = [];
const nothing: ReadonlySet<string> = new Set();
const isWaiting: ReadonlySet<string> = new Set(['']);

interface PaneProps {
  name: PaneName;
  grant: Grant;
  slice: GrantSlice;
  kind: Kind;
}

function GrantPane({ name, grant, slice, kind }: PaneProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const at = slice.actions;
  const pane = grant.panes?.[name];
  const opening = t('grant.opening');
  const nodes = pane?.nodes ?? none;
  const index = useMemo(() => indexOf(name, nodes, opening), [name, nodes, opening]);
  const ticked = pane?.ticked ?? none;
  const before = pane?.before ?? none;
  const checked = useMemo(() => new Set<string>(ticked), [ticked]);
  const baseline = useMemo(() => new Set<string>(before), [before]);
  const marks = useMemo(() => changesOf(index, checked, baseline), [index, checked, baseline]);
  const openIds = pane?.open ?? none;
  const open = useMemo(() => new Set<string>(openIds), [openIds]);
  return (
    <div className={styles.pane} data-shown={grant.shown === name || undefined}>
      <TreePane
        label={t(wordsOf(kind, name).label)}
        index={index}
        open={open}
        onToggle={(id) => dispatch(at.toggle({ pane: name, id }))}
        onOpenAll={(ids) => dispatch(at.openAll({ pane: name, ids }))}
        checks={{ checked, marks, hasCounts: true, onCheck: (id) => dispatch(at.tick({ pane: name, id })) }}
        loading={pane ? nothing : isWaiting}
        seek={pane?.seek ?? ''}
        onSeek={(text) => dispatch(at.seek({ pane: name, text }))}
        words={{
          ...treeWords(t),
          added: t('grant.added'),
          removed: t('grant.removed'),
          seek: t(wordsOf(kind, name).seek),
          count: (some, all) => t('choose.count', { ticked: some, all }),
        }}
      />
    </div>
  );
}

function Mark({ mark, children }: { mark: Difference['mark']; children: ReactNode }) {
  return (
    <span className={`${arrange.line} ${mark === 'added' ? text.good : text.bad}`}>
      <Icon name={mark === 'added' ? 'add' : 'dismiss'} size={14} />
      {children}
    </span>
  );
}

function Differences({ items, kind }: { items: readonly Difference[]; kind: Kind }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard
    <section className={`${styles.differences} ${arrange.box}`} aria-label={t('grant.differences')} tabIndex={0}>
      <ul className={arrange.list}>
        {items.map(({ pane, id, mark, title, note, path }) => (
          <li key={`${pane} ${id}`}>
            <Mark mark={mark}>{t(`grant.${mark}`)}</Mark>
            <span className={text.grow}>{[t(wordsOf(kind, pane).label), ...path, title].join(' / ')}</span>
            {note && <span className={text.code}>{note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GrantPartProps {
  grant: Grant;
  slice: GrantSlice;
  kind: Kind;
}

/** The subjects of the grant, its last change, and the buttons of copy and preview. */
function GrantSubjects({ grant, slice, kind, reason }: GrantPartProps & { reason: string | undefined }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const at = slice.actions;
  const { holders, busy } = grant;
  const isOfRoles = kind === 'role';
  const isOfMany = holders.length > 1;
  const people = holders.reduce((sum, { userCount }) => sum + userCount, 0);
  const caption = [
    ...(isOfRoles ? [t('grant.people', { count: people })] : []),
    ...(grant.last ? [t('grant.last', { time: grant.last.time.slice(0, 10), by: grant.last.by })] : []),
  ];
  return (
    <>
      {holders.slice(0, mostNames).map(({ id, name }) => (
        <StatusChip key={id} tone="brand" glyph={isOfRoles ? 'person-key' : 'table'}>
          {name}
        </StatusChip>
      ))}
      {isOfMany && holders.length > mostNames && (
        <Chip tone="quiet">{t('choose.more', { count: holders.length - mostNames })}</Chip>
      )}
      {caption.length > 0 && <span className={text.caption}>{caption.join(' · ')}</span>}
      <span className={text.grow} />
      {isOfRoles && (
        <>
          <Button
            tone="subtle"
            icon="copy"
            aria-expanded={grant.isCopying}
            disabledReason={reason}
            onClick={() => dispatch(at.chooseCopy(!grant.isCopying))}
          >
            {t('grant.copy')}
          </Button>
          <Button
            tone="subtle"
            icon="eye"
            busy={busy.preview === true}
            disabledReason={reason}
            onClick={() => dispatch(at.preview())}
          >
            {t('grant.preview')}
          </Button>
        </>
      )}
    </>
  );
}

/** Number of changes, and how many users they concern. */
function GrantSummary({ grant, slice, kind, differences }: GrantPartProps & { differences: readonly Difference[] }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const at = slice.actions;
  const { holders } = grant;
  const isOfRoles = kind === 'role';
  const isOfMany = holders.length > 1;
  const count = (wanted: Difference['mark']) => differences.filter(({ mark }) => mark === wanted).length;
  const people = holders.reduce((sum, { userCount }) => sum + userCount, 0);
  return (
    <span className={arrange.row}>
      {differences.length === 0 ? (
        <span className={text.caption}>{t('grant.unchanged')}</span>
      ) : (
        <>
          {count('added') > 0 && <Mark mark="added">{t('grant.addedCount', { count: count('added') })}</Mark>}
          {count('removed') > 0 && <Mark mark="removed">{t('grant.removedCount', { count: count('removed') })}</Mark>}
          <LinkButton aria-expanded={grant.isComparing} onClick={() => dispatch(at.compare(!grant.isComparing))}>
            {t(grant.isComparing ? 'grant.hideCompare' : 'grant.compare')}
          </LinkButton>
        </>
      )}
      {(differences.length > 0 || isOfMany) && (
        <span className={text.caption}>
          {!isOfRoles ? t('grant.reachMenus') : t(isOfMany ? 'grant.reachMost' : 'grant.reach', { count: people })}
        </span>
      )}
    </span>
  );
}

/** Permissions of one or several roles, or the menus of top-level menus. */
function GrantForm({ grant, slice, kind }: GrantPartProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const at = slice.actions;
  const { holders, panes, lost, busy } = grant;
  const isOfRoles = kind === 'role';
  const isOfMany = holders.length > 1;
  const differences = useMemo(() => differencesOf({ panes }, t('grant.opening')), [panes, t]);
  const codes = useMemo(() => codesTicked({ panes }), [panes]);
  const shownPanes = panesOf(kind);
  const warnings = isOfRoles ? exclusionsIn(codes) : [];
  const reason = !panes ? t('choose.loading') : !isOfMany && !isChanged(grant) ? t('grant.unchanged') : undefined;

  return (
    <Dialog
      title={t(`grant.${kind}`)}
      size={isOfRoles ? 1200 : 600}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(at.close())}
      aside={<GrantSubjects grant={grant} slice={slice} kind={kind} reason={panes ? undefined : reason} />}
      summary={panes && <GrantSummary grant={grant} slice={slice} kind={kind} differences={differences} />}
      footer={
        <>
          <Button onClick={() => dispatch(at.close())}>{t('ask.cancel')}</Button>
          <Button tone="primary" busy={busy.save === true} disabledReason={reason} onClick={() => dispatch(at.save())}>
            {t(isOfRoles ? 'grant.save' : 'crud.save')}
          </Button>
        </>
      }
    >
      <div className={arrange.column}>
        {isOfMany && (
          <MessageBar tone="info">
            {t(isOfRoles ? 'grant.many' : 'grant.manyTops', { count: holders.length })}
          </MessageBar>
        )}
        {grant.binding.length > 0 && (
          <MessageBar tone="info">{t('grant.binding', { names: joined(grant.binding, language) })}</MessageBar>
        )}
        {grant.isCopying && (
          <div className={`${arrange.row} ${styles.copy}`}>
            <label htmlFor="grant-copy">{t('grant.copyFrom')}</label>
            <ChoiceInput
              id="grant-copy"
              of={role.name}
              value=""
              label={t('grant.copyFrom')}
              placeholder={t('switcher.roleHint')}
              onPick={(id) => id && dispatch(at.copy(id))}
            />
            <span className={text.caption}>{t('grant.copyNote')}</span>
          </div>
        )}
        {shownPanes.length > 1 && lost === null && (
          <div className={styles.tabs}>
            <Segments
              label={t('grant.panes')}
              items={shownPanes.map((name) => ({ key: name, label: t(wordsOf(kind, name).label) }))}
              current={grant.shown}
              onPick={(key) => dispatch(at.show(key as PaneName))}
              size="medium"
            />
          </div>
        )}
        {lost !== null ? (
          <EmptyState kind="network" title={t('grant.lost')} text={lost && errorText(t, lost)}>
            <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(at.tryAgain())}>
              {t('frame.retry')}
            </Button>
          </EmptyState>
        ) : (
          <div className={styles.panes} data-count={shownPanes.length}>
            {shownPanes.map((name) => (
              <GrantPane key={name} name={name} grant={grant} slice={slice} kind={kind} />
            ))}
          </div>
        )}
        {grant.isComparing && differences.length > 0 && <Differences items={differences} kind={kind} />}
        {warnings.map(({ codes: pair, text: words }) => (
          <MessageBar key={pair.join()} tone="warning">
            {textIn(words, language)}
          </MessageBar>
        ))}
      </div>
    </Dialog>
  );
}

/** The grant dialog of a screen, open while its slice has a subject. */
export function grantDialog(slice: GrantSlice, kind: Kind) {
  return () => {
    const dispatch = useDispatch();
    const grant = useSelector(slice.selectors.grant);
    if (!grant) return null;
    return (
      <>
        <GrantForm grant={grant} slice={slice} kind={kind} />
        {grant.preview && (
          <GrantPreview
            grant={grant}
            preview={grant.preview}
            onLook={(change) => dispatch(slice.actions.lookAt(change))}
            onClose={() => dispatch(slice.actions.endPreview())}
          />
        )}
      </>
    );
  };
}
