import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { type Fields, longText, moment, ref } from '../../../../contract/schema/fields';
import { judge } from '../../../../contract/schema/validate';
import { leaveStates } from '../../../../contract/wire/flow';

/** The form of a leave request. */
export const leaveFields: Fields = {
  taskUser: ref('user')('审批人', 'Approver', { required: true }),
  startTime: moment('开始时间', 'From', { required: true }),
  endTime: moment('结束时间', 'Until', { required: true }),
  reason: longText('请假理由', 'Reason', { required: true, maxLength: 500 }),
};

/** What is wrong with a leave request, by field: a problem, or the code of a refusal. */
export function judgeLeave(draft: Readonly<Record<string, unknown>>): Record<string, string> {
  const problems: Record<string, string> = judge(leaveFields, draft);
  const { startTime, endTime } = draft;
  if (!problems.startTime && !problems.endTime && String(endTime) <= String(startTime))
    problems.endTime = 'leave.badTimes';
  return problems;
}

/** Look of a leave request's state. */
export const leaveSigns: Readonly<Record<number, Sign>> = {
  [leaveStates.pending]: { tone: 'brand', glyph: 'hourglass' },
  [leaveStates.approved]: { tone: 'success', glyph: 'checkmark-circle' },
  [leaveStates.returned]: { tone: 'warning', glyph: 'arrow-reply' },
  [leaveStates.withdrawn]: { tone: 'quiet', glyph: 'arrow-undo' },
  [leaveStates.terminated]: { tone: 'danger', glyph: 'prohibited' },
};
