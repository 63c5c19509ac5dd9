import type { Feature } from '../../crud/feature';
import { DetailPage } from './DetailPage';
import { FormPage } from './FormPage';
import { processSaga } from './processSaga';
import { processPages } from './processSlice';
import { TaskPage } from './TaskPage';

/** The pages of processes, below the address that the category of each names. */
export const feature: Feature = {
  name: 'process',
  needs: ['flow', 'people', 'workActs'],
  slices: [processPages],
  saga: processSaga,
  pages: {
    'form/:processDefinitionId': FormPage,
    'handle/:taskId/:processInstanceId/:businessId': TaskPage,
    'detail/:processInstanceId/:businessId': DetailPage,
  },
};
