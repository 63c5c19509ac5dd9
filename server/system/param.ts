import { label, textIn } from '../../contract/domain/text';
import { loosenedControls, type Param, param, paramTitle, paramWord } from '../../contract/modules/system/param';
import { approvedWrite } from '../engine/saving/approvedWrite';
import { defineServerModule } from '../engine/serverModule';
import type { Context } from '../kernel/context';

/** This server reads its parameters for the logs at once; others within seconds. */
async function reloadLogs({ paramKey }: { paramKey: string }, cx: Context): Promise<void> {
  if (paramKey.startsWith('log.')) cx.later(async () => cx.deps.logs?.reload());
}

function wordOf(of: Param | undefined) {
  return of ? label(...paramWord(of.paramKey, of.paramValue)) : null;
}

export default defineServerModule(param, {
  table: 'sys_param',
  unique: [['paramKey']],
  // A line break after the value would make it another one.
  saving: async ({ paramValue }) => ({ paramValue: paramValue.trim() }),
  saved: reloadLogs,

  // One person who loosens a control would do alone what it is there to stop.
  async waiting({ id, before, next, input }, cx) {
    if (before) await cx.approvals.refusePending(param, [id]);
    const loosened = loosenedControls(before, next);
    if (loosened.length === 0) return false;
    const { paramKey, paramName } = (next ?? before)!;
    return cx.approvals.hold({
      act: 'controlLoosen',
      module: param,
      row: before ?? { id },
      name: textIn(label(...paramTitle(paramKey, paramName)), cx.language),
      input,
      amount: null,
      reason: next?.remark ?? '',
      changes: [
        { label: param.fields.paramKey.label, before: before?.paramKey ?? null, after: next?.paramKey ?? null },
        { label: param.fields.paramValue.label, before: wordOf(before), after: wordOf(next) },
      ],
    });
  },
  approved: { controlLoosen: approvedWrite(param) },
});
