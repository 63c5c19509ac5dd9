import { type JobServer, jobserver } from '../../contract/modules/job/jobserver';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import { refuse } from '../kernel/errors';
import { id, list, shape, text } from '../kernel/schemas';
import { judgeAddress, refuseFailed, sealedPassword } from './remote';
import { syncServers } from './sync';

const selectCall: Call = defineCall({
  method: 'GET',
  path: jobserver.url('select'),
  title: ['任务服务选项', 'Job servers to choose from'],
  answer: list(shape({ id: id(), jobServerName: text(), jobAppName: text() })),
  permission: ['jobserver', 'jobinfo'],
  async handle(cx) {
    const rows = await cx.rows(jobserver).every({});
    return rows.map(({ id: serverId, jobServerName, jobAppName }) => ({ id: serverId, jobServerName, jobAppName }));
  },
});

export default defineServerModule(jobserver, {
  table: 'job_server',
  unique: [['jobServerName']],
  defaultSort: [
    ['is_embedded', 'desc'],
    ['id', 'desc'],
  ],
  calls: [selectCall, syncServers],

  /** Outside of the transaction: names are looked up. */
  preparing: async ({ body }, entitled) => {
    const { deps, before } = await entitled(async (cx) => ({
      deps: cx.deps,
      before: typeof body.id === 'string' ? await cx.rows(jobserver).get(body.id) : undefined,
    }));
    return before?.isEmbedded === 1 ? undefined : judgeAddress(deps, body.jobServerUrl);
  },

  async saving(next: JobServer & { jobAppPassword?: string }, cx, before, prepared) {
    if (before?.isEmbedded === 1) {
      const isSame = next.jobServerUrl === before.jobServerUrl && next.jobAppName === before.jobAppName;
      if (!isSame || next.jobAppPassword) refuse('job.embeddedOne');
      return {};
    }
    refuseFailed(prepared);
    return sealedPassword(cx, next, before);
  },

  async removing(rows) {
    if (rows.some(({ isEmbedded }) => isEmbedded === 1)) refuse('job.embeddedServer');
  },

  actions: {
    // its call is `syncServers`
    sync: { async run() {} },
  },
});
