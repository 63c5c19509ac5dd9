import { frequencies } from '../../../../contract/domain/sendingTimes';
import { label, textIn } from '../../../../contract/domain/text';
import { type ReportFile, report, sendingOutcomes } from '../../../../contract/modules/report/report';
import { previewPage } from '../../../../contract/wire/reports';
import { route } from '../../../store/navigation/route';
import { StatusChip, type StatusChipProps } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import type { Format } from '../../crud/screen';
import { PreviewPage } from './PreviewPage';
import { previewSaga } from './previewSaga';
import { previews } from './previewSlice';
import { SentPage } from './SentPage';

const looks: Readonly<Record<number, Pick<StatusChipProps, 'tone' | 'glyph'>>> = {
  [sendingOutcomes.sent]: { tone: 'plain-success', glyph: 'checkmark-circle' },
  [sendingOutcomes.failed]: { tone: 'danger', glyph: 'dismiss-circle' },
  [sendingOutcomes.notSent]: { tone: 'warning', glyph: 'warning' },
};
const { fields } = report;
const onDay = label('{day} 日', 'on day {day}');

function openPreview({ id }: Pick<ReportFile, 'id'>) {
  return route.actions.open({ feature: report.name, rest: `${previewPage}/${id}` });
}

/** `每月 31 日 08:30` */
function scheduleText({ frequency, sendTime, weekDay, monthDay }: ReportFile, { language }: Format) {
  const name = textIn(fields.frequency.choices?.[String(frequency ?? frequencies.never)], language) ?? '';
  if (!frequency) return name;
  const day =
    frequency === frequencies.weekly
      ? textIn(fields.weekDay.choices?.[String(weekDay)], language)
      : frequency === frequencies.monthly
        ? textIn(onDay, language).replace('{day}', String(monthDay))
        : undefined;
  return [name, day, sendTime].filter(Boolean).join(' ');
}

export const feature = defineFeature(
  report,
  () => ({
    naming: 'name',
    widths: {
      name: 190,
    },
    phone: { name: 'name', kind: 'code', lastOutcome: 'state', frequency: 'note', nextTime: 'date' },
    cells: {
      frequency: scheduleText,
      lastOutcome: ({ lastOutcome, lastReason }, { language }) =>
        lastOutcome ? (
          <StatusChip {...looks[lastOutcome]!}>
            <span title={lastReason ?? undefined}>
              {textIn(fields.lastOutcome.choices?.[String(lastOutcome)], language)}
            </span>
          </StatusChip>
        ) : null,
    },
    form: [['name'], ['kind']],
    view: openPreview,
  }),
  (list) => ({
    needs: ['choices'],
    slices: [previews],
    saga: previewSaga(list),
    pages: { [previewPage]: PreviewPage, [`${previewPage}/:id`]: PreviewPage, 'detail/:id': SentPage },
  }),
);
