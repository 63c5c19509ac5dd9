import { useState } from 'react';
import { assignees } from '../../../../contract/domain/bpmn/words';
import { isId } from '../../../../contract/domain/values';
import { user } from '../../../../contract/modules/system/user';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { NumberInput } from '../../../ui/inputs/numbers';
import { RemovableChip } from '../../../ui/inputs/RemovableChip';
import { arrange } from '../../../ui/layout/arrange';
import { ChoiceInput } from '../../crud/choiceInputs';
import type { SectionProps } from './PropertiesPanel';
import { newRepetition, repetitionOf, setRepetition, spanOf, spanText, type Unit, units } from './properties';
import { useSay } from './say';
import { listOf, setWords, wordOf } from './words';

/** A role as the file names it. */
export interface RoleChoice {
  alias: string;
  title: string;
}

const kinds = ['byClaim', 'applicant', 'chosen', 'deptHead', 'person', 'expression'] as const;
type Kind = (typeof kinds)[number];

function kindOf(assignee: string): Kind {
  if (assignee === '') return 'byClaim';
  if (isId(assignee)) return 'person';
  return (['applicant', 'chosen', 'deptHead'] as const).find((one) => assignees[one] === assignee) ?? 'expression';
}

export function PeopleFields({ part, editing, roles }: SectionProps) {
  const say = useSay();
  const assignee = wordOf(part, 'assignee');
  /** A kind that was chosen and has no value yet. */
  const [begun, setBegun] = useState<{ part: object; kind: Kind } | null>(null);
  const kind = begun?.part === part ? begun.kind : kindOf(assignee);
  const assign = (to: string) => setWords(editing, part, { assignee: to }, 'assignee');
  const pick = (to: Kind) => {
    setBegun({ part, kind: to });
    assign(to === 'applicant' || to === 'chosen' || to === 'deptHead' ? assignees[to] : '');
  };
  const users = listOf(wordOf(part, 'candidateUsers')).join(',');
  return (
    <>
      <FormField layout="above" label={say('assignee')}>
        <SelectInput
          value={kind}
          onChange={(to) => pick(to as Kind)}
          options={kinds.map((one) => ({ value: one, label: say(one) }))}
        />
      </FormField>
      {kind === 'person' && (
        <FormField layout="above" label={say('person')}>
          <ChoiceInput of={user.name} label={say('person')} value={assignee} onPick={assign} />
        </FormField>
      )}
      {kind === 'expression' && (
        <FormField layout="above" label={say('assigneeExpression')}>
          <TextInput value={assignee} spellCheck={false} onChange={assign} />
        </FormField>
      )}
      <FormField layout="above" label={say('candidateUsers')}>
        <ChoiceInput
          of={user.name}
          label={say('candidateUsers')}
          multiple
          value={users}
          onPick={(to) => setWords(editing, part, { candidateUsers: to })}
        />
      </FormField>
      <FormField layout="above" label={say('candidateGroups')}>
        <RolesInput
          aliases={listOf(wordOf(part, 'candidateGroups'))}
          roles={roles}
          onChange={(to) => setWords(editing, part, { candidateGroups: to.join(',') })}
        />
      </FormField>
    </>
  );
}

interface RolesInputProps {
  aliases: readonly string[];
  roles: readonly RoleChoice[];
  onChange(aliases: string[]): void;
}
function RolesInput({ aliases, roles, onChange }: RolesInputProps) {
  const say = useSay();
  const [sought, setSought] = useState('');
  const titleOf = (alias: string) => roles.find((one) => one.alias === alias)?.title ?? alias;
  const text = sought.trim().toLowerCase();
  const found = roles.filter(
    ({ alias, title }) => !aliases.includes(alias) && `${title}\n${alias}`.toLowerCase().includes(text),
  );
  return (
    <span className={arrange.row}>
      {aliases.map((alias) => (
        <RemovableChip
          key={alias}
          removeLabel={say('removeOne', { name: titleOf(alias) })}
          onRemove={() => onChange(aliases.filter((one) => one !== alias))}
        >
          {titleOf(alias)}
        </RemovableChip>
      ))}
      <ComboInput
        value=""
        label=""
        placeholder={say('addRole')}
        options={found.map(({ alias, title }) => ({ value: alias, label: title, note: alias }))}
        onQuery={setSought}
        onPick={(option) => option && onChange([...aliases, option.value])}
        words={{ none: say('none'), found: (count) => say('foundCount', { count }), clear: say('clear') }}
      />
    </span>
  );
}

interface SpanInputProps {
  /** ISO 8601, or an expression. */
  value: string;
  onChange(value: string): void;
  /** Whether there may be no time at all. */
  isOptional?: boolean;
}
/** A length of time in one unit; any other text is shown as it is. */
export function SpanInput({ value, onChange, isOptional = false }: SpanInputProps) {
  const say = useSay();
  const span = spanOf(value);
  const [isText, setText] = useState(false);
  const unit = span && !isText ? span.unit : value === '' && isOptional && !isText ? '' : 'other';
  const pick = (to: string) => {
    setText(to === 'other');
    if (to === '') onChange('');
    else if (to !== 'other') onChange(spanText({ count: span?.count ?? 1, unit: to as Unit }));
  };
  return (
    <span className={arrange.column}>
      <SelectInput
        aria-label={say('unit')}
        value={unit}
        onChange={pick}
        {...(isOptional ? { placeholder: say('noDue') } : {})}
        options={[...units, 'other' as const].map((one) => ({ value: one, label: say(one) }))}
      />
      {unit === 'other' ? (
        <TextInput
          value={value}
          spellCheck={false}
          aria-label={say('isoText')}
          title={say('isoText')}
          onChange={onChange}
        />
      ) : (
        unit !== '' &&
        span && (
          <NumberInput
            inputMode="numeric"
            aria-label={say('count')}
            value={String(span.count)}
            onChange={(to) => /^\d{1,6}$/.test(to) && onChange(spanText({ ...span, count: Number(to) }))}
          />
        )
      )}
    </span>
  );
}

export function DueFields({ part, editing }: SectionProps) {
  const say = useSay();
  return (
    <FormField layout="above" as="group" label={say('due')}>
      <SpanInput
        isOptional
        value={wordOf(part, 'dueDate')}
        onChange={(to) => setWords(editing, part, { dueDate: to }, 'due')}
      />
    </FormField>
  );
}

const mostPercent = 100;
export function RepetitionFields({ part, editing }: SectionProps) {
  const say = useSay();
  const held = repetitionOf(part);
  const mode = held ? (held.isSequential ? 'sequential' : 'parallel') : 'once';
  const [isByVariable, setByVariable] = useState(false);
  const source = held && (held.collection !== '' || isByVariable) ? 'byVariable' : 'candidates';
  const set = (change: Partial<typeof newRepetition>) =>
    setRepetition(editing, part, { ...(held ?? newRepetition), ...change });
  return (
    <>
      <FormField layout="above" label={say('repetition')}>
        <SelectInput
          value={mode}
          onChange={(to) =>
            to === 'once' ? setRepetition(editing, part, undefined) : set({ isSequential: to === 'sequential' })
          }
          options={(['once', 'parallel', 'sequential'] as const).map((one) => ({ value: one, label: say(one) }))}
        />
      </FormField>
      {held && (
        <>
          <FormField layout="above" as="group" label={say('collection')}>
            <span className={arrange.column}>
              <SelectInput
                aria-label={say('collection')}
                value={source}
                onChange={(to) => {
                  setByVariable(to === 'byVariable');
                  if (to === 'candidates') set({ collection: '' });
                }}
                options={(['candidates', 'byVariable'] as const).map((one) => ({ value: one, label: say(one) }))}
              />
              {source === 'byVariable' && (
                <TextInput
                  aria-label={say('byVariable')}
                  value={held.collection}
                  spellCheck={false}
                  onChange={(collection) => set({ collection })}
                />
              )}
            </span>
          </FormField>
          <FormField layout="above" label={say('agreement')}>
            <SelectInput
              value={held.agreement}
              onChange={(to) => set({ agreement: to as typeof held.agreement })}
              options={(['all', 'any', 'share'] as const).map((one) => ({ value: one, label: say(one) }))}
            />
          </FormField>
          {held.agreement === 'share' && (
            <FormField layout="above" label={say('percent')}>
              <NumberInput
                inputMode="numeric"
                suffix="%"
                value={String(held.share)}
                onChange={(to) =>
                  /^\d+$/.test(to) && Number(to) >= 1 && Number(to) <= mostPercent && set({ share: Number(to) })
                }
              />
            </FormField>
          )}
        </>
      )}
    </>
  );
}
