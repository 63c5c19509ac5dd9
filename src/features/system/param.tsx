import { textIn } from '../../../contract/domain/text';
import { onOrOff, param, paramTitle, paramValues, paramWord } from '../../../contract/modules/system/param';
import { SelectInput } from '../../ui/inputs/choices';
import { Output } from '../../ui/inputs/Output';
import { Switch } from '../../ui/inputs/Switch';
import { defineFeature } from '../crud/feature';
import { FieldInput } from '../crud/inputs/inputs';
import type { FieldInputProps } from '../crud/screen';

/** A value that is one of a few is chosen; any other is typed. */
function ValueInput(props: FieldInputProps) {
  const { name, draft, format, readOnly, onType } = props;
  const { language } = format;
  const value = String(draft[name] ?? '');
  const values = paramValues(draft.paramKey);
  const word = textIn(paramWord(draft.paramKey, value), language) ?? '';
  if (readOnly) return <Output id={`form-${name}`}>{word}</Output>;
  // What is none of them was typed by an earlier release, and can be seen and mended as text.
  if (!values || !Object.hasOwn(values, value)) return <FieldInput {...props} />;
  if (values === onOrOff)
    return <Switch checked={value === 'true'} label={word} onChange={(is) => onType({ [name]: String(is) })} />;
  return (
    <SelectInput
      value={value}
      options={Object.entries(values).map(([key, text]) => ({ value: key, label: textIn(text, language) ?? key }))}
      onChange={(picked) => onType({ [name]: picked })}
    />
  );
}

export const feature = defineFeature(param, () => ({
  naming: 'paramName',
  widths: { paramName: 260 },
  phone: { paramName: 'name', paramKey: 'code', paramValue: 'note', updateTime: 'date' },
  form: [['paramName'], ['paramKey'], ['paramValue'], ['remark']],
  inputs: { paramValue: ValueInput },
  cells: {
    paramName: ({ paramKey, paramName }, { language }) => textIn(paramTitle(paramKey, paramName), language),
    paramValue: ({ paramKey, paramValue }, { language }) => textIn(paramWord(paramKey, paramValue), language),
  },
}));
