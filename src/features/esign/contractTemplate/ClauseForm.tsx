import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractKind } from '../../../../contract/domain/contractKinds';
import { textIn } from '../../../../contract/domain/text';
import {
  mergeField,
  mergeFieldsOf,
  wordingCases,
  wordingCasesOf,
} from '../../../../contract/domain/wording/mergeFields';
import {
  placeText,
  type WordingClause,
  type WordingItem,
  wordingLimits,
} from '../../../../contract/domain/wording/wording';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { TextArea, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { text as style } from '../../../ui/layout/text';
import { MenuButton } from '../../../ui/overlays/menus';
import { useFormat } from '../../crud/useFormat';
import styles from './ClauseForm.module.css';
import { moved, newItem, replaced, stored, titled, under, withField, without } from './editing';

function ConditionInput({
  type,
  value,
  label,
  onChange,
}: {
  type: ContractKind;
  value: WordingItem['when'];
  label: string;
  onChange(when: string): void;
}) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <SelectInput
      aria-label={label}
      value={value ?? ''}
      placeholder={t('template.always')}
      options={wordingCasesOf(type).map((name) => ({ value: name, label: textIn(wordingCases[name].title, language) }))}
      onChange={onChange}
    />
  );
}

interface Places {
  /** Name of the place, such as 第1条第2项. */
  named: string;
  at: number;
  count: number;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function Moves({ named, at, count, onMove, onRemove }: Places) {
  const { t } = useTranslation();
  const off = (isOff: boolean, why: 'first' | 'last' | 'onlyOne') =>
    isOff ? { disabledReason: t(`template.${why}`) } : {};
  return (
    <span className={arrange.line}>
      <IconButton
        size="small"
        icon="arrow-up"
        label={t('template.up', { name: named })}
        onClick={() => onMove(-1)}
        {...off(at === 0, 'first')}
      />
      <IconButton
        size="small"
        icon="arrow-down"
        label={t('template.down', { name: named })}
        onClick={() => onMove(1)}
        {...off(at === count - 1, 'last')}
      />
      <IconButton
        size="small"
        icon="delete"
        label={t('template.remove', { name: named })}
        onClick={onRemove}
        {...off(count === 1, 'onlyOne')}
      />
    </span>
  );
}

/** A text with a menu of the merge fields, which go where the caret is. */
export function WordsInput({
  type,
  text,
  named,
  rows = 2,
  onChange,
}: {
  type: ContractKind;
  text: string;
  named: string;
  rows?: number;
  onChange(text: string): void;
}) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const caret = useRef<number | undefined>(undefined);
  const shown = titled(text, language);
  const change = (next: string) => onChange(stored(next, language));
  const entries = mergeFieldsOf(type).map((name) => {
    const label = textIn(mergeField(name).title, language);
    return { key: name, label, act: () => change(withField(shown, label, caret.current)) };
  });
  return (
    <div className={styles.words}>
      <TextArea
        aria-label={named}
        value={shown}
        rows={rows}
        maxLength={wordingLimits.text}
        onSelect={({ currentTarget }) => {
          caret.current = currentTarget.selectionEnd;
        }}
        onChange={change}
      />
      <MenuButton groups={[{ key: 'fields', entries }]}>
        {(trigger) => (
          <Button size="small" tone="subtle" icon="add" {...trigger}>
            {t('template.insert')}
          </Button>
        )}
      </MenuButton>
    </div>
  );
}

interface ClauseProps extends Places {
  type: ContractKind;
  clause: WordingClause;
  onChange(clause: WordingClause): void;
  onDone(): void;
}

/** A clause that is edited. */
export function ClauseForm({ type, clause, at: place, onChange, onDone, ...places }: ClauseProps) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const { items } = clause;
  const store = (next: WordingItem[]) => onChange({ ...clause, items: next });
  const nameOf = (item: number) => textIn(placeText({ part: 'clause', clause: place, item }), language);
  return (
    <div className={styles.open}>
      <div className={styles.head}>
        <TextInput
          aria-label={t('template.clauseTitle', { name: places.named })}
          value={titled(clause.title, language)}
          maxLength={wordingLimits.title}
          onChange={(title) => onChange({ ...clause, title: stored(title, language) })}
        />
        <ConditionInput
          type={type}
          value={clause.when}
          label={t('template.whenOf', { name: places.named })}
          onChange={(when) => onChange(under(clause, when))}
        />
        <Moves at={place} {...places} />
      </div>
      <ol className={styles.items}>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place
          <li key={at} className={styles.item}>
            <span className={style.caption}>{`${place + 1}.${at + 1}`}</span>
            <WordsInput
              type={type}
              text={item.text}
              named={nameOf(at)}
              rows={3}
              onChange={(text) => store(replaced(items, at, { ...item, text }))}
            />
            <div className={styles.tools}>
              <ConditionInput
                type={type}
                value={item.when}
                label={t('template.whenOf', { name: nameOf(at) })}
                onChange={(when) => store(replaced(items, at, under(item, when)))}
              />
              <Moves
                named={nameOf(at)}
                at={at}
                count={items.length}
                onMove={(by) => store(moved(items, at, by))}
                onRemove={() => store(without(items, at))}
              />
            </div>
          </li>
        ))}
      </ol>
      <div className={arrange.row}>
        <Button
          size="small"
          icon="add"
          onClick={() => store([...items, newItem()])}
          {...(items.length >= wordingLimits.items ? { disabledReason: t('template.full') } : {})}
        >
          {t('template.addItem')}
        </Button>
        <Button size="small" tone="subtle" onClick={onDone}>
          {t('template.done')}
        </Button>
      </div>
    </div>
  );
}
