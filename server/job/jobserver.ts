import { jobserver } from '../../contract/modules/job/jobserver';
import { textOf } from '../engine/references';
import { hiddenFields } from '../engine/rights/scopes';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import { Refusal, refuse } from '../kernel/errors';
import { EgressError } from '../kernel/ports';
import { id, list, shape, text } from '../kernel/schemas';
import { originsIn } from './addresses';
import { sealedPassword } from './remote';
import { syncServers } from './sync';

const selectCall: Call = defineCall({
  method: 'GET',
  path: jobserver.url('select'),
  title: ['任务服务选项', 'Job servers to choose from'],
  answer: list(shape({ id: id(), jobServerName: text(), jobAppName: text() })),
  permission: ['jobserver', 'jobinfo'],
  async handle(cx) {
    const hidden = await hiddenFields(cx, jobserver);
    const rows = await cx.rows(jobserver).every({});
    return rows.map(({ ...row }) => ({
      id: row.id,
      jobServerName: textOf(jobserver, hidden, row, 'jobServerName') || row.id,
      jobAppName: textOf(jobserver, hidden, row, 'jobAppName'),
    }));
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
    if (typeof body.jobServerUrl !== 'string' || body.jobServerUrl === '') return undefined;
    const { egress } = await entitled(async (cx) => cx.deps);
    try {
      for (const origin of originsIn(body.jobServerUrl)) await egress.check(origin);
      return undefined;
    } catch (error) {
      if (error instanceof Refusal) return error;
      if (!(error instanceof EgressError)) throw error;
      return new Refusal('job.badAddress', { text: error.message }, { jobServerUrl: 'badFormat' });
    }
  },

  async saving(next, cx, before, prepared) {
    if (before?.isEmbedded === 1) {
      const isSame = next.jobServerUrl === before.jobServerUrl && next.jobAppName === before.jobAppName;
      if (!isSame || next.jobAppPassword) refuse('job.embeddedOne');
      return {};
    }
    if (prepared instanceof Refusal) throw prepared;
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
