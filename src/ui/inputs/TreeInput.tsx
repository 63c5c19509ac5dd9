import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { checkState, pathTo, type TreeIndex, toggled, toggledAlone, treeIndex } from '../../../contract/schema/tree';
import { Icon } from '../icons/Icon';
import { text } from '../layout/text';
import { type TreeWords, useTree } from '../tree/Tree';
import styles from './TreeInput.module.css';
import { useWiring } from './wiring';

interface Common {
  index: TreeIndex;
  /** What chosen nodes are called that the tree does not hold (yet). */
  titles?: Readonly<Record<string, string>>;
  /** Why a node cannot be chosen. */
  disabledReason?(id: string): string | undefined;
  /** A node is opened whose children are not here yet. */
  onOpen?(id: string): void;
  /** Nodes whose children are on their way; '' stands for the whole tree. */
  loading?: ReadonlySet<string>;
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
const GAP_PX = 2;
const MOST_HEIGHT_PX = 320;
/** With less room than this below the field, the tree stands above it if there is more. */
const LEAST_HEIGHT_PX = 180;
const closedTree = treeIndex([]);
const nothing: ReadonlySet<string> = new Set();

/**
 * Shows a popup above everything else, a dialog and its scrolled body included, and keeps it at the element before it
 * while anything is scrolled or resized.
 */
function keepBeside(popup: HTMLElement | null) {
  const field = popup?.previousElementSibling;
  if (!popup || !field) return;
  const page = popup.ownerDocument;
  const follow = () => {
    const { top, bottom, left, width } = field.getBoundingClientRect();
    const { clientHeight } = page.documentElement;
    const [above, below] = [top - 2 * GAP_PX, clientHeight - bottom - 2 * GAP_PX];
    const isAbove = below < LEAST_HEIGHT_PX && above > below;
    const style = popup.style;
    style.left = `${left}px`;
    style.width = `${width}px`;
    style.maxHeight = `${Math.min(MOST_HEIGHT_PX, isAbove ? above : below)}px`;
    style.top = isAbove ? 'auto' : `${bottom + GAP_PX}px`;
    style.bottom = isAbove ? `${clientHeight - top + GAP_PX}px` : 'auto';
  };
  const onScroll = ({ target }: Event) => {
    if ((target as Node).contains(field)) follow();
  };
  popup.showPopover();
  follow();
  popup.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  const observer = new ResizeObserver(follow);
  observer.observe(field);
  observer.observe(page.documentElement);
  page.addEventListener('scroll', onScroll, { capture: true, passive: true });
  return () => {
    observer.disconnect();
    page.removeEventListener('scroll', onScroll, { capture: true });
  };
}

/** One node of a tree, or several. Typing seeks, arrows walk and open, Enter chooses. */
export function TreeInput(props: TreeInputProps) {
  const { index, titles, disabledReason, onOpen, loading, placeholder, label, words } = props;
  const { readOnly = false, disabled = false, multiple = false } = props;
  const wiring = useWiring(props);
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  /** null while closed; otherwise what has been typed and which nodes are open. */
  const [shown, setShown] = useState<{ seek: string; open: ReadonlySet<string> } | null>(null);

  const isStrict = !props.multiple || props.strict !== false;
  const { value } = props;
  const checked = useMemo(() => new Set(typeof value === 'string' ? [value].filter(Boolean) : value), [value]);
  const titleOf = (id: string) => {
    const place = index.placeOf.get(id);
    return (place === undefined ? titles?.[id] : index.nodes[place]!.title) ?? id;
  };
  /** What stands in the field: of a branch that is chosen as a whole, the branch. */
  const chosen = useMemo(() => {
    if (isStrict) return [...checked];
    const states = checkState(index, checked);
    return [...checked].filter((id) => {
      const place = index.placeOf.get(id);
      if (place === undefined) return true;
      return states[place]!.state === 'on' && states[index.above[place]!]?.state !== 'on';
    });
  }, [checked, index, isStrict]);
  const isFixed = (id: string) => disabledReason?.(id) !== undefined;
  const toggle = (id: string) => {
    if (!props.multiple) return;
    const isAlone = isStrict || !index.placeOf.has(id);
    props.onChange([...(isAlone ? toggledAlone(checked, id) : toggled(index, checked, id, isFixed))]);
  };

  const isOff = readOnly || disabled;
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

  const tree = useTree({
    // What nobody sees costs nothing.
    index: shown ? index : closedTree,
    open: shown?.open ?? nothing,
    onToggle: (id) => setShown((now) => now && { ...now, open: toggledAlone(now.open, id) }),
    onOpenAll: (ids) => setShown((now) => now && { ...now, open: new Set([...now.open, ...ids]) }),
    seek: shown?.seek,
    ...(props.multiple
      ? {
          checks: {
            checked,
            strict: isStrict,
            onCheck: (id: string) => {
              toggle(id);
              // The next one can be sought at once.
              if (shown?.seek) input.current?.select();
            },
          },
        }
      : {
          current: props.value,
          onSelect: (id: string) => {
            props.onChange(id);
            hide();
          },
        }),
    disabledReason,
    onOpen,
    loading,
    label,
    words: { ...words, added: '', removed: '' },
  });

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isOff || event.nativeEvent.isComposing) return;
    const { key } = event;
    const isEmpty = !shown || shown.seek === '';
    if (key === 'Backspace' && isEmpty && multiple) {
      const last = chosen.findLast((id) => !isFixed(id));
      return last === undefined ? undefined : toggle(last);
    }
    if (!shown) {
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
      event.preventDefault();
      return show();
    }
    if (key === 'Tab') return hide();
    if (key === 'Escape' || (key === 'ArrowUp' && event.altKey)) {
      // Only the tree closes; the dialog around it stays.
      event.preventDefault();
      event.stopPropagation();
      return hide();
    }
    const isWalking = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Enter'].includes(key);
    // Keys that also belong to a text go to the tree while there is none.
    const isShared = ['ArrowLeft', 'ArrowRight', 'Home', 'End', '*'].includes(key) || (key === ' ' && multiple);
    if (isWalking || (isShared && isEmpty)) {
      event.preventDefault();
      tree.press(event);
    }
  };

  const only = multiple || !chosen[0] ? '' : titleOf(chosen[0]);
  const hasClear = !isOff && !multiple && only !== '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left the field and its tree
    <span
      className={styles.treeInput}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return;
        if (shown) hide();
        props.onBlur?.();
      }}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a press beside the text is meant for the field in it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys open */}
      <span
        className={styles.box}
        data-invalid={wiring['aria-invalid'] || undefined}
        data-readonly={readOnly || undefined}
        data-disabled={disabled || undefined}
        onMouseDown={(event) => {
          if (event.target !== input.current) event.preventDefault();
        }}
        onClick={({ target }) => {
          if ((target as Element).closest('button') || isOff) return;
          input.current?.focus();
          if (!shown) show();
        }}
      >
        <span className={styles.treeChosen}>
          {multiple &&
            chosen.slice(0, MOST_CHIPS).map((id) => (
              <span key={id} className={styles.chip}>
                <span className={text.ellipsis} title={titleOf(id)}>
                  {titleOf(id)}
                </span>
                {!isOff && !isFixed(id) && (
                  <button
                    type="button"
                    // Backspace in the field does the same, so it is no stop of its own.
                    tabIndex={-1}
                    aria-label={words.remove(titleOf(id))}
                    title={words.remove(titleOf(id))}
                    onClick={() => {
                      toggle(id);
                      input.current?.focus();
                    }}
                  >
                    <Icon name="dismiss" size={12} />
                  </button>
                )}
              </span>
            ))}
          {multiple && chosen.length > MOST_CHIPS && (
            <span className={styles.chip}>{words.more(chosen.length - MOST_CHIPS)}</span>
          )}
          <input
            {...wiring}
            ref={input}
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-haspopup="tree"
            aria-expanded={shown !== null}
            aria-controls={shown ? tree.treeId : undefined}
            aria-activedescendant={shown ? tree.activeId : undefined}
            aria-describedby={
              [wiring['aria-describedby'], multiple && `${listId}-chosen`].filter(Boolean).join(' ') || undefined
            }
            readOnly={readOnly}
            disabled={disabled}
            placeholder={only || (chosen.length === 0 ? placeholder : undefined)}
            value={shown ? shown.seek : only}
            onKeyDown={onKeyDown}
            onChange={({ currentTarget }) => show(currentTarget.value)}
          />
        </span>
        {multiple && (
          <span id={`${listId}-chosen`} hidden>
            {chosen.map(titleOf).join(', ')}
          </span>
        )}
        {hasClear && (
          <button
            type="button"
            className={styles.clear}
            tabIndex={-1}
            aria-label={words.clear}
            title={words.clear}
            onClick={() => {
              if (!props.multiple) props.onChange('');
              input.current?.focus();
            }}
          >
            <Icon name="dismiss" size={12} />
          </button>
        )}
        {!isOff && <Icon name="chevron-down" size={16} className={styles.comboArrow} />}
      </span>
      {shown && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
        <div
          popover="manual"
          className={styles.treePopup}
          ref={keepBeside}
          // The press must not take the focus away before the click has chosen.
          onMouseDown={(event) => event.preventDefault()}
        >
          {tree.element(-1)}
        </div>
      )}
      <span role="status" className={text.unseen}>
        {shown && shown.seek.trim() !== '' ? (tree.foundCount === 0 ? words.empty : words.found(tree.foundCount)) : ''}
      </span>
    </span>
  );
}
