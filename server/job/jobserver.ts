import { jobserver } from '../../contract/modules/job/jobserver';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(jobserver, {
  table: 'job_server',
  actions: {
    sync: {
      async run() {},
    },
  },
});
