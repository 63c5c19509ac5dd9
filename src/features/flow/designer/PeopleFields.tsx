import { useState } from 'react';
import { assignees, expression } from '../../../../contract/domain/bpmn/words';
import { isId } from '../../../../contract/domain/values';
import { user } from '../../../../contract/modules/system/user';
import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { NumberInput } from '../../../ui/inputs/numbers';
import { arrange } from '../../../ui/layout/arrange';
import { ChoiceInput } from '../../crud/inputs/choiceInputs';
import { rootOf } from './moddle';
import { NamedInput } from './NamedInput';
import type { SectionProps } from './PropertiesPanel';
import {
  isForOthers,
  newRepetition,
  postsOf,
  repetitionOf,
  setForOthers,
  setPosts,
  setRepetition,
  spanOf,
  spanText,
  type Unit,
  units,
} from './properties';
import { useSay } from './say';
import { formsIn, listOf, setWords, wordOf } from './words';

const kinds = ['byClaim', 'applicant', 'chosen', 'person', 'expression'] as const;
type Kind = (typeof kinds)[number];

function kindOf(assignee: string): Kind {
  if (assignee === '') return 'byClaim';
  if (isId(assignee)) return 'person';
  return (['applicant', 'chosen'] as const).find((one) => assignees[one] === assignee) ?? 'expression';
}

/** Who does the task: a kind of assignee, or a person field of a form, whose expression is its value. */
function AssigneeFields({ part, editing }: SectionProps) {
  const say = useSay();
  const assignee = wordOf(part, 'assignee');
  /** A kind that was chosen and has no value yet. */
  const [begun, setBegun] = useState<{ part: object; kind: Kind } | null>(null);
  const fields = formsIn(rootOf(part)).filter(({ type, id }) => type === 'user' && expression(id) !== assignees.chosen);
  const kind = begun?.part === part ? begun.kind : kindOf(assignee);
  const ofField = kind === 'expression' && fields.some(({ id }) => expression(id) === assignee) && begun === null;
  const assign = (to: string) => setWords(editing, part, { assignee: to }, 'assignee');
  const pick = (to: string) => {
    const picked = kinds.find((one) => one === to);
    setBegun(picked === 'person' || picked === 'expression' ? { part, kind: picked } : null);
    if (picked === undefined) assign(to);
    else assign(picked === 'applicant' || picked === 'chosen' ? assignees[picked] : '');
  };
  return (
    <>
      <FormField layout="above" label={say('assignee')}>
        <SelectInput
          value={ofField ? assignee : kind}
          onChange={pick}
          options={[
            ...kinds.map((one) => ({ value: one, label: say(one) })),
            ...fields.map(({ id, name }) => ({ value: expression(id), label: say('ofField', { name: name || id }) })),
          ]}
        />
      </FormField>
      {kind === 'person' && (
        <FormField layout="above" label={say('person')}>
          <ChoiceInput of={user.name} label={say('person')} value={assignee} onPick={assign} />
        </FormField>
      )}
      {kind === 'expression' && !ofField && (
        <FormField layout="above" label={say('assigneeExpression')}>
          <TextInput value={assignee} spellCheck={false} onChange={assign} />
        </FormField>
      )}
    </>
  );
}

export function PeopleFields(props: SectionProps) {
  const {
    part,
    editing,
    given: { roles, posts },
  } = props;
  const say = useSay();
  const users = listOf(wordOf(part, 'candidateUsers')).join(',');
  return (
    <>
      <AssigneeFields {...props} />
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
        <NamedInput
          codes={listOf(wordOf(part, 'candidateGroups'))}
          offered={roles}
          placeholder={say('addRole')}
          onChange={(to) => setWords(editing, part, { candidateGroups: to.join(',') })}
        />
      </FormField>
      <FormField layout="above" label={say('candidatePosts')}>
        <NamedInput
          codes={listOf(postsOf(part))}
          offered={posts}
          placeholder={say('addPost')}
          onChange={(to) => setPosts(editing, part, to)}
        />
      </FormField>
      <FormField layout="above" as="group" label={say('separation')} help={say('otherPersonHelp')}>
        <Checkbox checked={isForOthers(part)} onChange={(on) => setForOthers(editing, part, on)}>
          {say('otherPerson')}
        </Checkbox>
      </FormField>
    </>
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
  /** A kind of people that was chosen and has no value yet. */
  const [begun, setBegun] = useState<{ part: object; isByVariable: boolean } | null>(null);
  const isByVariable = begun?.part === part ? begun.isByVariable : held?.collection.startsWith('$');
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
          <FormField layout="above" as="group" label={say('collection')} required>
            <span className={arrange.column}>
              <SelectInput
                aria-label={say('collection')}
                value={isByVariable ? 'byVariable' : 'byName'}
                onChange={(to) => {
                  setBegun({ part, isByVariable: to === 'byVariable' });
                  set({ collection: '' });
                }}
                options={(['byName', 'byVariable'] as const).map((one) => ({ value: one, label: say(one) }))}
              />
              {isByVariable ? (
                <TextInput
                  aria-label={say('byVariable')}
                  value={held.collection}
                  spellCheck={false}
                  onChange={(collection) => set({ collection })}
                />
              ) : (
                <ChoiceInput
                  of={user.name}
                  label={say('byName')}
                  multiple
                  value={held.collection}
                  onPick={(collection) => set({ collection })}
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
