import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { TextArea } from '../inputs/fields';
import { text } from '../layout/text';
import styles from './MentionArea.module.css';

export interface Mentionable {
  id: string;
  name: string;
}

export interface MentionAreaProps {
  value: string;
  onChange(value: string): void;
  /** People for what was typed last; null while they are loading. */
  people: readonly Mentionable[] | null;
  /** The text after an @ at the caret, at most 20 letters. */
  onSeek(typed: string): void;
  onMention(person: Mentionable): void;
  /** Ctrl+Enter. */
  onSubmit(): void;
  label: string;
  placeholder?: string;
  rows?: number;
  maxLength?: number;
  autoFocus?: boolean;
  words: { list: string; none: string; loading: string; found(count: number): string };
}

/** An @ at the caret with what follows it: where it begins and where the caret is. */
interface Place {
  from: number;
  to: number;
  typed: string;
}
/** Not after a letter or digit: that is an e-mail address. */
const pattern = /(?:^|[^\p{L}\p{N}._-])@([^\s@]{0,20})$/u;
function placeAt(value: string, caret: number): Place | null {
  const typed = pattern.exec(value.slice(0, caret))?.[1];
  return typed === undefined ? null : { from: caret - typed.length - 1, to: caret, typed };
}

/** A text in which an @ opens the list of people: arrow keys choose, Enter or Tab takes, Escape closes. */
export function MentionArea(props: MentionAreaProps) {
  const { value, onChange, people, onSeek, onMention, onSubmit, label, words, ...rest } = props;
  const listId = useId();
  const [place, setPlace] = useState<Place | null>(null);
  const [chosen, setChosen] = useState(0);
  const area = useRef<HTMLTextAreaElement>(null);
  /** Where the caret belongs after a name was put in. */
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current === null) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });

  const look = (element: HTMLTextAreaElement) => {
    const { selectionStart, selectionEnd } = element;
    const next = selectionStart === selectionEnd ? placeAt(element.value, selectionStart) : null;
    if (next?.from === place?.from && next?.typed === place?.typed) return;
    setPlace(next);
    setChosen(0);
    if (next) onSeek(next.typed);
  };
  const take = (person: Mentionable | undefined) => {
    if (!place || !person) return;
    const put = `@${person.name} `;
    caret.current = place.from + put.length;
    setPlace(null);
    onChange(value.slice(0, place.from) + put + value.slice(place.to));
    onMention(person);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return onSubmit();
    }
    if (!place) return;
    const count = people?.length ?? 0;
    if (event.key === 'Escape') setPlace(null);
    else if (count > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
      setChosen((chosen + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
    else if (count > 0 && (event.key === 'Enter' || event.key === 'Tab')) take(people?.[chosen]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const said = !place
    ? ''
    : people === null
      ? words.loading
      : people.length === 0
        ? words.none
        : words.found(people.length);
  return (
    <div className={styles.field}>
      <TextArea
        {...rest}
        ref={area}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={place && people?.length ? listId : undefined}
        aria-activedescendant={place && people?.length ? `${listId}-${chosen}` : undefined}
        value={value}
        onChange={(typed) => {
          onChange(typed);
          if (area.current) look(area.current);
        }}
        // The caret moves without a change of the text, too.
        onSelect={(event) => look(event.currentTarget)}
        onBlur={() => setPlace(null)}
        onKeyDown={onKeyDown}
      />
      {place && (
        <div className={styles.people}>
          {people?.length ? (
            <div id={listId} role="listbox" aria-label={words.list}>
              {people.map((person, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text
                <div
                  key={person.id}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === chosen}
                  // The text keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(person)}
                >
                  {person.name}
                </div>
              ))}
            </div>
          ) : (
            <p className={text.caption}>{said}</p>
          )}
        </div>
      )}
      <span role="status" className={text.unseen}>
        {said}
      </span>
    </div>
  );
}
