import { Checkbox, SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextArea, TextInput } from '../../../ui/inputs/fields';
import { type Part, partOf, partsOf, rootOf, textOf } from './moddle';
import { SpanInput } from './PeopleFields';
import type { SectionProps } from './PropertiesPanel';
import {
  conditionOf,
  isConditional,
  isDefault,
  setCondition,
  setTimer,
  type TimerKind,
  timerKinds,
  timerOf,
} from './properties';
import { useSay } from './say';
import { formsIn } from './words';

export function TimerFields({ part, editing }: SectionProps) {
  const say = useSay();
  const timer = timerOf(part);
  if (!timer) return null;
  const set = (text: string) => setTimer(editing, part, { ...timer, text });
  return (
    <>
      <FormField layout="above" label={say('timer')}>
        <SelectInput
          value={timer.kind}
          onChange={(kind) => setTimer(editing, part, { kind: kind as TimerKind, text: '' })}
          options={timerKinds
            .filter((one) => one !== 'timeCycle' || one === timer.kind) // the engine does not run cycles
            .map((one) => ({ value: one, label: say(one) }))}
        />
      </FormField>
      <FormField layout="above" as="group" label={say(timer.kind)}>
        {timer.kind === 'timeDuration' ? (
          <SpanInput value={timer.text} onChange={set} />
        ) : (
          <TextInput
            aria-label={say('isoText')}
            title={say('isoText')}
            value={timer.text}
            spellCheck={false}
            onChange={set}
          />
        )}
      </FormField>
    </>
  );
}

export function BoundaryFields({ part, editing }: SectionProps) {
  const say = useSay();
  return (
    <Checkbox
      checked={part.get('cancelActivity') !== false}
      onChange={(cancelActivity) => editing.set(part, { cancelActivity })}
    >
      {say('interrupting')}
    </Checkbox>
  );
}

/** Names that a condition may use: the verdict of the task before, and the fields of all forms. */
function variablesOf(part: Part): string {
  return [...new Set(['pass', ...formsIn(rootOf(part)).map(({ id }) => id)])].join(', ');
}
const sample = '$' + '{days > 3 && pass == true}';

export function ConditionFields({ part, editing }: SectionProps) {
  const say = useSay();
  const source = partOf(part, 'sourceRef');
  if (!source || !isConditional(part)) return null;
  const isOtherwise = isDefault(part);
  return (
    <>
      {!isOtherwise && (
        <FormField layout="above" label={say('condition')} help={say('conditionHelp', { names: variablesOf(part) })}>
          <TextArea
            value={conditionOf(part)}
            rows={2}
            spellCheck={false}
            placeholder={say('conditionHint', { sample })}
            onChange={(to) => setCondition(editing, part, to)}
          />
        </FormField>
      )}
      <Checkbox
        checked={isOtherwise}
        onChange={(isOn) => {
          if (isOn && conditionOf(part) !== '') setCondition(editing, part, '');
          editing.set(source, { default: isOn ? part : undefined });
        }}
      >
        {say('isDefault')}
      </Checkbox>
    </>
  );
}

/** The way out of a gateway that is taken when no condition is met. */
export function WayFields({ part, editing }: SectionProps) {
  const say = useSay();
  const ways = partsOf(part, 'outgoing');
  if (ways.length === 0) return null;
  const nameOf = (flow: Part) =>
    textOf(flow, 'name') || textOf(partOf(flow, 'targetRef'), 'name') || textOf(flow, 'id');
  return (
    <FormField layout="above" label={say('defaultFlow')}>
      <SelectInput
        value={textOf(partOf(part, 'default'), 'id')}
        placeholder={say('noDefault')}
        onChange={(id) => editing.set(part, { default: ways.find((flow) => textOf(flow, 'id') === id) })}
        options={ways.map((flow) => ({ value: textOf(flow, 'id'), label: nameOf(flow) }))}
      />
    </FormField>
  );
}
