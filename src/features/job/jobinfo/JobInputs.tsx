import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { dateTime } from '../../../../contract/domain/calendar';
import { handlersOf } from '../../../../contract/domain/job/jobHandlers';
import { firesItself, judgeTimes, momentsAfter } from '../../../../contract/domain/job/jobTimes';
import { textIn } from '../../../../contract/domain/text';
import { isEmpty } from '../../../../contract/domain/values';
import { platformTenant } from '../../../../contract/modules/system/tenant';
import { session } from '../../../store/session';
import { ComboInput } from '../../../ui/inputs/ComboInput';
import { DateTimeInput } from '../../../ui/inputs/dates';
import { Output } from '../../../ui/inputs/Output';
import { arrange } from '../../../ui/layout/arrange';
import { text } from '../../../ui/layout/text';
import { within } from '../../crud/cells';
import type { FieldInputProps } from '../../crud/screen';
import { handlerText, handlerTitle } from './handlerText';
import styles from './JobInputs.module.css';
import { previewClock } from './previewClock';

const mostTimes = 5;

/** A handler of this product by its name or key; any other text is the name of a processor on a PowerJob server. */
export function ProcessorInput({
  field,
  draft,
  readOnly = false,
  format: { language },
  onType,
  onBlur,
}: FieldInputProps) {
  const { t } = useTranslation();
  const [sought, seek] = useState('');
  const tenantId = useSelector(session.selectors.user)?.tenantId;
  const value = String(draft.processorInfo ?? '');
  if (readOnly) return <Output id="form-processorInfo">{handlerText(value, language)}</Output>;
  const typed = sought.trim();
  const known = handlersOf(tenantId === platformTenant)
    .map((key) => ({ value: key as string, label: handlerTitle(key, language) ?? key, note: key as string }))
    .filter((one) => `${one.label} ${one.value}`.toLowerCase().includes(typed.toLowerCase()));
  const isOther = typed !== '' && !known.some((one) => one.value === typed);
  return (
    <ComboInput
      value={value}
      label={value === '' ? '' : handlerText(value, language)}
      options={isOther ? [...known, { value: typed, label: typed, note: t('job.own') }] : known}
      placeholder={t('crud.choose', { name: within(textIn(field.label, language)) })}
      onQuery={seek}
      onPick={(option) => onType({ processorInfo: option?.value ?? '' })}
      words={{ none: t('crud.none'), found: (count) => t('crud.found', { count }), clear: t('crud.clear') }}
      {...(onBlur ? { onBlur } : {})}
    />
  );
}

/** The two bounds of a job's life; either may be empty. */
export function LifecycleInput({ draft, readOnly = false, onType, onBlur }: FieldInputProps) {
  const { t } = useTranslation();
  const value = String(draft.lifecycle ?? '');
  const [start = '', end = ''] = value.split(',');
  if (readOnly) return <Output id="form-lifecycle">{value.replace(',', ' – ')}</Output>;
  const type = (bounds: readonly string[]) => {
    const joined = bounds.join(',');
    onType({ lifecycle: joined === ',' ? '' : joined });
  };
  const common = { pickLabel: t('crud.pick'), ...(onBlur ? { onBlur } : {}) };
  return (
    <div className={styles.bounds}>
      <DateTimeInput
        {...common}
        aria-label={t('job.start')}
        placeholder={t('job.start')}
        value={start}
        onChange={(typed) => type([typed, end])}
      />
      <span aria-hidden="true">–</span>
      <DateTimeInput
        {...common}
        aria-label={t('job.end')}
        placeholder={t('job.end')}
        value={end}
        onChange={(typed) => type([start, typed])}
      />
    </div>
  );
}

/** A moment as clocks of that zone show it. */
function inZone(at: number, timeZone: string): string {
  const parts = { dateStyle: 'short', timeStyle: 'medium', timeZone } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(at);
}

/** The next moments of the job that is being typed. */
export function NextTimes({ draft }: { draft: Record<string, unknown> }) {
  const { t } = useTranslation();
  const now = useSelector(previewClock.selectors.now);
  if (now === 0 || (firesItself(draft) && isEmpty(draft.timeExpression))) return null;
  const problems = Object.values(judgeTimes(draft, now));
  const moments = problems.length > 0 ? [] : momentsAfter(draft, now, mostTimes);
  const zone = String(draft.timeZone ?? '');
  if (!firesItself(draft)) return <p className={text.caption}>{t('job.byHand')}</p>;
  const isRead = problems.every((problem) => problem === 'neverRuns');
  if (moments.length === 0) return <p className={text.caption}>{t(isRead ? 'job.none' : 'job.unread')}</p>;
  return (
    <section className={`${arrange.well} ${styles.next}`} aria-label={t('job.next')} aria-live="polite">
      <strong className={text.caption}>{t('job.next')}</strong>
      <ol>
        {moments.map((at) => (
          <li key={at}>
            {dateTime(at)}
            {zone !== '' && t('job.local', { time: inZone(at, zone) })}
          </li>
        ))}
      </ol>
    </section>
  );
}
