import { jobinfo, jobStates } from '../../contract/modules/job/jobinfo';
import { defineServerModule, type ServerModule } from '../engine/serverModule';
import { doThere, refuseFailed, removeJobs, runThere } from './remote';
import { syncJobs } from './sync';

const served: ServerModule = defineServerModule(jobinfo, {
  table: 'job_info',
  actions: {
    run: {
      async run(cx, [row]) {
        await runThere(cx, row!.id);
      },
    },
    enable: {
      preparing: ({ ids }, entitled) => doThere('enable', ids, entitled),
      async run(_cx, _rows, { prepared }) {
        refuseFailed(prepared);
        return { enable: jobStates.enabled };
      },
    },
    pause: {
      preparing: ({ ids }, entitled) => doThere('disable', ids, entitled),
      async run(_cx, _rows, { prepared }) {
        refuseFailed(prepared);
        return { enable: jobStates.paused };
      },
    },
    // its call is `syncJobs`
    sync: { async run() {} },
  },
  calls: [syncJobs, removeJobs(() => served)],
});
export default served;
