import { type ReactNode, useCallback, useMemo } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isEmpty } from '../../../contract/domain/values';
import { pageSizes, type Row } from '../../../contract/schema/module';
import { filtersOf } from '../../sagas/crud/crud';
import { permission } from '../../store/navigation/menu';
import { preferences } from '../../store/preferences';
import { Button, IconButton } from '../../ui/inputs/buttons';
import { TextInput } from '../../ui/inputs/fields';
import { EmptyState } from '../../ui/overlays/messages';
import { type Column, DataTable, type RowAction } from '../../ui/table/DataTable';
import { SearchField, SearchPanel, Toolbar } from '../../ui/table/listing';
import { Pager } from '../../ui/table/Pager';
import { CrudForm } from './CrudForm';
import { cellOf, headOf, isFigure, within } from './cells';
import { columnWidth } from './columnWidth';
import type { CrudScreenProps } from './screen';
import { useFormat } from './useFormat';

export interface CrudPanelProps extends CrudScreenProps {
  /** Whose buttons these are: `dict` for `dict_add`. */
  code: string;
  /** Conditions that every question of this list carries. */
  fixed?: Record<string, string>;
  /** What a new record starts with. */
  draft?: Record<string, unknown>;
  /** Why there is nothing here yet that could be listed or added to. */
  off?: string;
  /** Choosing a row leads on: what belongs to it is shown elsewhere. */
  onChoose?(row: Row): void;
  chosen?: string;
}

/** A list with its search, buttons and form, where a page shows more than one of them. */
export const CrudPanel = (props: CrudPanelProps) => {
  const { module, slice, screen, code, fixed, draft, off, onChoose, chosen } = props;
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { language } = format;
  const { actions: at } = slice;
  const state = useSelector(slice.selectors.all);
  const codes = useSelector(permission.selectors.codes);
  const { density } = useSelector(preferences.selectors.all);
  const { page, picked, query, seek, locked } = state;
  const { fields } = module;
  const title = screen.title[language];
  const refusal = useCallback(
    (button: string) => (codes[`${code}_${button}`] ? undefined : t('crud.noRight', { code: `${code}_${button}` })),
    [codes, code, t],
  );

  const columns = useMemo(
    () =>
      screen.columns.map((name, index): Column<Row> => {
        const field = fields[name]!;
        return {
          key: name,
          head: screen.heads[name]?.[language] ?? headOf(field, language),
          align: isFigure(field) ? 'right' : 'left',
          width: columnWidth(name, field, screen, format, module.sortable?.includes(name) ?? false),
          sortable: module.sortable?.includes(name) ?? false,
          ...(index === 0 ? { pin: 'left' as const } : {}),
          ...(screen.phone[name] ? { phone: screen.phone[name] } : {}),
          cell: (row) => {
            const shown = screen.cells[name]?.(row, format) ?? cellOf(field, row[name], format);
            if (name !== screen.naming || isEmpty(row[name])) return shown;
            return (
              <button
                type="button"
                className="link"
                onClick={() => (onChoose ? onChoose(row) : dispatch(at.view(row.id)))}
              >
                {shown}
              </button>
            );
          },
        };
      }),
    [screen, fields, language, module, format, onChoose, dispatch, at],
  );
  const rowActions = useCallback(
    (row: Row): RowAction[] => {
      const lock = locked[row.id] ? t('crud.locked') : undefined;
      const view: RowAction = {
        key: 'view',
        label: t('crud.view'),
        icon: 'eye',
        onClick: () => dispatch(at.view(row.id)),
      };
      const change: RowAction[] = [
        {
          key: 'edit',
          label: t('crud.edit'),
          icon: 'edit',
          combo: 'E',
          disabled: lock ?? refusal('edit'),
          onClick: () => dispatch(at.edit(row.id)),
        },
        {
          key: 'remove',
          label: t('crud.remove'),
          icon: 'delete',
          disabled: lock ?? refusal('delete'),
          onClick: () => dispatch(at.remove([row.id])),
        },
      ];
      return [...change, view];
    },
    [locked, t, dispatch, at, refusal],
  );
  const pickRow = useCallback((row: Row, on: boolean) => dispatch(at.pick({ rows: [row], on })), [dispatch, at]);
  const pickLabel = useCallback(
    (row: Row) => t('crud.pickRow', { name: String(row[screen.naming] ?? row.id) }),
    [t, screen],
  );

  const search = (values: Record<string, string>) =>
    dispatch(at.list({ current: 1, filters: { ...filtersOf(module, values), ...fixed } }));
  const clear = () => {
    dispatch(at.seek(Object.fromEntries(Object.keys(seek).map((name) => [name, '']))));
    search({});
  };
  const isSought = Object.values(seek).some((value) => !isEmpty(value?.trim()));
  const pickedCount = Object.keys(picked).length;
  const isLost = state.isCutOff || (state.isRefused && page === null);
  const isWaiting = page === null && !isLost && !off;
  const sorted = query.descs ?? query.ascs;

  let empty: ReactNode = (
    <EmptyState kind="never" title={t('crud.emptyTitle')} text={t('crud.emptyText', { name: within(title) })} />
  );
  if (off) empty = <EmptyState kind="never" title={off} />;
  else if (isLost)
    empty = (
      <EmptyState
        kind={state.isCutOff ? 'network' : 'broken'}
        title={t(state.isCutOff ? 'crud.cutOffTitle' : 'crud.refusedTitle')}
        text={t(state.isCutOff ? 'crud.cutOffText' : 'crud.refusedText')}
      >
        <Button icon="arrow-clockwise" onClick={() => dispatch(at.list({}))}>
          {t('crud.retry')}
        </Button>
      </EmptyState>
    );
  else if (isSought)
    empty = (
      <EmptyState kind="filtered" title={t('crud.filteredTitle', { name: within(title) })}>
        <Button onClick={clear}>{t('crud.clearFilters')}</Button>
      </EmptyState>
    );

  return (
    <div className={onChoose ? 'crud-panel is-leading' : 'crud-panel'}>
      {screen.search.length > 0 && (
        <SearchPanel
          isOpen
          onSearch={() => {
            if (!off) search(seek);
          }}
          onClear={() => {
            if (!off) clear();
          }}
          words={{
            search: t('crud.search'),
            clear: t('crud.clear'),
            more: t('crud.more'),
            less: t('crud.less'),
            label: t('crud.searchLabel', { name: title }),
          }}
        >
          {screen.search.map((name) => {
            const id = `${module.name}-${name}`;
            const label = fields[name]!.label[language];
            return (
              <SearchField key={name} label={label} htmlFor={id}>
                <TextInput
                  id={id}
                  value={seek[name] ?? ''}
                  placeholder={t('crud.enter', { name: within(label) })}
                  onChange={(text) => dispatch(at.seek({ [name]: text }))}
                />
              </SearchField>
            );
          })}
        </SearchPanel>
      )}
      <Toolbar
        label={t('crud.toolbar')}
        selection={
          pickedCount > 0 ? (
            <>
              <span>
                <Trans
                  t={t}
                  i18nKey="crud.picked"
                  values={{ count: pickedCount, name: '', sum: '' }}
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
          <IconButton icon="arrow-clockwise" label={t('crud.refresh')} onClick={() => !off && dispatch(at.list({}))} />
        }
      >
        <Button
          tone="primary"
          icon="add"
          disabledReason={off ?? refusal('add')}
          onClick={() => dispatch(at.add(draft ?? {}))}
        >
          {t('crud.add')}
        </Button>
        <Button
          icon="delete"
          disabledReason={off ?? refusal('delete')}
          onClick={() => dispatch(at.remove(Object.keys(picked)))}
        >
          {t('crud.remove')}
        </Button>
      </Toolbar>
      <DataTable
        caption={title}
        columns={columns}
        rows={off ? [] : (page?.records ?? [])}
        {...(isWaiting ? { awaited: query.size } : {})}
        {...(page && !off ? { among: { total: page.total, before: (page.current - 1) * page.size } } : {})}
        keyOf={(row) => row.id}
        selection={{
          picked: new Set(Object.keys(picked)),
          onToggle: pickRow,
          onToggleAll: (on) => dispatch(at.pick({ rows: page?.records ?? [], on })),
          label: pickLabel,
          labelAll: t('crud.pickAll'),
        }}
        actions={{ head: t('crud.actions'), of: rowActions, more: t('crud.moreActions') }}
        {...(sorted ? { sort: { key: sorted, desc: query.descs !== undefined } } : {})}
        onSort={(key) =>
          dispatch(
            at.list({
              current: 1,
              ...(query.descs === key ? { descs: undefined, ascs: key } : { descs: key, ascs: undefined }),
            }),
          )
        }
        currentKey={chosen ?? state.current}
        onCurrent={(key) => {
          const row = page?.records.find(({ id }) => id === key);
          dispatch(at.point(key));
          if (row && key !== chosen) onChoose?.(row);
        }}
        onOpen={(row) => (onChoose ? onChoose(row) : dispatch(at.view(row.id)))}
        isLocked={(row) => locked[row.id] === true}
        density={density}
        busy={state.busy.list === true}
        empty={empty}
      />
      {!isWaiting && (
        <Pager
          total={off ? 0 : (page?.total ?? 0)}
          current={query.current}
          size={query.size}
          sizes={pageSizes}
          onChange={(to) => dispatch(at.list(to))}
          words={{
            total: (rows) => t('crud.total', { rows: rows.toLocaleString('en') }),
            perPage: (count) => t('crud.perPage', { count }),
            goTo: t('crud.goTo'),
            goToEnd: t('crud.goToEnd'),
            // More than one pager is on the page.
            page: `${title} ${t('crud.page')}`,
            previous: t('crud.previous'),
            next: t('crud.next'),
          }}
        />
      )}
      {/* Histories tell of records by the name of the whole module. */}
      <CrudForm module={{ ...module, name: code }} slice={slice} screen={screen} />
    </div>
  );
};
