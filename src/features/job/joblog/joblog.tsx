import { label } from '../../../../contract/domain/text';
import { joblog } from '../../../../contract/modules/job/joblog';
import { route } from '../../../store/navigation/route';
import { Dash } from '../../../ui/layout/figures';
import { defineFeature } from '../../crud/feature';
import { jobTitle } from '../jobinfo/handlerText';
import { durationText, RunState } from '../RunState';
import { RunPage } from './RunPage';
import { runSaga } from './runSaga';
import { runPages } from './runSlice';

export const feature = defineFeature(
  joblog,
  () => ({
    naming: 'jobName',
    columns: ['jobName', 'state', 'trigger', 'scheduledTime', 'startTime', 'duration', 'attempt', 'node', 'cause'],
    widths: {
      jobName: 180,
      duration: 116,
      node: 150,
    },
    heads: { duration: label('耗时', 'Duration') },
    phone: { jobName: 'name', trigger: 'code', state: 'state', cause: 'note', scheduledTime: 'date' },
    search: ['jobInfoId', 'jobName', 'state', 'trigger', 'scheduledTime', 'startTime', 'node', 'processorInfo'],
    sort: { descs: 'scheduledTime' },
    cells: {
      jobName: ({ jobName, processorInfo }, { language }) =>
        jobName === null ? <Dash /> : jobTitle(jobName, processorInfo ?? '', language),
      state: ({ state, progress }, { language }) => (
        <RunState state={Number(state)} progress={progress ?? 0} language={language} />
      ),
      duration: ({ duration }, { language }) => (duration === null ? <Dash /> : durationText(duration, language)),
    },
    view: ({ id }) => route.actions.open({ feature: joblog.name, rest: `detail/${id}` }),
  }),
  (slice) => ({
    slices: [runPages],
    saga: runSaga(slice),
    pages: { 'detail/:id': () => RunPage({ slice }) },
  }),
);
