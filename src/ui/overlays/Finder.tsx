import { Combobox, Option as FluentOption, OptionGroup } from '@fluentui/react-components';
import { type ReactNode, type Ref, useState } from 'react';
import { Icon, type IconName } from '../icons/Icon';
import { text as look } from '../layout/text';
import styles from './Finder.module.css';

export interface FinderItem {
  key: string;
  label: string;
  icon: IconName;
  /** Its path in the menu, or its shortcut. */
  note?: string;
}

export interface FinderProps {
  text: string;
  onType(text: string): void;
  /** The results. */
  groups: readonly { key: string; title?: string; items: readonly FinderItem[] }[];
  onChoose(key: string): void;
  /** Of the dialog, whose list stays open: called at Esc. */
  onLeave?(): void;
  words: { label: string; hint: string; none: string; results: string; found(count: number): string };
  /** Of the field in the bar (FinderField.tsx), whose list drops down. */
  field?: FinderFieldProps;
}

export interface FinderFieldProps {
  className: string | undefined;
  glyph: ReactNode;
  input: Ref<HTMLInputElement>;
  /** Whether the list is open at first. */
  isBegun: boolean;
}

/** Searches pages by name: arrows move, Enter opens, Esc closes. */
export function Finder({ text, onType, groups, onChoose, onLeave, words, field }: FinderProps) {
  const [isOpen, setOpen] = useState(field?.isBegun ?? true);
  const isShown = isOpen || !field;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <Combobox
        aria-label={words.label}
        autoComplete="off"
        ref={field?.input}
        className={field ? field.className : styles.list}
        listbox={{ className: styles.results, 'aria-label': words.results }}
        expandIcon={{
          className: styles.icon,
          children: field ? field.glyph : <Icon name="search" size={16} />,
          // The keys of the field open the list, so the icon needs neither focus nor a name.
          role: undefined,
          tabIndex: -1,
          'aria-hidden': true,
        }}
        freeform
        inlinePopup
        positioning={{ autoSize: 'height' }}
        placeholder={field ? words.label : words.hint}
        value={text}
        open={isShown}
        selectedOptions={[]}
        onOpenChange={(event, { open }) => {
          setOpen(open);
          if (!open && field && text !== '') onType('');
          if ('key' in event && event.key === 'Escape') onLeave?.();
        }}
        // Fluent would choose the active option.
        onKeyDownCapture={(event) => event.key === 'Tab' && event.stopPropagation()}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onOptionSelect={(_, { optionValue }) => optionValue && onChoose(optionValue)}
      >
        {(count === 0 ? [] : groups).map(({ key, title, items }) => (
          <OptionGroup key={key} label={title}>
            {items.map((item) => (
              <FluentOption key={item.key} value={item.key} text={item.label} checkIcon={null}>
                <Icon name={item.icon} size={16} />
                <span className={`${look.ellipsis} ${look.grow}`}>{item.label}</span>
                {item.note && <span className={`${look.caption} ${look.ellipsis}`}>{item.note}</span>}
              </FluentOption>
            ))}
          </OptionGroup>
        ))}
        {count === 0 && (
          <FluentOption disabled value="" text={words.none} className={styles.none} checkIcon={null}>
            {words.none}
          </FluentOption>
        )}
      </Combobox>
      <span role="status" className={look.unseen}>
        {isShown && text !== '' ? (count === 0 ? words.none : words.found(count)) : ''}
      </span>
    </>
  );
}
