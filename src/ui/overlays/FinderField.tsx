import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '../icons/Icon';
import type { FinderProps } from './Finder';
import styles from './FinderField.module.css';
import { codeOf, useCode } from './onDemand';

const finder = codeOf(() => import(/* webpackChunkName: "overlays" */ './Finder').then((it) => it.Finder));

/**
 * The finder as a field of the bar. Until the code of its list is here it is a plain field, which loads the code when it
 * is pointed at or focused; text, caret and focus stay when the list takes over.
 */
export function FinderField({ keys, ...props }: Omit<FinderProps, 'field' | 'onLeave'> & { keys: string }) {
  const { text, onType, groups, onChoose, words } = props;
  const code = useCode(finder);
  /** A person who types waits for the list. */
  const want = () => void finder.load().catch(() => undefined); // reported; the next letter tries again
  // Another field would end the composition of a character.
  const [isComposing, setComposing] = useState(false);
  const Finder = isComposing ? undefined : code;
  const [isBegun, setBegun] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  /** Of the plain field, if it had the focus when it was replaced. */
  const caret = useRef<[start: number | null, end: number | null]>(null);
  const plain = useCallback((field: HTMLInputElement) => {
    return () => {
      if (field.ownerDocument.activeElement === field) caret.current = [field.selectionStart, field.selectionEnd];
    };
  }, []);
  useLayoutEffect(() => {
    if (!Finder || !caret.current) return;
    input.current?.focus();
    input.current?.setSelectionRange(...caret.current);
    caret.current = null;
  }, [Finder]);

  const glyph = (
    <span className={styles.glyph} aria-hidden="true">
      <kbd>{keys}</kbd>
      <Icon name="search" size={16} />
    </span>
  );
  if (Finder) return <Finder {...props} field={{ className: styles.field, glyph, input, isBegun }} />;

  const onKeyDown = ({ key }: KeyboardEvent) => {
    const first = groups.find(({ items }) => items.length > 0)?.items[0];
    if (key === 'ArrowDown' || key === 'ArrowUp') setBegun(true);
    else if (key === 'Escape') onType('');
    else if (key === 'Enter' && text !== '' && first) onChoose(first.key);
  };
  return (
    <div className={`${styles.field} ${styles.light}`} onPointerEnter={finder.bring}>
      <input
        ref={plain}
        type="text"
        role="combobox"
        aria-label={words.label}
        aria-expanded={false}
        autoComplete="off"
        placeholder={words.label}
        value={text}
        onFocus={finder.bring}
        onBlur={() => {
          setBegun(false);
          if (text !== '') onType('');
        }}
        onClick={() => setBegun(true)}
        onChange={({ currentTarget }) => {
          setBegun(true);
          onType(currentTarget.value);
          want();
        }}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={onKeyDown}
      />
      {glyph}
    </div>
  );
}
