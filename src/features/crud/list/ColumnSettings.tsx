import { useState } from 'react';
import { textIn } from '../../../../contract/domain/text';
import { headingOf } from '../../../../contract/schema/columns';
import { type ColumnShape, columnWidths } from '../../../../contract/wire/listViews';
import { preferences } from '../../../store/preferences';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { Segments } from '../../../ui/layout/surfaces';
import { PanelBelow } from '../../../ui/overlays/menus';
import { ColumnsPanel } from '../../../ui/table/ColumnsPanel';

import { fieldOfColumn, offeredColumns, pinnedFirst, shownColumns } from './shape';
import type { List } from './useList';

/** The columns, row height and page size of the list, as the person changes them. */
function Columns({ list, onSave }: { list: List; onSave(): void }) {
  const { t, dispatch, at, state, module, screen, format, density } = list;
  const { shape, isKept } = state.shaping;
  const shown = shownColumns(screen, state.shaping);
  const change = (columns: readonly ColumnShape[]) => dispatch(at.shape({ ...shape, columns: pinnedFirst(columns) }));
  const place = (name: string, to: number) => {
    const moved = shown.find((one) => one.name === name);
    const others = shown.filter((one) => one !== moved);
    if (moved) change([...others.slice(0, to), moved, ...others.slice(to)]);
  };
  const show = (name: string, isShown: boolean) =>
    change(isShown ? [...shown, { name }] : shown.filter((one) => one.name !== name));
  const pin = (name: string, isPinned: boolean) =>
    change(
      shown.map(({ isPinned: was, ...one }) =>
        (one.name === name ? isPinned : was) ? { ...one, isPinned: true } : one,
      ),
    );
  const size = (name: string, width: number | undefined) =>
    change(
      shown.map(({ width: was, ...one }) => {
        const next = one.name === name ? width : was;
        return next === undefined ? one : { ...one, width: next };
      }),
    );
  const space = (value: string) => {
    if (value !== 'compact' && value !== 'comfortable') return;
    dispatch(at.shape({ ...shape, density: value }));
    // A server of the family keeps no shapes: the row height is that of all lists in this browser.
    if (!isKept) dispatch(preferences.actions.space(value));
  };
  return (
    <ColumnsPanel
      items={offeredColumns(module, screen, state.shaping).map(
        ({ column: { name, width, isPinned }, isShown, isFixed }) => ({
          name,
          label: textIn(screen.heads[name], format.language) ?? headingOf(fieldOfColumn(module, name), format.language),
          isShown,
          isFixed,
          isPinned: isPinned === true,
          ...(width === undefined ? {} : { width }),
        }),
      )}
      onShow={show}
      onPin={pin}
      onPlace={place}
      onSize={size}
      {...columnWidths}
      onReset={() => dispatch(at.shape({ ...(shape.size ? { size: shape.size } : {}) }))}
      words={{
        title: t('crud.columns'),
        filter: t('crud.filterColumns'),
        reset: t('crud.resetColumns'),
        width: (name) => t('crud.columnWidth', { name }),
        usual: t('crud.usualWidth'),
        up: (name) => t('crud.columnUp', { name }),
        down: (name) => t('crud.columnDown', { name }),
        pin: (name) => t('crud.pinColumn', { name }),
        unpin: (name) => t('crud.unpinColumn', { name }),
        placed: (name, at) => t('crud.columnPlaced', { name, at }),
        keys: t('crud.columnKeys'),
      }}
    >
      <Segments
        label={t('crud.rowHeight')}
        current={density}
        onPick={space}
        items={[
          { key: 'compact', label: t('crud.compact') },
          { key: 'comfortable', label: t('crud.comfortable') },
        ]}
      />
      {isKept && (
        <Button size="small" onClick={onSave}>
          {t('crud.saveAsView')}
        </Button>
      )}
    </ColumnsPanel>
  );
}

/** The button that opens them. */
export function ColumnsButton({ list }: { list: List }) {
  const { t, dispatch, at } = list;
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const close = () => setOpener(null);
  return (
    <>
      <IconButton
        icon="column-triple"
        label={t('crud.columns')}
        aria-haspopup="dialog"
        aria-expanded={opener !== null}
        onPointerEnter={PanelBelow.bring}
        onFocus={PanelBelow.bring}
        onClick={({ currentTarget }) => setOpener(opener ? null : currentTarget)}
      />
      {opener && (
        <PanelBelow opener={opener} label={t('crud.columns')} onClose={close}>
          <Columns
            list={list}
            onSave={() => {
              close();
              dispatch(at.nameView({ name: '', isShared: false }));
            }}
          />
        </PanelBelow>
      )}
    </>
  );
}
