import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ModelChoice, mostModelChoices } from '../../../../../contract/schema/modelled';
import { Button, IconButton } from '../../../../ui/inputs/buttons';
import { TextInput } from '../../../../ui/inputs/fields';
import styles from './ChoicesEditor.module.css';

/** The values of a choice, each with a number and its words. Enter in the last row adds another. */
export function ChoicesEditor({
  choices,
  onChange,
}: {
  choices: readonly ModelChoice[];
  onChange(choices: ModelChoice[]): void;
}) {
  const { t } = useTranslation();
  const rows = useRef<HTMLDivElement>(null);
  const change = (place: number, to: Partial<ModelChoice>) =>
    onChange(choices.map((one, index) => (index === place ? { ...one, ...to } : one)));
  const focusWord = (place: number) => rows.current?.querySelectorAll<HTMLInputElement>('[data-word]')[place]?.focus();
  /** Place of a row that is focused once it is drawn; -1 without one. */
  const added = useRef(-1);
  useEffect(() => {
    if (added.current < 0 || added.current >= choices.length) return;
    rows.current?.querySelectorAll<HTMLInputElement>('[data-word]')[added.current]?.focus();
    added.current = -1;
  }, [choices.length]);
  const add = () => {
    if (choices.length >= mostModelChoices) return;
    const value = Math.max(0, ...choices.map((one) => one.value)) + 1;
    added.current = choices.length;
    onChange([...choices, { value, zh: '', en: '' }]);
  };
  return (
    <div ref={rows} className={styles.choices}>
      {choices.length > 0 && (
        <div className={styles.row} aria-hidden="true">
          <span>{t('model.choiceValue')}</span>
          <span>{t('model.choiceZh')}</span>
          <span>{t('model.choiceEn')}</span>
          <span />
        </div>
      )}
      {choices.map((one, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place: values and words may repeat while they are typed
        <div key={place} className={styles.row}>
          <TextInput
            value={Number.isFinite(one.value) ? String(one.value) : ''}
            inputMode="numeric"
            aria-label={t('model.valueOf', { place: place + 1 })}
            onChange={(typed) => change(place, { value: /^-?\d{1,9}$/.test(typed) ? Number(typed) : 0 })}
          />
          <TextInput
            data-word
            value={one.zh}
            maxLength={100}
            aria-label={t('model.zhOf', { place: place + 1 })}
            onChange={(zh) => change(place, { zh })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (place === choices.length - 1) add();
              else focusWord(place + 1);
            }}
          />
          <TextInput
            value={one.en}
            maxLength={100}
            aria-label={t('model.enOf', { place: place + 1 })}
            onChange={(en) => change(place, { en })}
          />
          <IconButton
            size="small"
            icon="dismiss"
            label={t('model.removeChoice', { place: place + 1 })}
            onClick={() => onChange(choices.filter((_, index) => index !== place))}
          />
        </div>
      ))}
      <Button size="small" icon="add" onClick={add}>
        {t('model.addChoice')}
      </Button>
    </div>
  );
}
