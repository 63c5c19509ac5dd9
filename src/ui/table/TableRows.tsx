import type { FocusEvent, KeyboardEvent, ReactNode } from 'react';
import type { DataTableProps } from './DataTable';
import { roles } from './places';
import { useRowWindow } from './rowWindow';
import { type Shared, TableRow } from './TableRow';

export interface TableRowsProps<R> extends DataTableProps<R> {
  shared: Shared<R>;
  /** Height of a row in px until one is measured. */
  rowHeight: number;
  /** The row with the tab stop: the current one, else the first. */
  reachable: string | undefined;
  /** The row whose menu is open. */
  menuKey: string | undefined;
}

/** Steps of the keys that go to a neighbouring row. */
const steps: Record<string, number> = { ARROWDOWN: 1, J: 1, ARROWUP: -1, K: -1 };

function keyAt(element: Element) {
  return element.closest<HTMLElement>('tr[data-row]')?.dataset.row;
}

/** Handles the keys of a focused row. */
function useRowKeys<R>(props: TableRowsProps<R>, reveal: (index: number) => void) {
  const { rows, keyOf, selection, isLocked, onOpen, tree, shared } = props;
  const toggle = (row: R) => {
    if (selection && !isLocked?.(row)) selection.onToggle(row, !selection.picked.has(keyOf(row)));
  };
  return (event: KeyboardEvent<HTMLElement>) => {
    const element = event.target as HTMLElement;
    // Links and tick boxes in the row handle their own keys.
    if (element.tagName !== 'TR' || event.ctrlKey || event.altKey || event.metaKey) return;
    const at = rows.findIndex((row) => keyOf(row) === keyAt(element));
    const row = rows[at];
    if (!row) return;
    const list = event.currentTarget;
    const pick = (one: R) => {
      if (event.shiftKey && !selection?.picked.has(keyOf(one))) toggle(one);
    };
    const goTo = (index: number) => {
      const to = rows[index];
      if (!to) return;
      const selector = `tr[data-row="${CSS.escape(keyOf(to))}"]`;
      if (!list.querySelector(selector)) reveal(index);
      const reached = list.querySelector<HTMLElement>(selector);
      reached?.focus();
      reached?.scrollIntoView({ block: 'nearest' });
      pick(to);
    };
    const key = event.key.toUpperCase();
    const line = tree?.lines[at];
    if (steps[key]) {
      pick(row);
      goTo(at + steps[key]);
    } else if (key === 'HOME') goTo(0);
    else if (key === 'END') goTo(rows.length - 1);
    else if (key === ' ') toggle(row);
    else if (key === 'ENTER') onOpen?.(row);
    else if (key === 'ARROWRIGHT' && line) {
      if (line.hasChildren && !line.isOpen) tree?.onToggle?.(row);
      else if (line.isOpen) goTo(at + 1);
    } else if (key === 'ARROWLEFT' && line) {
      if (line.isOpen && tree?.onToggle) tree.onToggle(row);
      else goTo(tree?.lines.findLastIndex(({ depth }, above) => above < at && depth < line.depth) ?? -1);
    } else {
      const action = shared.actions?.of(row).find(({ combo }) => combo === key);
      if (!action || action.disabled !== undefined || isLocked?.(row)) return;
      action.onClick();
    }
    event.preventDefault();
  };
}

/** The rows, or the visible ones of a long table. Scrolling renders only this part again. */
export function TableRows<R>(props: TableRowsProps<R>) {
  const { rows, keyOf, selection, isLocked, isLate, isMuted, currentKey, onCurrent, onOpen, tree, among } = props;
  const { shared, rowHeight, reachable, menuKey } = props;
  const { shown, body, reveal } = useRowWindow(rows.length, rowHeight);
  const onKeyDown = useRowKeys(props, reveal);

  const draw = (row: R, index: number) => {
    const key = keyOf(row);
    const line = tree?.lines[index];
    return (
      <TableRow
        key={key}
        {...(line ? { depth: line.depth, setSize: line.setSize, posInSet: line.posInSet } : {})}
        {...(line?.hasChildren ? { isOpen: line.isOpen } : {})}
        row={row}
        rowKey={key}
        index={among ? among.before + index : shown ? index : undefined}
        isPicked={selection?.picked.has(key)}
        isLocked={isLocked?.(row) === true}
        isLate={isLate?.(row) === true}
        isMuted={isMuted?.(row) === true || line?.isFound === false}
        isCurrent={key === currentKey}
        isReachable={key === reachable}
        isMenuOpen={key === menuKey}
        shared={shared}
      />
    );
  };

  /** Opens the row at an element, unless that is a control. */
  const openAt = (target: EventTarget) => {
    const element = target as Element;
    const row = rows.find((one) => keyOf(one) === keyAt(element));
    if (row && !element.closest('a, button, input')) onOpen?.(row);
  };

  let content: ReactNode[];
  if (shown) {
    // The row with the tab stop may have the focus, so it stays in the document.
    const fixed = rows.findIndex((row) => keyOf(row) === reachable);
    const isDrawn = (index: number) => (index >= shown.from && index < shown.to) || index === fixed;
    content = [];
    let next = 0;
    const skipTo = (index: number) => {
      if (index > next) content.push(<Gap key={`gap ${next}`} height={(index - next) * shown.pitch} />);
      next = index + 1;
    };
    for (const [index, row] of rows.entries()) {
      if (!isDrawn(index)) continue;
      skipTo(index);
      content.push(draw(row, index));
    }
    skipTo(rows.length);
  } else content = rows.map(draw);

  return (
    <tbody
      {...roles.group}
      ref={body}
      inert={props.freshness === 'other'}
      onKeyDown={onKeyDown}
      onFocus={({ target }: FocusEvent<HTMLElement>) => {
        const key = keyAt(target);
        if (key !== undefined && key !== currentKey) onCurrent?.(key);
      }}
      // On a phone one tap opens.
      onClick={({ target }) => shared.room === 'phone' && openAt(target)}
      onDoubleClick={({ target }) => openAt(target)}
    >
      {content}
    </tbody>
  );
}

/** Stands for the rows that are not in the document. */
function Gap({ height }: { height: number }) {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: this row cannot take the focus
  return <tr aria-hidden="true" style={{ height }} />;
}
