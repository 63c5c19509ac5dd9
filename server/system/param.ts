import { param } from '../../contract/modules/system/param';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';

/** This server reads its parameters for the logs at once; others within seconds. */
async function reloadLogs({ paramKey }: { paramKey: string }, cx: Context): Promise<void> {
  if (paramKey.startsWith('log.')) cx.later(async () => cx.deps.logs?.reload());
}

export default defineServerModule(param, {
  table: 'sys_param',
  unique: [['paramKey']],
  // A line break after the value would make it another one.
  saving: async ({ paramValue }) => ({ paramValue: paramValue.trim() }),
  saved: reloadLogs,
});
