import { ColorSwatch, SwatchPicker } from '@fluentui/react-components';
import { useState } from 'react';
import { Form } from '../layout/Form';
import { text } from '../layout/text';
import { type LookTheme, paintOf } from '../theme/theme';
import { Button } from './buttons';
import styles from './ColourPicker.module.css';
import { FieldNote, TextInput } from './fields';

/** A drawing of a theme: sidebar, top bar and a card with its button. */
export function ThemePreview({ theme }: { theme: LookTheme }) {
  const paint = (name: keyof LookTheme) => paintOf(theme, name);
  return (
    <svg className={styles.preview} viewBox="0 0 160 88" aria-hidden="true" focusable="false">
      <rect width="160" height="88" fill={paint('canvas')} />
      <rect x="44" width="116" height="14" fill={paint('top-bg')} />
      <path d="M44 14.5h116" stroke={paint('line')} />
      <path d="M52 7h16M74 7h10" stroke={paint('top-fg2')} strokeWidth="3" strokeLinecap="round" />
      {/* SVG does not fill with a CSS gradient. */}
      <foreignObject width="44" height="88">
        <div style={{ height: '100%', background: paint('nav-bg') }} />
      </foreignObject>
      <rect x="5" y="5" width="8" height="8" rx="2" fill={paint('colorBrandBackground')} />
      <rect x="3" y="32" width="38" height="12" rx="2" fill={paint('nav-sel')} />
      <rect x="3" y="34" width="2" height="8" rx="1" fill={paint('nav-ind')} />
      <path d="M10 26h22M10 38h26M10 50h18M10 62h22" stroke={paint('nav-fg')} strokeWidth="3" strokeLinecap="round" />
      <rect
        x="50.5"
        y="20.5"
        width="103"
        height="61"
        rx="4"
        fill={paint('colorNeutralBackground1')}
        stroke={paint('line')}
      />
      <rect x="126" y="26" width="22" height="9" rx="2" fill={paint('colorBrandBackground')} />
      <rect x="51" y="41" width="102" height="12" fill={paint('colorBrandBackground2')} />
      <rect x="51" y="41" width="2" height="12" fill={paint('colorBrandBackground')} />
      <path
        d="M57 30.5h30M57 47h44M57 61h38M57 73h50"
        stroke={paint('colorNeutralForeground3')}
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

export interface ColourPickerProps {
  /** `#rrggbb` in force. */
  value: string;
  presets: readonly { hex: string; name: string }[];
  onPick(hex: string): void;
  /** The text of the field; '' shows `value`. */
  typed: string;
  onType(text: string): void;
  /** Undefined while the theme's own colour is in force. */
  onReset?(): void;
  words: Record<'presets' | 'own' | 'hex' | 'problem' | 'reset' | 'apply' | 'note', string>;
  /** The typed text as `#rrggbb`; '' if it is no colour. */
  colourOf(text: string): string;
}

export function ColourPicker({ value, presets, onPick, typed, onType, onReset, words, colourOf }: ColourPickerProps) {
  const [isLeft, setLeft] = useState(false);
  const wanted = colourOf(typed);
  // A colour that is still being typed is not reported as wrong.
  const isWrong = isLeft && typed !== '' && wanted === '';
  return (
    <Form className={styles.picker} onSubmit={() => (wanted ? onPick(wanted) : setLeft(true))}>
      <SwatchPicker
        aria-label={words.presets}
        className={styles.presets}
        size="large"
        shape="rounded"
        selectedValue={value}
        onSelectionChange={(_, { selectedValue }) => onPick(selectedValue)}
      >
        {presets.map(({ hex, name }) => (
          <ColorSwatch key={hex} color={hex} value={hex} aria-label={`${name} ${hex}`} title={`${name} ${hex}`} />
        ))}
      </SwatchPicker>
      <div className={styles.own}>
        <input
          type="color"
          aria-label={words.own}
          title={words.own}
          value={wanted || value}
          onChange={({ currentTarget }) => onPick(currentTarget.value)}
        />
        <TextInput
          aria-label={words.hex}
          aria-invalid={isWrong || undefined}
          spellCheck={false}
          maxLength={7}
          value={typed || value}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onBlur={() => setLeft(true)}
          onChange={(text) => {
            setLeft(false);
            onType(text);
          }}
        />
        <Button type="submit">{words.apply}</Button>
      </div>
      <FieldNote tone={isWrong ? 'problem' : 'plain'}>{isWrong ? words.problem : words.note}</FieldNote>
      {onReset && (
        <button type="button" className={text.link} onClick={onReset}>
          {words.reset}
        </button>
      )}
    </Form>
  );
}
