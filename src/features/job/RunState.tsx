import type { Tone } from '../../../contract/domain/lifecycle/orderStates';
import { type Language, label, textIn } from '../../../contract/domain/text';
import { joblog } from '../../../contract/modules/job/joblog';
import { runStates } from '../../../contract/modules/job/runStates';
import type { IconName } from '../../ui/icons/Icon';
import { StatusChip } from '../../ui/layout/status';

const looks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [runStates.waiting]: ['neutral', 'clock'],
  [runStates.dispatched]: ['neutral', 'hourglass'],
  [runStates.running]: ['brand', 'play-circle'],
  [runStates.failed]: ['danger', 'error-circle'],
  [runStates.succeeded]: ['plain-success', 'checkmark-circle'],
  [runStates.cancelled]: ['quiet', 'dismiss-circle'],
  [runStates.stopped]: ['warning', 'record-stop'],
};

/** The state of a run, with how far it is while it runs. */
export function RunState({ state, progress, language }: { state: number; progress?: number; language: Language }) {
  const [tone, glyph] = looks[state] ?? ['neutral', 'circle-hint'];
  return (
    <StatusChip tone={tone} glyph={glyph}>
      {textIn(joblog.fields.state.choices?.[String(state)], language)}
      {state === runStates.running && progress ? ` ${progress}%` : ''}
    </StatusChip>
  );
}

const units = {
  ms: label('{n} 毫秒', '{n} ms'),
  s: label('{n} 秒', '{n} s'),
  min: label('{n} 分 {rest} 秒', '{n} min {rest} s'),
  h: label('{n} 小时 {rest} 分', '{n} h {rest} min'),
};

/** A duration in its two largest units. */
export function durationText(ms: number, language: Language): string {
  const say = (unit: keyof typeof units, n: number | string, rest = 0) =>
    textIn(units[unit], language).replace('{n}', String(n)).replace('{rest}', String(rest));
  if (ms < 1000) return say('ms', ms);
  if (ms < 60_000) return say('s', (ms / 1000).toFixed(1).replace(/\.0$/, ''));
  const seconds = Math.floor(ms / 1000);
  if (seconds < 3600) return say('min', Math.floor(seconds / 60), seconds % 60);
  return say('h', Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60));
}
