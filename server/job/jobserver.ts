import { type JobServer, jobserver } from '../../contract/modules/job/jobserver';
import { defineServerModule } from '../engine/serverModule';
import { judgeAddress, refuseFailed, sealedPassword } from './remote';
import { syncServers } from './sync';

export default defineServerModule(jobserver, {
  table: 'job_server',
  preparing: async ({ body }, entitled) => {
    const { deps, before } = await entitled(async (cx) => ({
      deps: cx.deps,
      before: typeof body.id === 'string' ? await cx.rows(jobserver).get(body.id) : undefined,
    }));
    return before?.isEmbedded === 1 ? undefined : judgeAddress(deps, body.jobServerUrl);
  },
  async saving(next: JobServer & { jobAppPassword?: string }, cx, before, prepared) {
    if (before?.isEmbedded === 1) return undefined;
    refuseFailed(prepared);
    return sealedPassword(cx, next, before);
  },
  actions: {
    // its call is `syncServers`
    sync: { async run() {} },
  },
  calls: [syncServers],
});
