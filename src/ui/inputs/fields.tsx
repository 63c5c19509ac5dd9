import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  use,
  useId,
  useRef,
  useState,
} from 'react';
import { formatMoney, isMoney } from '../../../contract/domain/money';
import { Icon } from '../icons/Icon';

/** What a field tells the control inside it, so that no form has to wire ids and descriptions by hand. */
interface Wiring {
  id: string;
  describedBy?: string;
  isRequired: boolean;
  state?: 'problem' | 'warning';
}
const FieldWiring = createContext<Wiring | null>(null);

/** Attributes that join a control to its label and its notes; props given to the control itself win. */
export function useWiring(own: { id?: string } = {}) {
  const wiring = use(FieldWiring);
  return {
    id: own.id ?? wiring?.id,
    'aria-describedby': wiring?.describedBy,
    'aria-invalid': wiring?.state === 'problem' || undefined,
    'aria-required': wiring?.isRequired || undefined,
    'data-state': wiring?.state,
  };
}

export interface FormFieldProps {
  label: string;
  required?: boolean;
  /** Refuses: red, with a glyph, in place of the help. */
  problem?: string;
  /** Warns and does not refuse: amber, in place of the help. */
  warning?: string;
  help?: ReactNode;
  helpTone?: 'plain' | 'good';
  /** Id of the control, when the form needs to find it (focus on the first problem). */
  id?: string;
  /** `group` for radios and ranges: several controls under one name. */
  as?: 'field' | 'group';
  layout?: 'side' | 'above';
  /** px of the label column when it stands at the side: 150 for orders, 180 for jobs. */
  labelWidth?: number;
  children: ReactNode;
}

export const FormField = ({
  label,
  required = false,
  problem,
  warning,
  help,
  helpTone = 'plain',
  id: ownId,
  as = 'field',
  layout = 'side',
  labelWidth = 150,
  children,
}: FormFieldProps) => {
  const made = useId();
  const id = ownId ?? made;
  const noteId = `${id}-note`;
  const labelId = `${id}-label`;
  const hasNote = Boolean(problem ?? warning ?? help);
  const word = (
    <>
      {required && (
        <span className="required" aria-hidden="true">
          *
        </span>
      )}
      {label}
    </>
  );
  return (
    <div
      className={`field field-${layout}`}
      style={layout === 'side' ? { gridTemplateColumns: `${labelWidth}px minmax(0, 1fr)` } : undefined}
      {...(as === 'group' && {
        role: 'group',
        'aria-labelledby': labelId,
        'aria-describedby': hasNote ? noteId : undefined,
      })}
    >
      {as === 'group' ? (
        <span className="field-label" id={labelId}>
          {word}
        </span>
      ) : (
        <label className="field-label" id={labelId} htmlFor={id}>
          {word}
        </label>
      )}
      <div className="field-body">
        <FieldWiring
          value={{
            id,
            describedBy: hasNote ? noteId : undefined,
            isRequired: required,
            state: problem ? 'problem' : warning ? 'warning' : undefined,
          }}
        >
          {children}
        </FieldWiring>
        {hasNote && (
          <div
            id={noteId}
            className={`field-note ${problem ? 'note-problem' : warning ? 'note-warning' : `note-${helpTone}`}`}
          >
            {problem && <Icon name="error-circle-f" size={12} />}
            {problem ?? warning ?? help}
          </div>
        )}
      </div>
    </div>
  );
};

type Native = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'prefix'>;

export interface TextInputProps extends Native {
  value: string;
  onChange(value: string): void;
  /** Inside the field, at its end: %, 元, 31 份 × 10,000.00, a glyph. */
  suffix?: ReactNode;
  prefix?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export const TextInput = ({ value, onChange, suffix, prefix, className, ref, ...rest }: TextInputProps) => {
  const wiring = useWiring(rest);
  return (
    <span
      className={className ? `input ${className}` : 'input'}
      data-state={wiring['data-state']}
      data-readonly={rest.readOnly || undefined}
    >
      {prefix}
      <input
        type="text"
        autoComplete="off"
        {...rest}
        {...wiring}
        ref={ref}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {wiring['data-state'] === 'warning' && <Icon name="warning-f" size={16} className="icon-warning" />}
      {suffix && <span className="suffix">{suffix}</span>}
    </span>
  );
};

/** Full-width digits and points as Chinese keyboards give them, and separators that people paste along. */
const plainNumber = (text: string): string =>
  text
    .replace(/[０-９．－]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/。/g, '.')
    .replace(/[,，\s]/g, '');

export interface NumberInputProps extends Omit<TextInputProps, 'onChange'> {
  /** Gets the digits as text: amounts and rates never pass through a binary number. */
  onChange(value: string): void;
}

export const NumberInput = ({ onChange, inputMode = 'decimal', ...rest }: NumberInputProps) => (
  <TextInput {...rest} inputMode={inputMode} onChange={(text) => onChange(plainNumber(text))} />
);

/**
 * Yuan as a decimal string; thousands are parted while nobody types. The text changes at the first edit and not when
 * the focus arrives, which would undo the selection that came with it.
 */
export const MoneyInput = ({ value, onChange, onBlur, ...rest }: NumberInputProps) => {
  const [isTyping, setTyping] = useState(false);
  return (
    <NumberInput
      {...rest}
      className="money-input"
      value={isTyping || !isMoney(value) ? value : formatMoney(value)}
      onChange={(amount) => {
        setTyping(true);
        onChange(amount);
      }}
      onBlur={(event) => {
        setTyping(false);
        onBlur?.(event);
      }}
    />
  );
};

export interface Option {
  value: string;
  label: string;
  disabled?: boolean;
  /** Said beside the label in lists that have room for it: a code, a phone number. */
  note?: string;
}

export interface SelectInputProps {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  /** Stands for "nothing chosen", whose value is ''. */
  placeholder?: string;
  id?: string;
  name?: string;
  readOnly?: boolean;
  disabled?: boolean;
  onBlur?(): void;
  'aria-label'?: string;
}

export const SelectInput = ({
  value,
  onChange,
  options,
  placeholder,
  readOnly,
  disabled,
  ...rest
}: SelectInputProps) => {
  const wiring = useWiring(rest);
  if (readOnly) {
    const shown = options.find((option) => option.value === value)?.label ?? '';
    return <TextInput id={rest.id} name={rest.name} value={shown} onChange={() => {}} readOnly />;
  }
  return (
    <select
      {...rest}
      {...wiring}
      className={value === '' ? 'input select is-empty' : 'input select'}
      disabled={disabled}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  );
};

export interface DateInputProps extends Native {
  /** `yyyy-MM-dd`, '' for none, or what has been typed of it so far. */
  value: string;
  onChange(value: string): void;
  /** Name of the button that opens the calendar. */
  pickLabel: string;
  min?: string;
  max?: string;
}

/**
 * The browser's date field shows dates the way the machine is set, and people here compare them with contracts that
 * say 2026-05-15: so the text is our own, and the browser lends its calendar only.
 */
export const DateInput = ({
  value,
  onChange,
  pickLabel,
  min,
  max,
  placeholder = 'yyyy-MM-dd',
  ...rest
}: DateInputProps) => {
  const picker = useRef<HTMLInputElement>(null);
  const isOff = rest.readOnly || rest.disabled;
  return (
    <span className="date-input">
      <TextInput
        {...rest}
        inputMode="numeric"
        maxLength={10}
        placeholder={placeholder}
        value={value}
        onChange={(text) =>
          onChange(
            plainNumber(text)
              .replace(/[/.年月]/g, '-')
              .replace(/日/g, ''),
          )
        }
        suffix={
          isOff ? undefined : (
            <button
              type="button"
              className="in-field"
              tabIndex={-1}
              aria-label={pickLabel}
              title={pickLabel}
              onClick={() => picker.current?.showPicker()}
            >
              <Icon name="calendar-ltr" size={16} />
            </button>
          )
        }
      />
      {!isOff && (
        <input
          ref={picker}
          type="date"
          className="date-picker"
          tabIndex={-1}
          aria-hidden="true"
          value={/^\d{4}-\d\d-\d\d$/.test(value) ? value : ''}
          min={min}
          max={max}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </span>
  );
};

export interface DateRangeProps {
  value: { from: string; to: string };
  onChange(value: { from: string; to: string }): void;
  words: { from: string; to: string; pick: string };
  id?: string;
}

export const DateRange = ({ value, onChange, words, id }: DateRangeProps) => {
  const wiring = useWiring({ id });
  const end = (name: 'from' | 'to') => (
    <input
      id={name === 'from' ? wiring.id : undefined}
      type="text"
      inputMode="numeric"
      autoComplete="off"
      maxLength={10}
      aria-label={words[name]}
      placeholder={words[name]}
      value={value[name]}
      onChange={({ currentTarget }) =>
        onChange({
          ...value,
          [name]: plainNumber(currentTarget.value)
            .replace(/[/.年月]/g, '-')
            .replace(/日/g, ''),
        })
      }
    />
  );
  const pickers = { from: useRef<HTMLInputElement>(null), to: useRef<HTMLInputElement>(null) };
  const picker = (name: 'from' | 'to') => (
    <input
      ref={pickers[name]}
      type="date"
      className="date-picker"
      tabIndex={-1}
      aria-hidden="true"
      value={/^\d{4}-\d\d-\d\d$/.test(value[name]) ? value[name] : ''}
      min={name === 'to' && value.from ? value.from : undefined}
      onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
    />
  );
  return (
    <span className="date-input">
      <span className="input date-range" data-state={wiring['data-state']}>
        {end('from')}
        {end('to')}
        <button
          type="button"
          className="in-field"
          aria-label={words.pick}
          title={words.pick}
          onClick={() => (value.from ? pickers.to : pickers.from).current?.showPicker()}
        >
          <Icon name="calendar-ltr" size={16} />
        </button>
      </span>
      {picker('from')}
      {picker('to')}
    </span>
  );
};

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'value' | 'onChange'> {
  value: string;
  onChange(value: string): void;
}

export const TextArea = ({ value, onChange, rows = 3, ...rest }: TextAreaProps) => (
  <textarea
    {...rest}
    {...useWiring(rest)}
    className="input text-area"
    rows={rows}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
);

export interface RadiosProps {
  value: string;
  onChange(value: string): void;
  options: readonly Option[];
  name?: string;
  readOnly?: boolean;
}

export const Radios = ({ value, onChange, options, name, readOnly = false }: RadiosProps) => {
  const made = useId();
  const { id } = useWiring();
  return (
    <span className="radios">
      {options.map((option, index) => (
        <label key={option.value} className="radio">
          <input
            type="radio"
            // The form finds the group through its first button.
            id={index === 0 ? id : undefined}
            name={name ?? made}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled || (readOnly && option.value !== value)}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </span>
  );
};

export interface RadioCardsProps {
  value: string;
  onChange(value: string): void;
  options: readonly { value: string; label: string; aside?: ReactNode; figure?: ReactNode; note?: ReactNode }[];
  label: string;
}

/** Choices that are weighed by their numbers: each card shows what it would come to. */
export const RadioCards = ({ value, onChange, options, label }: RadioCardsProps) => {
  const name = useId();
  return (
    <fieldset className="radio-cards" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className="radio-card">
          <span className="radio-card-head">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <strong>{option.label}</strong>
            <span className="grow" />
            <span className="caption">{option.aside}</span>
          </span>
          {option.figure && <span className="radio-card-figure">{option.figure}</span>}
          {option.note && <span className="caption">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  );
};

export interface CheckboxProps {
  checked: boolean;
  onChange(checked: boolean): void;
  children?: ReactNode;
  /** Some of what it stands for is on. */
  mixed?: boolean;
  disabled?: boolean;
  id?: string;
  'aria-label'?: string;
}

export const Checkbox = ({ checked, onChange, children, mixed = false, disabled, id, ...rest }: CheckboxProps) => {
  const { 'data-state': _, ...wiring } = useWiring({ id });
  return (
    <label className="check">
      <input
        {...rest}
        {...wiring}
        type="checkbox"
        className="checkbox"
        checked={checked}
        disabled={disabled}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {children}
    </label>
  );
};
