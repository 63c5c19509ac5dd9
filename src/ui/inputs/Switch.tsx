import { Switch as FluentSwitch } from '@fluentui/react-components';
import { useControl } from './wiring';

/** Turns something on or off. `label`: what its state is called. */
export function Switch({
  checked,
  label,
  onChange,
}: {
  checked: boolean;
  label: string;
  onChange(checked: boolean): void;
}) {
  return (
    <FluentSwitch {...useControl({})} checked={checked} label={label} onChange={(_, data) => onChange(data.checked)} />
  );
}
