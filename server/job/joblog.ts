import { joblog } from '../../contract/modules/job/joblog';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(joblog, {
  table: 'job_run',
  defaultSort: [
    ['scheduled_time', 'desc'],
    ['id', 'desc'],
  ],
  actions: {
    stop: { async run() {} },
    rerun: { async run() {} },
  },
});
