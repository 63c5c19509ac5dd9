import { jobserver, serverStates } from '../../contract/modules/job/jobserver';
import { defineServerModule } from '../engine/serverModule';
import { type Call, defineCall } from '../kernel/call';
import { Refusal, refuse } from '../kernel/errors';
import { EgressError } from '../kernel/ports';
import { id, list, shape, text } from '../kernel/schemas';
import { originsIn } from './addresses';

/** What clients send for a password that stays as it is. */
const unchanged = /^\*+$/;

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
  calls: [selectCall],

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
    const { jobAppPassword: word } = next;
    return word && !unchanged.test(word) ? { jobAppPassword: cx.deps.secrets.seal(word) } : {};
  },

  async removing(rows) {
    if (rows.some(({ isEmbedded }) => isEmbedded === 1)) refuse('job.embeddedServer');
  },

  actions: {
    sync: {
      /** The scheduler of the product is there as long as this answers. */
      async run(cx) {
        const embedded = await cx.rows(jobserver).find({ isEmbedded: 1 });
        for (const row of await cx.rows(jobserver).lock(embedded.map(({ id: serverId }) => serverId)))
          await cx.rows(jobserver).update(row, { state: serverStates.working, stateNote: null, checkTime: cx.time });
      },
    },
  },
});
