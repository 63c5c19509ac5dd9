import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { label, textIn } from '../../../../contract/domain/text';
import { actionLabel, type Module } from '../../../../contract/schema/module';
import type { HistoryEntry } from '../../../store/crud/history';
import { choiceSetOf } from '../../../store/crud/targets';
import type { IconName } from '../../../ui/icons/Icon';
import { Change, Timeline, type TimelineProps } from '../../../ui/layout/record';
import { textOf } from '../cells';
import { ChoiceNames } from '../inputs/choiceInputs';
import type { Format } from '../screen';
import { actorOf, minute } from './historyWords';

/** One entry of a history, ready to be shown. */
export interface HistoryItem {
  id: string;
  glyph: IconName;
  tone: TimelineProps['items'][number]['tone'];
  title: string;
  time: string;
  by: string;
  changes: { label: string; from: ReactNode; to: ReactNode }[];
  reason: string;
}

/** Entries, newest first, each with the values that it changed. */
export function History({ items }: { items: readonly HistoryItem[] }) {
  const { t } = useTranslation();
  return (
    <Timeline
      items={items.map((one) => ({
        ...one,
        detail: (one.changes.length > 0 || one.reason !== '') && (
          <>
            {one.changes.map(({ label, from, to }) => (
              <div key={label}>
                {label} <Change from={from === '-' ? undefined : from} to={to} />
              </div>
            ))}
            {one.reason && <div>{t('history.reason', { reason: one.reason })}</div>}
          </>
        ),
      }))}
    />
  );
}

const looks: Record<string, readonly [IconName, HistoryItem['tone']]> = {
  add: ['document-add', 'good'],
  update: ['edit', 'plain'],
  remove: ['delete', 'bad'],
  grant: ['person-key', 'brand'],
  resetPassword: ['key', 'bad'],
  unlock: ['lock-open', 'plain'],
  start: ['play-circle', 'good'],
  stop: ['prohibited', 'bad'],
  approve: ['checkmark-circle', 'good'],
  refuse: ['dismiss-circle', 'bad'],
  endSession: ['sign-out', 'bad'],
};
const words = {
  add: 'history.add',
  update: 'history.update',
  remove: 'history.remove',
  grant: 'history.grant',
  resetPassword: 'history.resetPassword',
  unlock: 'history.unlock',
  start: 'history.start',
  stop: 'history.stop',
  approve: 'history.approve',
  refuse: 'history.refuse',
  endSession: 'history.endSession',
} as const;

/** The label of an action from the module or the console; the code itself where neither has one. */
function actionWord({ actions }: Module, action: string, { language }: Format, t: TFunction): string {
  const own = actions[action];
  if (own) return textIn(label(...actionLabel(own)), language);
  return action in words ? t(words[action as keyof typeof words]) : action;
}

const granted = {
  menuIds: 'history.menus',
  dataScopeIds: 'history.dataScopes',
  apiScopeIds: 'history.apiScopes',
} as const;
function setOf(ids: unknown) {
  return new Set(
    String(ids ?? '')
      .split(',')
      .filter(Boolean),
  );
}
/** Long lists of ids are shown as the number of added and removed ones. */
function countsOf(before: unknown, after: unknown) {
  const [was, is] = [setOf(before), setOf(after)];
  const come = [...is].filter((id) => !was.has(id)).length;
  const gone = [...was].filter((id) => !is.has(id)).length;
  return { from: String(was.size), to: `${is.size} (+${come} −${gone})` };
}

/** The history of a record of any module, field by field. */
export function historyItems(
  module: Module,
  entries: readonly HistoryEntry[],
  format: Format,
  t: TFunction,
): HistoryItem[] {
  return entries.map((entry) => {
    const [glyph, tone] = looks[entry.action] ?? ['edit', 'plain'];
    const isOwn = entry.entity === module.name;
    return {
      id: entry.id,
      glyph,
      tone,
      title: isOwn
        ? actionWord(module, entry.action, format, t)
        : t('history.of', { what: actionWord(module, entry.action, format, t), of: entry.entity }),
      time: minute(entry.createTime),
      by: actorOf(entry, t),
      reason: entry.reason,
      changes: entry.changes.flatMap(({ field: name, before, after }) => {
        const field = isOwn ? module.fields[name] : undefined;
        const set = granted[name as keyof typeof granted];
        if (set) return [{ label: t(set), ...countsOf(before, after) }];
        const named = field?.label ?? (isOwn ? module.historyLabels?.[name] : undefined);
        if (!named && isOwn) return []; // Columns of the table that no screen shows are left out.
        const choices = field && choiceSetOf(field);
        const word = (value: unknown): ReactNode => {
          if (value === null || value === undefined || value === '') return '-';
          if (choices) return <ChoiceNames of={choices} ids={String(value)} />;
          return field ? textOf(field, value, format) : String(value);
        };
        // Empty fields of a new record are left out.
        if (before === null && (after === null || after === '')) return [];
        return [{ label: textIn(named, format.language) ?? name, from: word(before), to: word(after) }];
      }),
    };
  });
}
