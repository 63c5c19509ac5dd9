import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../../contract/domain/text';
import type { Problems } from '../../../../../contract/schema/validate';
import { Icon } from '../../../../ui/icons/Icon';
import { Button, IconButton } from '../../../../ui/inputs/buttons';
import { text } from '../../../../ui/layout/text';
import { useFormat } from '../../../crud/useFormat';
import { settingsKey } from './designSlice';
import type { DraftField } from './draft';
import styles from './FieldList.module.css';
import { problemsAt } from './problems';

export interface FieldListProps {
  fields: readonly DraftField[];
  chosen: string;
  titleField: string;
  problems: Problems;
  isTried: boolean;
  /** Why nothing may be changed. */
  off: string | undefined;
  onChoose(key: string): void;
  onAdd(of?: string): void;
  onRemove(key: string): void;
  onMove(key: string, to: number): void;
  /** Go on to the inputs of the chosen field. */
  onEnter(): void;
}

/** Commands for the chosen field. `onMove`: by so many places. */
function Tools({
  field,
  chosen,
  off,
  onAdd,
  onRemove,
  onMove,
}: Pick<FieldListProps, 'chosen' | 'off' | 'onAdd' | 'onRemove'> & {
  field: DraftField | undefined;
  onMove(by: number): void;
}) {
  const { t } = useTranslation();
  const noField = off ?? (field ? undefined : t('model.chooseField'));
  const because = (reason: string | undefined) => (reason === undefined ? {} : { disabledReason: reason });
  return (
    <div className={styles.tools}>
      <Button size="small" icon="add" {...because(off)} onClick={() => onAdd()}>
        {t('model.add')}
      </Button>
      <span className={text.grow} />
      <IconButton size="small" icon="arrow-up" label={t('model.up')} {...because(noField)} onClick={() => onMove(-1)} />
      <IconButton
        size="small"
        icon="arrow-down"
        label={t('model.down')}
        {...because(noField)}
        onClick={() => onMove(1)}
      />
      <IconButton
        size="small"
        icon="copy"
        label={t('model.copy')}
        {...because(noField)}
        onClick={() => onAdd(chosen)}
      />
      <IconButton
        size="small"
        icon="delete"
        label={t('model.remove')}
        {...because(noField)}
        onClick={() => onRemove(chosen)}
      />
    </div>
  );
}

/** The fields of a model in their order: chosen, moved, copied and removed by mouse and keyboard. */
export function FieldList(props: FieldListProps) {
  const { fields, chosen, titleField, problems, isTried, off, onChoose, onAdd, onRemove, onMove, onEnter } = props;
  const { t } = useTranslation();
  const { language } = useFormat();
  const [dragged, setDragged] = useState('');
  const [over, setOver] = useState('');
  const [said, setSaid] = useState('');
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const keys = [settingsKey, ...fields.map(({ key }) => key)];
  const at = fields.findIndex(({ key }) => key === chosen);
  const field = fields[at];
  const nameOf = (one: DraftField) => textIn({ zh: one.zh, en: one.en || one.zh }, language) || t('model.unnamed');
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  const move = (key: string, to: number) => {
    const moved = fields.find((one) => one.key === key);
    if (off !== undefined || !moved || to < 0 || to >= fields.length) return;
    onMove(key, to);
    setSaid(t('model.movedTo', { name: nameOf(moved), place: to + 1 }));
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by !== undefined && event.altKey) move(chosen, at + by);
    else if (by !== undefined) onChoose(keys[Math.min(keys.length - 1, Math.max(0, keys.indexOf(chosen) + by))]!);
    else if (event.key === 'Home') onChoose(keys[0]!);
    else if (event.key === 'End') onChoose(keys.at(-1)!);
    else if (event.key === 'Enter') onEnter();
    else if (event.key === 'Delete' && field && off === undefined) onRemove(chosen);
    else if (event.key === 'Insert' && off === undefined) onAdd();
    else return;
    event.preventDefault();
  };
  const drop = (to: number) => {
    if (dragged && to >= 0) move(dragged, to);
    setDragged('');
    setOver('');
  };
  const option = (key: string) => ({
    id: `${base}-${key}`,
    role: 'option',
    'aria-selected': key === chosen,
    className: styles.item,
    onClick: () => onChoose(key),
  });
  const hasProblem = (place?: number) =>
    Object.values(problemsAt(problems, place)).some((problem) => isTried || problem !== 'required');
  return (
    <div className={styles.fields}>
      <Tools {...props} field={field} onMove={(by) => move(chosen, at + by)} />
      <div
        ref={list}
        role="listbox"
        tabIndex={0}
        aria-label={t('model.fields')}
        aria-activedescendant={`${base}-${chosen}`}
        aria-describedby={`${base}-keys`}
        className={styles.list}
        onKeyDown={press}
      >
        <div {...option(settingsKey)}>
          <Icon name="settings" size={16} />
          <span className={styles.name}>{t('model.settings')}</span>
          {hasProblem() && <Icon name="error-circle-f" size={16} className={text.bad} />}
        </div>
        {fields.map((one, place) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: it is an option of the list around it, whose keys do the same
          <div
            key={one.key}
            {...option(one.key)}
            draggable={off === undefined}
            data-over={(over === one.key && dragged !== one.key) || undefined}
            onDragStart={() => setDragged(one.key)}
            onDragEnd={() => drop(-1)}
            onDragOver={(event) => {
              if (!dragged) return;
              event.preventDefault();
              setOver(one.key);
            }}
            onDrop={() => drop(place)}
          >
            <Icon name="re-order" size={16} className={styles.grip} />
            <span className={styles.name}>
              {one.isRequired && (
                <span className={text.bad} aria-hidden="true">
                  *
                </span>
              )}
              {nameOf(one)}
              <small>{one.name}</small>
            </span>
            {one.name === titleField && <Icon name="tag" size={16} label={t('model.isTitle')} />}
            {hasProblem(place) && (
              <Icon name="error-circle-f" size={16} className={text.bad} label={t('model.hasProblem')} />
            )}
            <span className={text.caption}>{t(`model.kinds.${one.kind}`)}</span>
          </div>
        ))}
      </div>
      <span id={`${base}-keys`} className={text.unseen}>
        {t('model.keys')}
      </span>
      <span role="status" className={text.unseen}>
        {said}
      </span>
    </div>
  );
}
