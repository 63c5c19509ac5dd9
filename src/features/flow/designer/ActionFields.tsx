import { runners } from '../../../../contract/domain/bpmn/words';
import { textIn } from '../../../../contract/domain/text';
import { allModules } from '../../../../contract/modules';
import { actionLabel, isAction } from '../../../../contract/schema/module';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField } from '../../../ui/inputs/fields';
import { useFormat } from '../../crud/useFormat';
import type { SectionProps } from './PropertiesPanel';
import { actionOf, setAction } from './properties';
import { useSay } from './say';

/** Actions of records that a process can call: those of one record. */
const callable = allModules.flatMap((module) =>
  Object.entries(module.actions).flatMap(([name, action]) =>
    isAction(action) && (action.on ?? 'row') !== 'list'
      ? [{ key: `${module.name}.${name}`, module: module.label, action: actionLabel(action) }]
      : [],
  ),
);

export function ActionFields({ part, editing }: SectionProps) {
  const say = useSay();
  const { language } = useFormat();
  const held = actionOf(part);
  const options = callable.map(({ key, module, action }) => ({
    value: key,
    label: `${textIn(module, language)} · ${textIn(action, language)}`,
  }));
  const isKnown = held.action === '' || options.some(({ value }) => value === held.action);
  return (
    <>
      <FormField layout="above" label={say('action')} required>
        <SelectInput
          value={held.action}
          placeholder={say('choose')}
          onChange={(action) => setAction(editing, part, { ...held, action })}
          options={isKnown ? options : [...options, { value: held.action, label: held.action }]}
        />
      </FormField>
      <FormField layout="above" label={say('runAs')}>
        <SelectInput
          value={held.runAs}
          onChange={(to) => setAction(editing, part, { ...held, runAs: to as typeof held.runAs })}
          options={runners.map((one) => ({ value: one, label: say(one) }))}
        />
      </FormField>
    </>
  );
}
