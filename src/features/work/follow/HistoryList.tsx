import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { FlowActivity } from '../../../../contract/wire/flow';
import type { IconName } from '../../../ui/icons/Icon';
import { Timeline, type TimelineProps } from '../../../ui/layout/record';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';

type Item = TimelineProps['items'][number];

const outcomes = {
  approved: ['checkmark-circle', 'good'],
  rejected: ['dismiss-circle', 'bad'],
  returned: ['arrow-reply', 'bad'],
  cancelled: ['prohibited', 'plain'],
  transferred: ['arrow-swap', 'plain'],
} as const satisfies Record<string, readonly [IconName, Item['tone']]>;

/** Words for steps without a name of their own, by their type. */
const typeWords = {
  startEvent: 'work.type.startEvent',
  endEvent: 'work.type.endEvent',
  userTask: 'work.type.userTask',
  serviceTask: 'work.type.serviceTask',
  candidate: 'work.type.userTask',
  subProcess: 'work.type.subProcess',
} as const;

function lookOf({ historyActivityType: type, outcome, endTime }: FlowActivity): readonly [IconName, Item['tone']] {
  if (outcome) return outcomes[outcome];
  if (endTime === '') return [type === 'candidate' ? 'person' : 'hourglass', 'brand'];
  return type === 'startEvent'
    ? ['play-circle', 'good']
    : type === 'endEvent'
      ? ['record-stop', 'plain']
      : ['checkmark', 'plain'];
}

function stateOf({ historyActivityType: type, outcome, endTime, candidateNames: names }: FlowActivity, t: TFunction) {
  if (outcome) return t(`work.outcome.${outcome}`);
  if (endTime !== '') return '';
  if (type !== 'candidate') return t('work.running');
  return names === '' ? t('work.waitsForClaim') : t('work.waitsForClaimBy', { names });
}

function titleOf(entry: FlowActivity, t: TFunction) {
  const { historyActivityName: name, historyActivityType: type } = entry;
  const called = name || (type in typeWords ? t(typeWords[type as keyof typeof typeWords]) : type);
  const state = stateOf(entry, t);
  return state === '' ? called : `${called} · ${state}`;
}

/** Connections and unnamed branches are drawn in the diagram; a list of them says nothing. */
function isTold({ historyActivityType: type, historyActivityName: name }: FlowActivity): boolean {
  return type !== 'sequenceFlow' && !(type.endsWith('Gateway') && name === '');
}

/** What has happened in a process, oldest first, in words. */
export function HistoryList({ entries, lost }: { entries: readonly FlowActivity[] | null; lost: string | null }) {
  const { t } = useTranslation();
  if (lost !== null) return <EmptyState kind="network" title={errorText(t, lost) || t('history.lost')} />;
  if (!entries) return <CardSkeleton lines={5} />;
  const told = entries.filter(isTold);
  if (told.length === 0) return <EmptyState kind="never" title={t('history.none')} />;
  const items = told.map((entry, index): Item => {
    const [glyph, tone] = lookOf(entry);
    const { createTime, endTime, historyActivityDurationTime: duration, assigneeName, comment } = entry;
    const until = endTime === '' || endTime === createTime ? '' : ` – ${endTime}`;
    return {
      id: `${index} ${entry.historyActivityId}`,
      glyph,
      tone,
      title: titleOf(entry, t),
      time: `${createTime}${until}`,
      by: [assigneeName, until && duration].filter(Boolean).join(' · '),
      ...(comment ? { detail: comment } : {}),
    };
  });
  return <Timeline items={items} />;
}
