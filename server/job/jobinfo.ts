import { jobinfo, jobStates } from '../../contract/modules/job/jobinfo';
import { defineServerModule } from '../engine/serverModule';

export default defineServerModule(jobinfo, {
  table: 'job_info',
  actions: {
    run: { async run() {} },
    enable: {
      async run() {
        return { enable: jobStates.enabled };
      },
    },
    pause: {
      async run() {
        return { enable: jobStates.paused };
      },
    },
    sync: { async run() {} },
  },
});
