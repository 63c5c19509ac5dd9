import { Button, IconButton } from '../../../ui/inputs/buttons';
import { SelectInput } from '../../../ui/inputs/choices';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { arrange } from '../../../ui/layout/arrange';
import type { SectionProps } from './PropertiesPanel';
import { actionOf, paramsOf, setAction, setParams } from './properties';
import { useSay } from './say';

/** The action that a service task calls, and what it is given. */
export function ActionFields({ part, editing, given: { actions } }: SectionProps) {
  const say = useSay();
  const held = actionOf(part);
  const params = paramsOf(part);
  const chosen = actions.find(({ key }) => key === held);
  const options = actions.map(({ key, title }) => ({ value: key, label: title }));
  return (
    <>
      <FormField layout="above" label={say('action')} required {...(chosen?.text ? { help: chosen.text } : {})}>
        <SelectInput
          value={held}
          placeholder={say('choose')}
          onChange={(action) => setAction(editing, part, action)}
          options={held === '' || chosen ? options : [...options, { value: held, label: held }]}
        />
      </FormField>
      {params.map((param, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a parameter is what stands in its place; its name may change while it is typed
        <div key={at} className={arrange.pair}>
          {(['name', 'value'] as const).map((side) => (
            <TextInput
              key={side}
              aria-label={say(side === 'name' ? 'paramName' : 'paramValue', { count: at + 1 })}
              placeholder={say(side === 'name' ? 'fieldId' : 'value')}
              value={param[side]}
              spellCheck={false}
              onChange={(to) =>
                setParams(editing, part, params.with(at, { ...param, [side]: to }), `param ${at} ${side}`)
              }
              {...(side === 'value'
                ? {
                    suffix: (
                      <IconButton
                        size="small"
                        icon="dismiss"
                        label={say('removeOne', { name: param.name })}
                        onClick={() => setParams(editing, part, params.toSpliced(at, 1))}
                      />
                    ),
                  }
                : {})}
            />
          ))}
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon="add"
          onClick={() => setParams(editing, part, [...params, { name: `param${params.length + 1}`, value: '' }])}
        >
          {say('addParam')}
        </Button>
      </div>
    </>
  );
}
