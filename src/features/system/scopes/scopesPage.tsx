import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { scopedModules } from '../../../../contract/modules';
import { branchesOf, treeIndex, treeOf, visibleRows } from '../../../../contract/schema/tree';
import { preferences } from '../../../store/preferences';
import { Icon, menuGlyph } from '../../../ui/icons/Icon';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { TextInput } from '../../../ui/inputs/fields';
import { Page } from '../../../ui/layout/frame';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { Card } from '../../../ui/layout/surfaces';
import { text as style } from '../../../ui/layout/text';
import { Dialog } from '../../../ui/overlays/Dialog';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import type { Column } from '../../../ui/table/DataTable';
import { FittedTable } from '../../../ui/table/FittedTable';
import { Toolbar } from '../../../ui/table/listing';
import { CrudPanel } from '../../crud/CrudPanel';
import type { Feature } from '../../crud/feature';
import { useMenuTitle } from '../../crud/menuTitle';
import { StaleBar } from '../../crud/StaleBar';
import type { Format, Screen } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { apiScreen } from './apiScopeScreen';
import { dataScreen } from './dataScopeScreen';
import { menuName } from './scopeParts';
import styles from './scopesPage.module.css';
import { scopesSaga } from './scopesSaga';
import { type ScopeDesk, type ScopeKind, type ScopeMenu, scopeDesks } from './scopesSlice';

const screens: Record<ScopeKind, Screen> = { data: dataScreen, api: apiScreen };

const noMenus: ScopeMenu[] = [];

/** The visible rows of the menu tree with their positions. */
function useMenuRows({ menus, closed, seek }: ScopeDesk, format: Format) {
  const all = menus ?? noMenus;
  const byId = useMemo(() => new Map(all.map((menu) => [menu.id, menu])), [all]);
  const index = useMemo(
    () =>
      treeIndex(
        treeOf(
          all.map((one) => ({ id: one.id, parentId: one.parentId, title: menuName(one, format), note: one.code })),
        ),
      ),
    [all, format],
  );
  const branches = useMemo(() => branchesOf(index), [index]);
  const lines = useMemo(
    () => visibleRows(index, { open: new Set(branches.filter((id) => !closed[id])), seek }),
    [index, branches, closed, seek],
  );
  return { lines, rows: lines.map(({ node }) => byId.get(node.id)!), branches };
}

/** The columns of the menu tree; a name opens the scopes of its menu. */
function useMenuColumns(kind: ScopeKind): Column<ScopeMenu>[] {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { desk } = scopeDesks[kind];
  const { actions: at, selectors: see } = desk;
  const { counts } = useSelector(see.all);
  return useMemo(
    (): Column<ScopeMenu>[] => [
      {
        key: 'name',
        head: t('scopes.menu'),
        pin: 'left',
        width: 280,
        isLong: true,
        phone: 'name',
        cell: (row) => (
          <button type="button" className={style.link} onClick={() => dispatch(at.configure(row))}>
            <Icon name={menuGlyph(row.source)} size={16} /> {menuName(row, format)}
          </button>
        ),
      },
      {
        key: 'code',
        head: t('scopes.code'),
        width: 200,
        phone: 'code',
        cell: ({ code }) => <span className={style.code}>{code}</span>,
      },
      { key: 'path', head: t('scopes.address'), isLong: true, phone: 'note', cell: ({ path }) => path || '-' },
      {
        key: 'count',
        head: t('scopes.count'),
        align: 'right',
        phone: 'amount',
        cell: ({ id }) => (counts ? (counts[id] ?? 0) : '-'),
      },
    ],
    [t, format, counts, dispatch, at],
  );
}

function scopesPage(kind: ScopeKind) {
  return () => {
    const { t } = useTranslation();
    const dispatch = useDispatch();
    const format = useFormat();
    const { base, desk } = scopeDesks[kind];
    const { actions: at } = desk;
    const state = useSelector(desk.selectors.all);
    const { density } = useSelector(preferences.selectors.all);
    const { shown, seek } = state;
    const lost = state.lost.menus ?? state.lost.counts;
    const { lines, rows, branches } = useMenuRows(state, format);
    const title = useMenuTitle(base.name, base.label);
    const columns = useMenuColumns(kind);
    const actions = useMemo(
      () => ({
        head: t('crud.actions'),
        more: t('crud.moreActions'),
        width: 110,
        of: (row: ScopeMenu) => [
          {
            key: 'configure',
            label: t('scopes.configure'),
            icon: 'settings' as const,
            onClick: () => void dispatch(at.configure(row)),
          },
        ],
      }),
      [t, dispatch, at],
    );
    return (
      <Page variant="fill">
        <PageTitle title={title} />
        <Card variant="fill">
          <Toolbar
            end={<IconButton icon="arrow-clockwise" label={t('crud.refresh')} onClick={() => dispatch(at.load())} />}
          >
            <span className={styles.seek}>
              <TextInput
                value={seek}
                aria-label={t('scopes.seek')}
                placeholder={t('scopes.seek')}
                prefix={<Icon name="search" size={16} />}
                onChange={(typed) => dispatch(at.seek(typed))}
              />
            </span>
            <Button onClick={() => dispatch(at.openAll())}>{t('crud.openAll')}</Button>
            <Button onClick={() => dispatch(at.closeAll(branches))}>{t('crud.closeAll')}</Button>
          </Toolbar>
          {lost && state.menus !== null && <StaleBar isCutOff={lost.isCutOff} onRetry={() => dispatch(at.load())} />}
          {state.menus === null && !state.lost.menus ? (
            <CardSkeleton lines={12} />
          ) : (
            <FittedTable
              caption={title}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
              actions={actions}
              currentKey={state.current}
              onCurrent={(id) => dispatch(at.point(id))}
              onOpen={(row) => dispatch(at.configure(row))}
              density={density}
              busy={state.isBusy}
              {...(lost && { freshness: 'older' as const })}
              tree={{
                column: 'name',
                lines,
                ...(seek.trim() === '' ? { onToggle: ({ id }: ScopeMenu) => void dispatch(at.toggle(id)) } : {}),
                words: { open: t('crud.openRow'), close: t('crud.closeRow') },
              }}
              empty={
                state.lost.menus && state.menus === null ? (
                  <EmptyState kind="network" title={t('scopes.lost')}>
                    <Button icon="arrow-clockwise" onClick={() => dispatch(at.load())}>
                      {t('frame.retry')}
                    </Button>
                  </EmptyState>
                ) : (
                  <EmptyState kind="filtered" title={t('scopes.noMenu')} />
                )
              }
            />
          )}
        </Card>
        {shown && <ScopesDialog kind={kind} menu={shown} />}
      </Page>
    );
  };
}

function ScopesDialog({ kind, menu }: { kind: ScopeKind; menu: ScopeMenu }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { base, module, slice, desk } = scopeDesks[kind];
  const { id } = menu;
  const fixed = useMemo(() => ({ menuId: id }), [id]);
  const draft = useMemo(
    () => ({ menuId: id, ...(kind === 'data' && scopedModules[menu.code] ? { scopeClass: menu.code } : {}) }),
    [id, kind, menu.code],
  );
  return (
    <Dialog
      title={t('scopes.of', { kind: textIn(base.label, format.language), name: menuName(menu, format) })}
      size={1200}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(desk.actions.close())}
      footer={<Button onClick={() => dispatch(desk.actions.close())}>{t('frame.close')}</Button>}
    >
      <CrudPanel module={module} slice={slice} screen={screens[kind]} code={base.name} fixed={fixed} draft={draft} />
    </Dialog>
  );
}

/** The page of one kind of scopes. */
export function scopesFeature(kind: ScopeKind): Feature {
  const { base, slice, desk } = scopeDesks[kind];
  return {
    name: base.name,
    needs: ['choices'],
    slices: [desk, slice],
    saga: scopesSaga(kind),
    pages: { '': scopesPage(kind) },
  };
}
