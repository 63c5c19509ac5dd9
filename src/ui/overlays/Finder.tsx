import { type KeyboardEvent, useId, useState } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { text as look } from '../layout/text';
import styles from './Finder.module.css';

export interface FinderItem {
  key: string;
  label: string;
  icon: IconName;
  /** Where it belongs, or how it opens. */
  note?: string;
}

export interface FinderProps {
  text: string;
  onType(text: string): void;
  /** What was found, in groups; a group without a title has none. */
  groups: readonly { key: string; title?: string; items: readonly FinderItem[] }[];
  onChoose(key: string): void;
  /** `field`: a field of the bar, the list drops from it; `list`: the field of a dialog, the list is always there. */
  variant: 'field' | 'list';
  /** Combination that opens the dialog, shown in the field. */
  keys?: string;
  words: { label: string; hint: string; none: string; results: string; found(count: number): string };
}

/** One out of many found by the beginning of its name. Arrows walk, Enter opens, Esc leaves. */
export function Finder({ text, onType, groups, onChoose, variant, keys, words }: FinderProps) {
  const listId = useId();
  const [isOpen, setOpen] = useState(variant === 'list');
  /** How far the arrows have got. */
  const [reached, setReached] = useState(0);
  const items = groups.flatMap((group) => group.items);
  const active = Math.min(reached, items.length - 1);

  const close = () => {
    if (variant === 'list') return;
    setOpen(false);
    setReached(0);
    if (text !== '') onType('');
  };
  const show = () => setOpen(true);
  const choose = (item: FinderItem | undefined) => {
    if (!item) return;
    close();
    onChoose(item.key);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const move = (by: number) => {
      event.preventDefault();
      if (!isOpen) return show();
      if (items.length > 0) setReached((active + by + items.length) % items.length);
    };
    switch (event.key) {
      case 'ArrowDown':
        return move(1);
      case 'ArrowUp':
        return move(-1);
      case 'Enter':
        event.preventDefault();
        return isOpen ? choose(items[active]) : show();
      case 'Escape':
        if (variant === 'list' || !isOpen) return;
        event.preventDefault();
        return close();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left the field and its list
    <div
      className={
        variant === 'field' ? `${styles.finder} ${styles.finderInBar}` : `${styles.finder} ${styles.finderInDialog}`
      }
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <span className={`${styles.searchTrigger} ${variant === 'list' ? styles.inDialog : ''}`}>
        <Icon name="search" size={16} />
        <input
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          aria-label={words.label}
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
          placeholder={variant === 'field' ? words.label : words.hint}
          value={text}
          onClick={show}
          onKeyDown={onKeyDown}
          onChange={({ currentTarget }) => {
            show();
            setReached(0);
            onType(currentTarget.value);
          }}
        />
        {keys && <kbd>{keys}</kbd>}
      </span>
      {/* Mounted while closed too, because the field says that it controls it. */}
      <div
        id={listId}
        role="listbox"
        aria-label={words.results}
        className={styles.finderList}
        hidden={!isOpen || items.length === 0}
        tabIndex={-1}
        // The press must not take the focus away before the click has chosen.
        onPointerDown={(event) => event.preventDefault()}
      >
        {isOpen &&
          groups.map(({ key, title, items: own }) => (
            // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
            <div key={key} role="group" aria-label={title}>
              {title && (
                <div className={styles.finderTitle} aria-hidden="true">
                  {title}
                </div>
              )}
              {own.map((item) => {
                const index = items.indexOf(item);
                return (
                  // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which points here
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field's keys choose
                  <div
                    key={item.key}
                    id={`${listId}-${index}`}
                    role="option"
                    className={`${styles.comboOption} ${styles.finderOption}`}
                    aria-selected={index === active}
                    data-active={index === active || undefined}
                    ref={index === active ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
                    onClick={() => choose(item)}
                  >
                    <Icon name={item.icon} size={16} />
                    <span className={`${look.ellipsis} ${look.grow}`}>{item.label}</span>
                    {item.note && <span className={`${look.caption} ${look.ellipsis}`}>{item.note}</span>}
                  </div>
                );
              })}
            </div>
          ))}
      </div>
      {isOpen && items.length === 0 && <div className={`${styles.finderList} ${styles.finderNone}`}>{words.none}</div>}
      <span role="status" className={look.unseen}>
        {isOpen && text !== '' ? (items.length === 0 ? words.none : words.found(items.length)) : ''}
      </span>
    </div>
  );
}
