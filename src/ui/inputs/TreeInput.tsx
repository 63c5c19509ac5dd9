import { Tag, usePositioning } from '@fluentui/react-components';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { checkState, pathTo, type TreeIndex, toggled, toggledAlone, treeIndex } from '../../../contract/schema/tree';
import { Icon } from '../icons/Icon';
import { text } from '../layout/text';
import { type TreeProps, type TreeWords, useTree } from '../tree/Tree';
import { IconButton } from './buttons';
import { TextInput } from './fields';
import styles from './TreeInput.module.css';

interface Common extends Pick<TreeProps, 'index' | 'disabledReason' | 'onOpen' | 'loading'> {
  /** Titles of chosen nodes that the tree does not contain or has not loaded. */
  titles?: Readonly<Record<string, string>>;
  placeholder?: string;
  id?: string;
  readOnly?: boolean;
  disabled?: boolean;
  onBlur?(): void;
  /** Accessible name of the drop-down tree. */
  label: string;
  words: Omit<TreeWords, 'added' | 'removed'> & {
    clear: string;
    remove(title: string): string;
    /** For the chosen nodes beyond the shown ones: 另有 8 项. */
    more(count: number): string;
    /** Announced by screen readers during a search. */
    found(count: number): string;
  };
}
export interface SingleTreeInputProps extends Common {
  multiple?: false;
  /** '' for none. */
  value: string;
  onChange(value: string): void;
}
export interface MultipleTreeInputProps extends Common {
  multiple: true;
  value: readonly string[];
  onChange(value: string[]): void;
  /** Each node is ticked by itself; otherwise whole branches are chosen and shown as one. */
  strict?: boolean;
}
export type TreeInputProps = SingleTreeInputProps | MultipleTreeInputProps;

const MOST_CHIPS = 12;
const closedTree = treeIndex([]);
const nothing: ReadonlySet<string> = new Set();
/** Keys that act on the tree, and those that do so only while the field is empty. */
const treeKeys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'];
const sharedKeys = ['ArrowLeft', 'ArrowRight', 'Home', 'End', '*'];

/** Ids shown in the field; a branch that is chosen as a whole stands for its nodes. */
function chosenOf(index: TreeIndex, checked: ReadonlySet<string>, isStrict: boolean): string[] {
  if (isStrict) return [...checked];
  const states = checkState(index, checked);
  return [...checked].filter((id) => {
    const place = index.placeOf.get(id);
    return place === undefined || (states[place]!.state === 'on' && states[index.above[place]!]?.state !== 'on');
  });
}

/** State and keys of the field and of its drop-down tree. */
function useDrop(props: TreeInputProps) {
  const { index, value, disabledReason, onOpen, loading, label, words } = props;
  const isOff = props.readOnly || props.disabled;
  const input = useRef<HTMLInputElement>(null);
  /** The typed text and the open nodes; null while closed. */
  const [shown, setShown] = useState<{ seek: string; open: ReadonlySet<string> } | null>(null);

  const isStrict = !props.multiple || props.strict !== false;
  const checked = useMemo(() => new Set(typeof value === 'string' ? [value].filter(Boolean) : value), [value]);
  const chosen = useMemo(() => chosenOf(index, checked, isStrict), [index, checked, isStrict]);
  const isFixed = (id: string) => disabledReason?.(id) !== undefined;
  const toggle = (id: string) => {
    if (!props.multiple) return;
    const isAlone = isStrict || !index.placeOf.has(id);
    props.onChange([...(isAlone ? toggledAlone(checked, id) : toggled(index, checked, id, isFixed))]);
    // Typing replaces the last search.
    if (shown?.seek) input.current?.select();
    else input.current?.focus();
  };
  const select = (id: string) => {
    if (!props.multiple) props.onChange(id);
    hide();
    input.current?.focus();
  };
  const tree = useTree({
    index: shown ? index : closedTree,
    open: shown?.open ?? nothing,
    onToggle: (id) => setShown((now) => now && { ...now, open: toggledAlone(now.open, id) }),
    onOpenAll: (ids) => setShown((now) => now && { ...now, open: new Set([...now.open, ...ids]) }),
    seek: shown?.seek,
    ...(props.multiple
      ? { checks: { checked, strict: isStrict, onCheck: toggle } }
      : { current: props.value, onSelect: select }),
    disabledReason,
    onOpen,
    loading,
    label,
    words: { ...words, added: '', removed: '' },
  });
  const hide = () => {
    setShown(null);
    tree.restart();
  };
  const show = (seek = '') => {
    if (isOff) return;
    // Opens the way to the chosen nodes, and a single root.
    const [root] = index.nodes;
    const whole = root?.children?.length && index.end[0] === index.nodes.length ? [root.id] : [];
    const open = new Set([...whole, ...chosen.flatMap((id) => pathTo(index, id))]);
    setShown((now) => ({ open: now?.open ?? open, seek }));
    tree.restart();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (isOff) return;
    const isEmpty = !shown?.seek;
    const isShared = sharedKeys.includes(key) || (key === ' ' && props.multiple);
    if (key === 'Backspace' && isEmpty && props.multiple) {
      const last = chosen.findLast((id) => !isFixed(id));
      return last === undefined ? undefined : toggle(last);
    }
    if (!shown && (key === 'ArrowDown' || key === 'ArrowUp')) show();
    else if (shown && (key === 'Escape' || (key === 'ArrowUp' && event.altKey))) {
      // A dialog around the field stays open.
      event.stopPropagation();
      hide();
    } else if (shown && (treeKeys.includes(key) || (isShared && isEmpty))) tree.press(event);
    else return;
    event.preventDefault();
  };
  return { input, shown, chosen, isFixed, tree, toggle, select, show, hide, onKeyDown };
}

/** Chooses one node of a tree, or several: typing searches, arrows move and open, Enter chooses. */
export function TreeInput(props: TreeInputProps) {
  const { index, titles, placeholder, words, readOnly = false, disabled = false, multiple = false } = props;
  const { input, shown, chosen, isFixed, tree, toggle, select, show, hide, onKeyDown } = useDrop(props);
  const listId = useId();
  const { targetRef, containerRef } = usePositioning({
    align: 'start',
    position: 'below',
    strategy: 'fixed', // a dialog that scrolls would clip it
    autoSize: 'height',
    matchTargetSize: 'width',
    offset: 2,
  });
  const isOff = readOnly || disabled;
  const titleOf = (id: string) => index.nodes[index.placeOf.get(id) ?? -1]?.title ?? titles?.[id] ?? id;
  const chips = chosen.slice(0, MOST_CHIPS).map((id) => {
    const title = titleOf(id);
    const canGo = !isOff && !isFixed(id);
    const word = words.remove(title);
    // Backspace in the field does the same, so the button needs no tab stop.
    const removal = {
      as: 'button',
      dismissible: true,
      tabIndex: -1,
      'aria-label': word,
      onClick: () => toggle(id),
    } as const;
    return (
      <Tag key={id} size="small" className={styles.chip} title={canGo ? word : title} {...(canGo && removal)}>
        {title}
      </Tag>
    );
  });
  const only = multiple || !chosen[0] ? '' : titleOf(chosen[0]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the text goes to the field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the field do the same
    <span
      ref={targetRef}
      className={styles.whole}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        if (shown) hide();
        props.onBlur?.();
      }}
      // The focus stays in the field, because losing it closes the tree before the click.
      onMouseDown={(event) => {
        if (event.target !== input.current) event.preventDefault();
      }}
      onClick={({ target }) => {
        if (isOff || (target as Element).closest('button, [role=tree]')) return;
        input.current?.focus();
        if (!shown) show();
      }}
    >
      <TextInput
        id={props.id}
        ref={input}
        className={multiple ? styles.several : ''}
        role="combobox"
        spellCheck={false}
        aria-autocomplete="list"
        aria-haspopup="tree"
        aria-expanded={shown !== null}
        aria-controls={shown ? tree.treeId : undefined}
        aria-activedescendant={shown ? tree.activeId : undefined}
        aria-describedby={multiple ? `${listId}-chosen` : undefined}
        readOnly={readOnly}
        disabled={disabled}
        placeholder={only || (chosen.length === 0 ? placeholder : undefined)}
        value={shown ? shown.seek : only}
        onKeyDown={onKeyDown}
        onChange={show}
        prefix={
          chips.length > 0 &&
          multiple && (
            <>
              {chips}
              {chosen.length > MOST_CHIPS && <Tag size="small">{words.more(chosen.length - MOST_CHIPS)}</Tag>}
            </>
          )
        }
        suffix={
          !isOff && (
            <>
              {only && (
                <IconButton icon="dismiss" size="small" label={words.clear} tabIndex={-1} onClick={() => select('')} />
              )}
              <Icon name="chevron-down" size={16} />
            </>
          )
        }
      />
      <span id={`${listId}-chosen`} hidden>
        {multiple && chosen.map(titleOf).join(', ')}
      </span>
      {shown && (
        <div ref={containerRef} className={styles.popup}>
          {tree.element(-1)}
        </div>
      )}
      <span role="status" className={text.unseen}>
        {tree.outcome(words.found)}
      </span>
    </span>
  );
}
