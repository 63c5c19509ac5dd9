import type { Action } from '@reduxjs/toolkit';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { formatMoney, sum } from '../../../contract/domain/money';
import type { Language } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import { type Module, pageSizes, type Row, type Verb } from '../../../contract/schema/module';
import { filtersOf } from '../../sagas/crud/crud';
import { browserActions } from '../../store/browserActions';
import { clock } from '../../store/clock';
import { isTree } from '../../store/crud/crud';
import { leaves, menu, menuLabel, permission } from '../../store/navigation/menu';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import type { IconName } from '../../ui/icons/Icon';
import { Button, IconButton } from '../../ui/inputs/buttons';
import { Page } from '../../ui/layout/frame';
import { Card } from '../../ui/layout/surfaces';
import { EmptyState, RemovableChip } from '../../ui/overlays/messages';
import { type Column, DataTable, type RowAction as TableAction } from '../../ui/table/DataTable';
import { FOLDED_FIELDS, PageTitle, SearchPanel, SkipToRows, Toolbar, ViewPills } from '../../ui/table/listing';
import { Pager } from '../../ui/table/Pager';
import { CrudForm } from './CrudForm';
import { cellOf, headOf, isFigure, textOf, within } from './cells';
import { ChoiceNames } from './choiceInputs';
import { columnWidth } from './columnWidth';
import { nameOfRef, SearchInput, sourceOf } from './inputs';
import type { CrudScreenProps, Format, Screen } from './screen';
import { TenantBar, TenantChoice } from './tenantChoice';
import { soughtIn, useTreeRows } from './treeRows';
import { useFormat } from './useFormat';

/** `businessStatus_ge` and `paymentDate.from` are about `businessStatus` and `paymentDate`. */
const fieldOf = (key: string) => key.split(/[._]/)[0] ?? '';
const comparisons: Record<string, string> = {
  ge: '≥',
  gt: '>',
  le: '≤',
  lt: '<',
  from: '≥',
  to: '≤',
  notequal: '≠',
  notlike: '≠',
};

const isOffered = (module: Module, screen: Screen, verb: Verb) => module.offers(verb) && !screen.without.includes(verb);

/** A text with what was sought in it marked. */
const marked = (shown: ReactNode, sought: string | undefined): ReactNode => {
  const at = sought && typeof shown === 'string' ? shown.toLowerCase().indexOf(sought) : -1;
  if (at < 0 || typeof shown !== 'string' || !sought) return shown;
  return (
    <>
      {shown.slice(0, at)}
      <mark>{shown.slice(at, at + sought.length)}</mark>
      {shown.slice(at + sought.length)}
    </>
  );
};

/** What records are called that a field points to: by this record, or by what is chosen from. */
const refCell = (name: string, row: Row, module: Module, screen: Screen, format: Format): ReactNode => {
  const field = module.fields[name]!;
  const source = sourceOf(field, screen.from?.[name]);
  const known = nameOfRef(name, field, row);
  return known === '' && source && !isEmpty(row[name]) ? (
    <ChoiceNames from={source} ids={String(row[name])} />
  ) : (
    cellOf(field, known || row[name], format)
  );
};

const columnsOf = (
  module: Module,
  screen: Screen,
  format: Format,
  onView: (row: Row) => void,
  /** What is sought where the rows are shown, by field. */
  sought: Record<string, string>,
): Column<Row>[] =>
  screen.columns.map((name, index) => {
    const field = module.fields[name]!;
    const own = screen.cells[name];
    const isRef = field.kind === 'ref' || field.kind === 'refs';
    const isMarked = field.search === 'like';
    return {
      key: name,
      head: screen.heads[name]?.[format.language] ?? headOf(field, format.language),
      align: isFigure(field) ? 'right' : 'left',
      width: columnWidth(name, field, screen, format, module.sortable?.includes(name) ?? false),
      sortable: module.sortable?.includes(name) ?? false,
      strong: screen.strong.includes(name),
      ...(index === 0 ? { pin: 'left' as const } : {}),
      ...(screen.phone[name] ? { phone: screen.phone[name] } : {}),
      cell: (row) => {
        const plain: ReactNode = own
          ? own(row, format)
          : isRef
            ? refCell(name, row, module, screen, format)
            : cellOf(field, row[name], format);
        const shown = isMarked ? marked(plain, sought[name]) : plain;
        const hasPage = isOffered(module, screen, 'detail') || screen.view;
        if (name !== screen.naming || isEmpty(row[name]) || !hasPage) return shown;
        return (
          <button type="button" className="link" onClick={() => onView(row)}>
            {shown}
          </button>
        );
      },
    };
  });

interface RowActionsGiven {
  module: Module;
  screen: Screen;
  language: Language;
  /** Who looks. */
  self: string;
  /** Why nothing can be done to this row now. */
  lockedReason: string | undefined;
  /** Why somebody without this permission may not. */
  refusal(code: string): string | undefined;
  words: Record<'view' | 'edit' | 'remove' | 'addBelow', string>;
  acts: Record<'view' | 'edit' | 'remove' | 'addBelow', (row: Row) => Action>;
  dispatch(action: Action): void;
}

/** Looking and changing first, then what this screen adds, and removing at the end. */
const rowActionsOf = (row: Row, given: RowActionsGiven): TableAction[] => {
  const { module, screen, language, self, lockedReason, refusal, words, acts, dispatch } = given;
  const offers = (verb: Verb) => isOffered(module, screen, verb);
  const usual = (
    key: keyof typeof acts,
    icon: IconName,
    act: (row: Row) => Action,
    code?: string,
    reason?: string,
  ): TableAction => ({
    key,
    label: words[key],
    icon,
    ...(key === 'edit' ? { combo: 'E' } : {}),
    disabled: code ? (lockedReason ?? refusal(code) ?? reason) : undefined,
    onClick: () => dispatch(act(row)),
  });
  return [
    ...(offers('detail') ? [usual('view', 'eye', acts.view)] : []),
    ...(offers('update') && (screen.isEditable?.(row) ?? true)
      ? [usual('edit', 'edit', screen.edit ?? acts.edit, `${module.name}_edit`)]
      : []),
    ...(isTree(module) && offers('add') && (screen.canAddBelow?.(row) ?? true)
      ? [usual('addBelow', 'add', acts.addBelow, `${module.name}_add`)]
      : []),
    ...screen.rowActions
      .filter(({ isShown }) => isShown?.(row) ?? true)
      .map(({ key, label, icon, permission: code, isOff, act }) => ({
        key,
        label: label[language],
        ...(icon ? { icon } : {}),
        disabled: lockedReason ?? (code ? refusal(code) : undefined) ?? isOff?.(row, self)?.[language],
        onClick: () => dispatch(act(row)),
      })),
    ...(offers('remove') && (screen.isRemovable?.(row) ?? true)
      ? [usual('remove', 'delete', acts.remove, `${module.name}_delete`, screen.keptReason?.(row, self)?.[language])]
      : []),
  ];
};

/** The container of a table screen: joins the parts to the slice; everything it knows comes from there. */
export const CrudScreen = ({ module, slice, screen }: CrudScreenProps) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { language } = format;
  const state = useSelector(slice.selectors.all);
  const codes = useSelector(permission.selectors.codes);
  const self = useSelector(session.selectors.user)?.userId ?? '';
  const { density } = useSelector(preferences.selectors.all);
  const { actions: at } = slice;
  const { fields } = module;
  const { page, query, picked, seek, busy } = state;
  const hasTree = isTree(module);
  const tree = useTreeRows(module, state);
  const isAcross = module.acrossTenants === true;
  const title = screen.title[language];
  const item = leaves(useSelector(menu.selectors.tree)).find(({ code }) => code === module.name);
  const offers = (verb: Verb) => isOffered(module, screen, verb);
  const refusal = (code: string) => (codes[code] === true ? undefined : t('crud.noRight', { code }));

  // What the table is given stays the same while nothing in it has changed: then its rows are not drawn again.
  const viewRow = useCallback((row: Row) => screen.view?.(row) ?? at.view(row.id), [screen, at]);
  const sought = useMemo(() => (hasTree ? Object.fromEntries(soughtIn(module, seek)) : {}), [hasTree, module, seek]);
  const columns = useMemo(
    () => columnsOf(module, screen, format, (row) => dispatch(viewRow(row)), sought),
    [module, screen, format, dispatch, viewRow, sought],
  );
  const toggleRow = useCallback((row: Row) => dispatch(at.toggle(row.id)), [dispatch, at]);
  const rowActions = useCallback(
    (row: Row) =>
      rowActionsOf(row, {
        module,
        screen,
        language,
        self,
        lockedReason: state.locked[row.id] ? t('crud.locked') : undefined,
        refusal: (code) => (codes[code] === true ? undefined : t('crud.noRight', { code })),
        words: {
          view: t('crud.view'),
          edit: t('crud.edit'),
          remove: t('crud.remove'),
          addBelow: t('crud.addBelow'),
        },
        acts: {
          view: viewRow,
          edit: ({ id }) => at.edit(id),
          remove: ({ id }) => at.remove([id]),
          addBelow: ({ id }) => at.add({ [module.tree?.parent ?? '']: id }),
        },
        dispatch,
      }),
    [module, screen, language, self, state.locked, t, codes, viewRow, at, dispatch],
  );
  const pickLabel = useCallback(
    (row: Row) => t('crud.pickRow', { name: String(row[screen.naming] ?? row.id) }),
    [t, screen],
  );
  const pickRow = useCallback((row: Row, on: boolean) => dispatch(at.pick({ rows: [row], on })), [dispatch, at]);

  // Rows are ticked where something is done to those that are: removing, or a tool that acts on them.
  const hasBulk = offers('remove') || screen.tools.some(({ isRowless }) => !isRowless);
  const pickedRows = Object.values(picked);
  const keptReason = pickedRows.map((row) => screen.keptReason?.(row, self)?.[language]).find(Boolean);
  const sumName = page?.sums ? Object.keys(page.sums)[0] : undefined;
  const money = sumName ? (fields[sumName]?.label[language] ?? '') : '';
  const conditions = Object.entries(seek).filter(([key, value]) => !isEmpty(value) && fields[fieldOf(key)]);
  // A condition whose field is folded away, or that the panel has none for, must not work unseen.
  const inSight = state.isSeekOpen ? screen.search : screen.search.slice(0, FOLDED_FIELDS);
  const unseen = conditions.filter(([key]) => !inSight.includes(fieldOf(key)) || key.includes('_'));
  const chip = ([key, value]: [string, string]) => {
    const field = fields[fieldOf(key)]!;
    const source = sourceOf(field, screen.from?.[fieldOf(key)]);
    const start = `${field.label[language]} ${comparisons[key.split(/[._]/)[1] ?? ''] ?? ''} `;
    const isWord = field.kind === 'dict' || field.kind === 'choice' || field.kind === 'flag';
    const told = screen.refNames?.[key];
    const known = told && page?.records.find((row) => row[key] === value)?.[told];
    const word = source ? '' : isWord ? textOf(field, value, format) : String(known ?? value);
    return (
      <RemovableChip key={key} removeLabel={t('crud.removeFilter', { name: start + word })} onRemove={() => drop(key)}>
        {start}
        {source ? <ChoiceNames from={source} ids={value} /> : word}
      </RemovableChip>
    );
  };
  /** What the record is called that is sought by its id, where a row of the list says it. */
  const nameSought = (name: string): string => {
    const told = screen.refNames?.[name];
    const known = told && page?.records.find((row) => row[name] === seek[name])?.[told];
    return isEmpty(seek[name]) ? '' : String(known || seek[name]);
  };
  const today = useSelector(clock.selectors.today);
  const { views } = screen;
  const isSameFilters = (held: Record<string, string>) => {
    const filters = filtersOf(module, held);
    const names = Object.keys(filters);
    return (
      names.length === Object.keys(query.filters).length && names.every((name) => filters[name] === query.filters[name])
    );
  };
  const pickView = (held: Record<string, string>) => {
    // What the search panel says follows, so that the next search starts from what is on screen.
    dispatch(at.seek({ ...Object.fromEntries(Object.keys(seek).map((key) => [key, ''])), ...held }));
    dispatch(at.list({ current: 1, filters: filtersOf(module, held) }));
  };
  // A tree is searched where it is shown, while somebody types.
  const search = (values: Record<string, string>) =>
    dispatch(at.list(hasTree ? {} : { current: 1, filters: filtersOf(module, values) }));
  const clear = () => {
    const none = Object.fromEntries(Object.keys(seek).map((key) => [key, '']));
    dispatch(at.seek(none));
    if (!hasTree) search({});
  };
  const drop = (key: string) => {
    dispatch(at.seek({ [key]: '' }));
    if (!hasTree) search({ ...seek, [key]: '' });
  };
  const rows = hasTree ? tree.rows : (page?.records ?? []);
  const sorted = query.descs ?? query.ascs;

  // Without an answer there is nothing to be shown for as long as nobody asks again.
  const isLost = state.isCutOff || (state.isRefused && page === null);
  const empty = isLost ? (
    <EmptyState
      kind={state.isCutOff ? 'network' : 'broken'}
      title={t(state.isCutOff ? 'crud.cutOffTitle' : 'crud.refusedTitle')}
      text={t(state.isCutOff ? 'crud.cutOffText' : 'crud.refusedText')}
    >
      <Button tone="primary" icon="arrow-clockwise" onClick={() => dispatch(at.list({}))}>
        {t('crud.retry')}
      </Button>
    </EmptyState>
  ) : conditions.length > 0 ? (
    <EmptyState kind="filtered" title={t('crud.filteredTitle', { name: within(title) })}>
      <span className="empty-conditions">{conditions.map(chip)}</span>
      <Button onClick={clear}>{t('crud.clearFilters')}</Button>
    </EmptyState>
  ) : (
    <EmptyState kind="never" title={t('crud.emptyTitle')} text={t('crud.emptyText', { name: within(title) })}>
      {offers('add') && refusal(`${module.name}_add`) === undefined && (
        <Button icon="add" onClick={() => dispatch(screen.add?.() ?? at.add({}))}>
          {`${t('crud.add')}${language === 'en' ? ' ' : ''}${within(title)}`}
        </Button>
      )}
    </EmptyState>
  );

  const Side = screen.Side;
  const card = (
    <Card variant="fill">
      {screen.search.length > 0 && (
        <SearchPanel
          isOpen={state.isSeekOpen}
          {...(screen.search.length > 3 ? { onToggle: () => dispatch(at.unfold(!state.isSeekOpen)) } : {})}
          onSearch={() => search(seek)}
          onClear={clear}
          words={{
            search: t('crud.search'),
            clear: t('crud.clear'),
            more: t('crud.more'),
            less: t('crud.less'),
            label: t('crud.searchLabel', { name: title }),
          }}
        >
          {screen.search.map((name) => (
            <SearchInput
              key={name}
              name={name}
              field={fields[name]!}
              seek={seek}
              format={format}
              {...(screen.from?.[name] ? { from: screen.from[name] } : {})}
              shown={nameSought(name)}
              onSeek={(change) => dispatch(at.seek(change))}
            />
          ))}
        </SearchPanel>
      )}
      {unseen.length > 0 && <div className="search-conditions">{unseen.map(chip)}</div>}
      <Toolbar
        label={t('crud.toolbar')}
        selection={
          pickedRows.length > 0 ? (
            <>
              <span>
                <Trans
                  t={t}
                  i18nKey={sumName ? 'crud.pickedSum' : 'crud.picked'}
                  values={{
                    count: pickedRows.length,
                    name: money,
                    sum: sumName ? formatMoney(sum(pickedRows.map((row) => String(row[sumName] ?? '0')))) : '',
                  }}
                  components={{ b: <b />, s: <span className="selection-sum" /> }}
                />
              </span>
              <button type="button" className="link" onClick={() => dispatch(at.unpickAll())}>
                {t('crud.unpick')}
              </button>
            </>
          ) : undefined
        }
        end={
          <>
            {hasTree && (
              <>
                <Button tone="subtle" onClick={() => dispatch(at.openAll())}>
                  {t('crud.openAll')}
                </Button>
                <Button tone="subtle" onClick={() => dispatch(at.closeAll())}>
                  {t('crud.closeAll')}
                </Button>
              </>
            )}
            <IconButton
              icon="arrow-clockwise"
              label={t('crud.refresh')}
              aria-keyshortcuts="R"
              onClick={() => dispatch(at.list({}))}
            />
            <IconButton icon="print" label={t('frame.print')} onClick={() => dispatch(browserActions.print())} />
            <IconButton
              icon="text-density"
              label={t(density === 'compact' ? 'crud.comfortable' : 'crud.compact')}
              onClick={() => dispatch(preferences.actions.space(density === 'compact' ? 'comfortable' : 'compact'))}
            />
          </>
        }
      >
        {offers('add') && (
          <Button
            tone="primary"
            icon="add"
            aria-keyshortcuts="N"
            disabledReason={refusal(`${module.name}_add`)}
            onClick={() => dispatch(screen.add?.() ?? at.add({}))}
          >
            {t('crud.add')}
          </Button>
        )}
        {screen.tools
          .filter(({ isRowless }) => isRowless || pickedRows.length > 0)
          .map(({ key, label, icon, tone, permission: code, act, isOff }) => (
            <Button
              key={key}
              {...(icon ? { icon } : {})}
              {...(tone ? { tone } : {})}
              disabledReason={(code ? refusal(code) : undefined) ?? isOff?.(pickedRows, self)?.[language]}
              onClick={() => dispatch(act(pickedRows))}
            >
              {label[language]}
            </Button>
          ))}
        {offers('remove') && (
          <Button
            icon="delete"
            disabledReason={refusal(`${module.name}_delete`) ?? keptReason}
            onClick={() => dispatch(at.remove(Object.keys(picked)))}
          >
            {t('crud.remove')}
          </Button>
        )}
      </Toolbar>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows}
        {...(page === null && !isLost ? { awaited: query.size } : {})}
        {...(page && !hasTree ? { among: { total: page.total, before: (page.current - 1) * page.size } } : {})}
        {...(hasTree
          ? {
              tree: {
                column: screen.naming,
                lines: tree.lines,
                ...(tree.found === undefined ? { onToggle: toggleRow } : {}),
                words: { open: t('crud.openRow'), close: t('crud.closeRow') },
              },
            }
          : {})}
        keyOf={(row) => row.id}
        {...(hasBulk
          ? {
              selection: {
                picked: new Set(Object.keys(picked)),
                onToggle: pickRow,
                onToggleAll: (on: boolean) => dispatch(at.pick({ rows, on })),
                label: pickLabel,
                labelAll: t(hasTree ? 'crud.pickShown' : 'crud.pickAll'),
              },
            }
          : {})}
        actions={{
          head: t('crud.actions'),
          of: rowActions,
          more: t('crud.moreActions'),
          ...(screen.widths.actions ? { width: screen.widths.actions } : {}),
        }}
        {...(sorted ? { sort: { key: sorted, desc: query.descs !== undefined } } : {})}
        onSort={(key) =>
          dispatch(
            at.list({
              current: 1,
              ...(query.descs === key ? { descs: undefined, ascs: key } : { descs: key, ascs: undefined }),
            }),
          )
        }
        currentKey={state.current}
        onCurrent={(key) => dispatch(at.point(key))}
        onOpen={(row) => dispatch(viewRow(row))}
        isLocked={(row) => state.locked[row.id] === true}
        {...(screen.isLate ? { isLate: screen.isLate } : {})}
        density={density}
        busy={busy.list === true}
        empty={empty}
      />
      {page === null && !isLost ? null : hasTree ? (
        <div className="pager" role="status">
          {tree.found === undefined
            ? t('crud.total', { rows: (page?.total ?? 0).toLocaleString('en') })
            : t('crud.treeFound', {
                found: tree.found.toLocaleString('en'),
                rows: (page?.total ?? 0).toLocaleString('en'),
              })}
        </div>
      ) : (
        <Pager
          total={page?.total ?? 0}
          current={query.current}
          size={query.size}
          sizes={pageSizes}
          onChange={(to) => dispatch(at.list(to))}
          words={{
            total: (rows) => t('crud.total', { rows: rows.toLocaleString('en') }),
            perPage: (count) => t('crud.perPage', { count }),
            goTo: t('crud.goTo'),
            goToEnd: t('crud.goToEnd'),
            page: t('crud.page'),
            previous: t('crud.previous'),
            next: t('crud.next'),
          }}
        />
      )}
    </Card>
  );
  return (
    <Page variant="fill">
      <SkipToRows>{t('crud.skipToRows')}</SkipToRows>
      <PageTitle
        // The page is called as the menu and the tab call it.
        title={item ? menuLabel(item)[language] : title}
        end={
          isAcross ? (
            <TenantChoice />
          ) : sumName && page?.sums ? (
            <span className="page-figure">
              {t('crud.sum', { name: money })} <b>{formatMoney(page.sums[sumName] ?? '0')}</b> {t('crud.yuan')}
            </span>
          ) : undefined
        }
      >
        {screen.Head ? <screen.Head /> : null}
        {views && (
          <ViewPills
            label={t('crud.views')}
            current={(today && views.items.find((view) => isSameFilters(view.seek(today)))?.key) || ''}
            onPick={(key) => pickView(views.items.find((view) => view.key === key)?.seek(today) ?? {})}
            items={views.items.map(({ key, label, count }) => ({
              key,
              label: label[language],
              ...(state.counts?.[count] === undefined ? {} : { count: state.counts[count].toLocaleString('en') }),
            }))}
          />
        )}
      </PageTitle>
      {isAcross && <TenantBar />}
      {Side ? (
        <div className="beside">
          <Side />
          {card}
        </div>
      ) : (
        card
      )}
      <CrudForm module={module} slice={slice} screen={screen} />
      {screen.Dialogs ? <screen.Dialogs /> : null}
    </Page>
  );
};
