import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import {
  isMergeField,
  mergeField,
  mergeFieldsOf,
  type PaperType,
  wordingCases,
  wordingCasesOf,
} from '../../../../contract/domain/wording/mergeFields';
import {
  partsOf,
  placeText,
  storedWording,
  type Wording,
  type WordingClause,
  type WordingItem,
  wordingFault,
  wordingLimits,
} from '../../../../contract/domain/wording/wording';
import { Button, IconButton } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FieldNote, FormField, TextArea, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { text as style } from '../../../ui/layout/text';
import { MenuButton } from '../../../ui/overlays/menus';
import type { FieldInputProps } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import {
  added,
  isOfType,
  moved,
  newClause,
  newItem,
  replaced,
  singleTexts,
  under,
  withField,
  without,
} from './editing';
import styles from './WordingEditor.module.css';

/** A text with its merge fields by their titles. */
export function Words({ text }: { text: string }) {
  const { language } = useFormat();
  return partsOf(text).map((part, at) =>
    'words' in part ? (
      part.words
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part has no name but its place
      <span key={at} className={styles.field} title={`{{${part.field}}}`}>
        {isMergeField(part.field) ? textIn(mergeField(part.field).title, language) : part.field}
      </span>
    ),
  );
}

/** When a clause or an item is printed, where that is not always. */
export function Condition({ when }: Pick<WordingItem, 'when'>) {
  const { language } = useFormat();
  if (when === undefined) return null;
  return <span className={styles.when}>{textIn(wordingCases[when]?.title, language) ?? when}</span>;
}

function ConditionInput({
  type,
  value,
  label,
  onChange,
}: {
  type: PaperType;
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
function WordsInput({
  type,
  text,
  named,
  rows = 2,
  onChange,
}: {
  type: PaperType;
  text: string;
  named: string;
  rows?: number;
  onChange(text: string): void;
}) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const caret = useRef<number | undefined>(undefined);
  const entries = mergeFieldsOf(type).map((name) => ({
    key: name,
    label: textIn(mergeField(name).title, language),
    act: () => onChange(withField(text, name, caret.current)),
  }));
  return (
    <div className={styles.words}>
      <TextArea
        aria-label={named}
        value={text}
        rows={rows}
        maxLength={wordingLimits.text}
        onSelect={({ currentTarget }) => {
          caret.current = currentTarget.selectionEnd;
        }}
        onChange={onChange}
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
  type: PaperType;
  clause: WordingClause;
  onChange(clause: WordingClause): void;
  onDone(): void;
}

/** A clause that is edited. */
function ClauseForm({ type, clause, at: place, onChange, onDone, ...places }: ClauseProps) {
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
          value={clause.title}
          maxLength={wordingLimits.title}
          onChange={(title) => onChange({ ...clause, title })}
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

/** A clause as it reads. */
function ClauseText({ clause, at }: { clause: WordingClause; at: number }) {
  return (
    <>
      <div className={`${arrange.row} ${style.strong}`}>
        {at + 1}
        <span>
          <Words text={clause.title} />
        </span>
        <Condition when={clause.when} />
      </div>
      <ol className={styles.plain}>
        {clause.items.map((item, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item has no name but its place
          <li key={i}>
            <span className={style.caption}>{`${at + 1}.${i + 1}`}</span> <Words text={item.text} />{' '}
            <Condition when={item.when} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** What is wrong with the wording as it is now, where a check in the browser tells. */
function Fault({ type, wording }: { type: PaperType; wording: Wording }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const fault = wordingFault(type, wording);
  if (!fault) return null;
  const place = fault.place ? textIn(placeText(fault.place), language) : '';
  return (
    <FieldNote tone="problem">
      {[place, t(`template.fault.${fault.problem}`, { name: fault.name ?? '' })].filter(Boolean).join('：')}
    </FieldNote>
  );
}

function Clauses({ type, wording, onChange }: { type: PaperType; wording: Wording; onChange(next: Wording): void }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  /** The clause that is edited. */
  const [open, setOpen] = useState<number | null>(null);
  const { clauses } = wording;
  const store = (next: WordingClause[]) => onChange({ ...wording, clauses: next });
  return (
    <ol className={styles.clauses} aria-label={t('template.clauses')}>
      {clauses.map((clause, at) => {
        const named = t('template.clause', { number: at + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no name but its place
          <li key={at} className={styles.clause}>
            {open === at ? (
              <ClauseForm
                type={type}
                clause={clause}
                named={named}
                at={at}
                count={clauses.length}
                onMove={(by) => {
                  store(moved(clauses, at, by));
                  setOpen(at + by);
                }}
                onRemove={() => {
                  store(without(clauses, at));
                  setOpen(null);
                }}
                onChange={(next) => store(replaced(clauses, at, next))}
                onDone={() => setOpen(null)}
              />
            ) : (
              <ClauseText clause={clause} at={at} />
            )}
            <div className={arrange.row}>
              {open !== at && (
                <Button
                  size="small"
                  tone="subtle"
                  icon="edit"
                  aria-label={t('template.editClause', { name: `${named} ${clause.title}` })}
                  onClick={() => setOpen(at)}
                >
                  {textIn(['编辑', 'Edit'], language)}
                </Button>
              )}
              <Button
                size="small"
                tone="subtle"
                icon="add"
                aria-label={t('template.addAfter', { name: named })}
                onClick={() => {
                  store(added(clauses, at, newClause()));
                  setOpen(at + 1);
                }}
                {...(clauses.length >= wordingLimits.clauses ? { disabledReason: t('template.full') } : {})}
              >
                {t('template.addClause')}
              </Button>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The wording of a version: read, or edited clause by clause. */
export function WordingEditor({ draft, readOnly = false, onType }: FieldInputProps) {
  const { t } = useTranslation();
  const wording = storedWording(typeof draft.wording === 'string' ? draft.wording : null);
  if (!wording || !isOfType(draft.type)) return <FieldNote>{t('template.noWording')}</FieldNote>;
  const type = Number(draft.type) as PaperType;
  const change = (next: Wording) => onType({ wording: JSON.stringify(next) });
  if (readOnly)
    return (
      <div className={styles.paper}>
        <p>
          <Words text={wording.preamble} />
        </p>
        {wording.clauses.map((clause, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a clause has no name but its place
          <div key={at}>
            <ClauseText clause={clause} at={at} />
          </div>
        ))}
        <p className={style.strong}>
          <Words text={wording.annexTitle} />
        </p>
        <p>
          <Words text={wording.annexNote} />
        </p>
      </div>
    );
  const { roles } = wording;
  return (
    <div className={arrange.column}>
      <Fault type={type} wording={wording} />
      <div className={arrange.pair}>
        {(['provider', 'customer'] as const).map((side) => (
          <FormField key={side} layout="above" label={t(`template.role.${side}`)}>
            <TextInput
              value={roles[side]}
              maxLength={wordingLimits.title}
              onChange={(role) => change({ ...wording, roles: { ...roles, [side]: role } })}
            />
          </FormField>
        ))}
      </div>
      {singleTexts.map((name) => (
        <FormField key={name} as="group" layout="above" label={t(`template.${name}`)}>
          <WordsInput
            type={type}
            text={wording[name]}
            named={t(`template.${name}`)}
            onChange={(text) => change({ ...wording, [name]: text })}
          />
        </FormField>
      ))}
      <Clauses type={type} wording={wording} onChange={change} />
    </div>
  );
}
