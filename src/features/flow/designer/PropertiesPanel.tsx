import { useState } from 'react';
import { isElementId } from '../../../../contract/domain/bpmn/ids';
import { languages, sourceLanguage } from '../../../../contract/domain/languages';
import type { DeployFault, FlowAction } from '../../../../contract/wire/flow';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextArea, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import { MessageBar } from '../../../ui/overlays/MessageBar';
import { ActionFields } from './ActionFields';
import { BoundaryFields, ConditionFields, TimerFields, WayFields } from './FlowFields';
import { FormFields } from './FormFields';
import type { Editing, Part } from './moddle';
import { textOf } from './moddle';
import { type ProcessModeler, partOfShape } from './modeler';
import type { Shape } from './modelerModules';
import type { Named } from './NamedInput';
import { DueFields, PeopleFields, RepetitionFields } from './PeopleFields';
import { documentationOf, sectionsOf, setDocumentation } from './properties';
import { useSay, useTypeName } from './say';
import { setTitle, titlesOf } from './words';

/** What the server has to offer. */
export interface Given {
  roles: readonly Named[];
  posts: readonly Named[];
  actions: readonly FlowAction[];
}

/** What each group of inputs edits. */
export interface SectionProps {
  part: Part;
  editing: Editing;
  modeler: ProcessModeler;
  shape: Shape;
  given: Given;
}

/** The id is written once it is sound and not another element's; until then the input keeps what is typed. */
function IdField({ part, editing, modeler }: SectionProps) {
  const say = useSay();
  const [typed, setTyped] = useState<{ part: Part; text: string } | null>(null);
  const held = textOf(part, 'id');
  const text = typed?.part === part ? typed.text : held;
  const problem = !isElementId(text) ? say('badId') : modeler.isIdFree(text, part) ? undefined : say('takenId');
  const isProcess = part.$type === 'bpmn:Process';
  return (
    <FormField layout="above" label={say(isProcess ? 'processId' : 'id')} required {...(problem ? { problem } : {})}>
      <TextInput
        value={text}
        spellCheck={false}
        maxLength={64}
        onBlur={() => setTyped(null)}
        onChange={(to) => {
          setTyped({ part, text: to });
          if (isElementId(to) && modeler.isIdFree(to, part)) editing.set(part, { id: to }, 'id');
        }}
      />
    </FormField>
  );
}

function GeneralFields(props: SectionProps) {
  const { part, editing, modeler, shape } = props;
  const say = useSay();
  const isNote = part.$type === 'bpmn:TextAnnotation';
  const name = isNote ? 'text' : 'name';
  const targets = modeler.targetsOf(shape);
  return (
    <>
      <FormField layout="above" label={say(part.$type === 'bpmn:Process' ? 'processName' : 'name')}>
        <TextInput
          value={textOf(part, name)}
          maxLength={200}
          onChange={(to) => editing.set(part, { [name]: to === '' ? undefined : to }, name)}
        />
      </FormField>
      {!isNote && <TitleFields {...props} />}
      <IdField {...props} />
      <FormField layout="above" label={say('documentation')}>
        <TextArea
          value={documentationOf(part)}
          rows={2}
          maxLength={2000}
          onChange={(to) => setDocumentation(editing, part, to)}
        />
      </FormField>
      {targets.length > 0 && (
        <FormField layout="above" label={say('connectTo')}>
          <ElementSelect
            elements={targets}
            value=""
            placeholder={say('choose')}
            onPick={(id) => modeler.connect(shape, id)}
          />
        </FormField>
      )}
    </>
  );
}

/** The name for people with another language; without one they read the name above. */
function TitleFields({ part, editing }: SectionProps) {
  const say = useSay();
  const titles = titlesOf(part);
  return languages
    .filter(({ code }) => code !== sourceLanguage)
    .map(({ code, name }) => (
      <FormField key={code} layout="above" label={say('nameIn', { language: name })}>
        <TextInput value={titles[code] ?? ''} maxLength={200} onChange={(to) => setTitle(editing, part, code, to)} />
      </FormField>
    ));
}

interface ElementSelectProps {
  elements: ReturnType<ProcessModeler['list']>;
  value: string;
  placeholder: string;
  onPick(id: string): void;
}
function ElementSelect({ elements, value, placeholder, onPick }: ElementSelectProps) {
  const typeName = useTypeName();
  const unnamed: Record<string, number> = {};
  return (
    <SelectInput
      value={value}
      placeholder={placeholder}
      onChange={onPick}
      options={elements.map(({ id, type, name }) => {
        if (name) return { value: id, label: `${name} · ${typeName(type)}` };
        unnamed[type] = (unnamed[type] ?? 0) + 1;
        return { value: id, label: `${typeName(type)} ${unnamed[type]}` };
      })}
    />
  );
}

const inputs = {
  general: GeneralFields,
  people: PeopleFields,
  due: DueFields,
  repetition: RepetitionFields,
  form: FormFields,
  action: ActionFields,
  timer: TimerFields,
  boundary: BoundaryFields,
  flow: ConditionFields,
  ways: WayFields,
};
/** Groups below a heading of their own. */
const headings = {
  people: 'people',
  form: 'form',
} as const;

interface PropertiesPanelProps {
  modeler: ProcessModeler;
  given: Given;
  faults: readonly Pick<DeployFault, 'elementId' | 'text'>[];
}

/** Properties of the selected element, or of the process. */
export function PropertiesPanel({ modeler, given, faults }: PropertiesPanelProps) {
  const say = useSay();
  const typeName = useTypeName();
  const count = modeler.countSelected();
  const shape = modeler.shown();
  const part = partOfShape(shape);
  const props: SectionProps = { part, editing: modeler.editing(shape), modeler, shape, given };
  const isProcess = shape.id === modeler.rootId();
  return (
    <div className={arrange.inset}>
      <FormField layout="above" label={say('element')}>
        <ElementSelect
          elements={modeler.list()}
          value={isProcess || count > 1 ? '' : shape.id}
          placeholder={count > 1 ? say('several', { count }) : typeName(part.$type)}
          onPick={(id) => (id === '' ? modeler.selectNothing() : modeler.select(id))}
        />
      </FormField>
      {faults
        .filter(({ elementId }) => elementId === shape.id && count <= 1)
        .map(({ text }) => (
          <MessageBar key={text} tone="danger">
            {text}
          </MessageBar>
        ))}
      {count <= 1 &&
        sectionsOf(part).map((section) => {
          const Fields = inputs[section];
          const heading = section in headings ? headings[section as keyof typeof headings] : undefined;
          return (
            <div key={section} className={arrange.column}>
              {heading && (
                <h2>{say(section === 'form' && part.$type === 'bpmn:StartEvent' ? 'startForm' : heading)}</h2>
              )}
              <Fields {...props} />
            </div>
          );
        })}
    </div>
  );
}
