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
  /** What chosen nodes are called that the tree does not hold (yet). */
  titles?: Readonly<Record<string, string>>;
  placeholder?: string;
  id?: string;
  readOnly?: boolean;
  disabled?: boolean;
  onBlur?(): void;
  /** Name of the tree that drops from the field. */
  label: string;
  words: Omit<TreeWords, 'added' | 'removed'> & {
    clear: string;
    remove(title: string): string;
    /** Stands for the chosen ones that have no room: 另有 8 项. */
    more(count: number): string;
    /** Read out while something is sought. */
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
  /** A tick says nothing about the nodes above and below; else whole branches are chosen and shown as one. */
  strict?: boolean;
}
export type TreeInputProps = SingleTreeInputProps | MultipleTreeInputProps;

const MOST_CHIPS = 12;
const closedTree = treeIndex([]);
const nothing: ReadonlySet<string> = new Set();
/** Keys that walk the tree, and those that do so only while there is no text that they could belong to. */
const walking = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'];
const shared = ['ArrowLeft', 'ArrowRight', 'Home', 'End', '*'];

/** Ids of what stands in the field: of a branch that is chosen as a whole, the branch. */
function chosenOf(index: TreeIndex, checked: ReadonlySet<string>, isStrict: boolean): string[] {
  if (isStrict) return [...checked];
  const states = checkState(index, checked);
  return [...checked].filter((id) => {
    const place = index.placeOf.get(id);
    return place === undefined || (states[place]!.state === 'on' && states[index.above[place]!]?.state !== 'on');
  });
}

/** What stands in the field, the tree that drops from it, and what the keys of the field do. */
function useDrop(props: TreeInputProps) {
  const { index, value, disabledReason, onOpen, loading, label, words } = props;
  const isOff = props.readOnly || props.disabled;
  const input = useRef<HTMLInputElement>(null);
  /** null while closed; otherwise what has been typed and which nodes are open. */
  const [shown, setShown] = useState<{ seek: string; open: ReadonlySet<string> } | null>(null);

  const isStrict = !props.multiple || props.strict !== false;
  const checked = useMemo(() => new Set(typeof value === 'string' ? [value].filter(Boolean) : value), [value]);
  const chosen = useMemo(() => chosenOf(index, checked, isStrict), [index, checked, isStrict]);
  const isFixed = (id: string) => disabledReason?.(id) !== undefined;
  const toggle = (id: string) => {
    if (!props.multiple) return;
    const isAlone = isStrict || !index.placeOf.has(id);
    props.onChange([...(isAlone ? toggledAlone(checked, id) : toggled(index, checked, id, isFixed))]);
    // The next one can be sought at once.
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
    // To be seen at once: what is chosen, and what a single root holds.
    const [root] = index.nodes;
    const whole = root?.children?.length && index.end[0] === index.nodes.length ? [root.id] : [];
    const open = new Set([...whole, ...chosen.flatMap((id) => pathTo(index, id))]);
    setShown((now) => ({ open: now?.open ?? open, seek }));
    tree.restart();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (isOff || event.nativeEvent.isComposing) return;
    const isEmpty = !shown?.seek;
    const isShared = shared.includes(key) || (key === ' ' && props.multiple);
    if (key === 'Backspace' && isEmpty && props.multiple) {
      const last = chosen.findLast((id) => !isFixed(id));
      return last === undefined ? undefined : toggle(last);
    }
    if (!shown && (key === 'ArrowDown' || key === 'ArrowUp')) show();
    else if (shown && (key === 'Escape' || (key === 'ArrowUp' && event.altKey))) {
      // Only the tree closes; the dialog around it stays.
      event.stopPropagation();
      hide();
    } else if (shown && (walking.includes(key) || (isShared && isEmpty))) tree.press(event);
    else return;
    event.preventDefault();
  };
  return { input, shown, chosen, isFixed, tree, toggle, select, show, hide, onKeyDown };
}

/** One node of a tree, or several. Typing seeks, arrows walk and open, Enter chooses. */
export function TreeInput(props: TreeInputProps) {
  const { index, titles, placeholder, words, readOnly = false, disabled = false, multiple = false } = props;
  const { input, shown, chosen, isFixed, tree, toggle, select, show, hide, onKeyDown } = useDrop(props);
  const listId = useId();
  const { targetRef, containerRef } = usePositioning({
    align: 'start',
    position: 'below',
    strategy: 'fixed', // a dialog that scrolls does not cut it
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
    // Backspace in the field does the same, so it is no stop of its own.
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
    // biome-ignore lint/a11y/noStaticElementInteractions: a press beside the text is meant for the field in it
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys open
    <span
      ref={targetRef}
      className={styles.whole}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        if (shown) hide();
        props.onBlur?.();
      }}
      // The focus stays in the field: a press must not take it away before the click has chosen.
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
