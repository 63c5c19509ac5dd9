import { type ReactNode, useCallback, useMemo } from 'react';
import { useSelector } from 'react-redux';
import type { Row } from '../../../../contract/schema/module';
import { columnWidths } from '../../../../contract/wire/listViews';
import type { CrudSlice } from '../../../store/crud/crud';
import { FittedTable } from '../../../ui/table/FittedTable';
import { Reloading } from '../../../ui/table/Reloading';
import { soughtIn } from '../treeRows';
import { columnsOf } from './columns';
import { ListEmpty } from './ListEmpty';
import { rowButtonsOf } from './rowButtons';
import { shownColumns } from './shape';
import { hasSelection, type List } from './useList';

/** Memoized properties of the table, so that unchanged rows are not rendered again. */
function useTableParts(list: List) {
  const { module, screen, at, code, format, self, refusal, viewRow, openRow, t, isPanel, hasTree, dispatch, offers } =
    list;
  const { seek, locked, shaping } = list.state;
  const { language } = format;
  const sought = useMemo(() => (hasTree ? Object.fromEntries(soughtIn(module, seek)) : {}), [hasTree, module, seek]);
  const hasPage = list.onChoose !== undefined || screen.view !== undefined || offers('detail');
  const { shape, hidden } = shaping;
  const shown = useMemo(() => shownColumns(screen, { shape, hidden }), [screen, shape, hidden]);
  const columns = useMemo(
    () => columnsOf({ module, screen, shown, format, onOpen: hasPage ? openRow : undefined, sought }),
    [module, screen, shown, format, hasPage, openRow, sought],
  );
  const onSize = (key: string, width: number) =>
    dispatch(at.shape({ ...shape, columns: shown.map((one) => (one.name === key ? { ...one, width } : one)) }));
  const buttons = useCallback(
    (row: Row) =>
      rowButtonsOf(row, {
        module,
        screen,
        at,
        code,
        language,
        self,
        lockedReason: locked[row.id] ? t('crud.locked') : undefined,
        refusal,
        viewRow,
        isPanel,
        t,
        dispatch,
      }),
    [module, screen, at, code, language, self, locked, refusal, viewRow, isPanel, t, dispatch],
  );
  const pickRow = useCallback((row: Row, on: boolean) => dispatch(at.pick({ rows: [row], on })), [dispatch, at]);
  const pickLabel = useCallback(
    (row: Row) => t('crud.pickRow', { name: String(row[screen.naming] ?? row.id) }),
    [t, screen],
  );
  const toggleRow = useCallback((row: Row) => dispatch(at.toggle(row.id)), [dispatch, at]);
  const sizing = { onSize, ...columnWidths };
  return { columns, buttons, pickRow, pickLabel, toggleRow, sizing };
}

/** Draws nothing but the mark of the table again while the list loads. */
function ListReloading({ slice, children }: { slice: CrudSlice; children: ReactNode }) {
  const isLoading = useSelector((state: never) => slice.selectors.isBusy(state, 'list'));
  return <Reloading value={isLoading}>{children}</Reloading>;
}

/** The rows of a list. */
export function ListTable({ list }: { list: List }) {
  const { t, dispatch, at, state, screen, hasTree, tree, rows, chosen, onChoose, off } = list;
  const { page, query, picked, locked } = state;
  const { columns, buttons, pickRow, pickLabel, toggleRow, sizing } = useTableParts(list);
  const sorted = query.descs ?? query.ascs;
  return (
    <ListReloading slice={list.slice}>
      <FittedTable
        caption={list.title}
        columns={columns}
        rows={rows}
        {...(list.isWaiting ? { awaited: query.size } : {})}
        {...(page && !hasTree && !off
          ? { among: { total: page.isCounting ? undefined : page.total, before: (page.current - 1) * page.size } }
          : {})}
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
        {...(hasSelection(list)
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
          of: buttons,
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
        {...(list.isPanel ? {} : { sizing })}
        currentKey={chosen ?? state.current}
        onCurrent={(key) => {
          dispatch(at.point(key));
          const row = rows.find(({ id }) => id === key);
          if (row && key !== chosen) onChoose?.(row);
        }}
        onOpen={list.openRow}
        isLocked={(row) => locked[row.id] === true}
        {...(screen.isLate ? { isLate: screen.isLate } : {})}
        {...(screen.isMuted ? { isMuted: screen.isMuted } : {})}
        density={list.density}
        {...(list.freshness === 'current' ? {} : { freshness: list.freshness })}
        empty={<ListEmpty list={list} />}
      />
    </ListReloading>
  );
}
