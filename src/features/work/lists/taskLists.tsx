/** What the five lists of work have in common. */
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { label, textIn } from '../../../../contract/domain/text';
import { isId } from '../../../../contract/domain/values';
import type { CrudSlice } from '../../../store/crud/crud';
import { menu, menuLabel } from '../../../store/navigation/menu';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { ViewPills } from '../../../ui/table/listing';
import type { RowAction, Screen } from '../../crud/screen';
import { useFormat } from '../../crud/useFormat';
import { openProcess, remind, withdraw } from '../acts/workActions';
import { FollowDialog } from '../follow/FollowDialog';
import { follow } from '../follow/followSlice';

/** The columns of these lists that are shown in another way than their fields say. */
interface WorkRow {
  taskId: string | null;
  category: string | null;
  processDefinitionName: string | null;
  processDefinitionVersion: number | null;
  processInstanceId: string | null;
  processIsFinished: string | null;
  businessId: string | null;
  dueTime: string | null;
  isOverdue: 0 | 1 | null;
}

const words = {
  detail: label('详情', 'Details'),
  follow: label('跟踪', 'Track'),
  handle: label('办理', 'Handle'),
  withdraw: label('撤回', 'Withdraw'),
  remind: label('催办', 'Send a reminder'),
  finished: label('已结束', 'Finished'),
  unfinished: label('进行中', 'Running'),
  overdue: label('已逾期', 'Overdue'),
};

/** The page that reads a process; the task says which step of it the row is about. */
function detailOf({ category, processInstanceId, businessId }: WorkRow) {
  return openProcess({
    category,
    page: { kind: 'detail', processInstanceId: processInstanceId ?? '', businessId: businessId ?? '' },
  });
}

/** The buttons that open a process and show how far it is. `code`: prefix of their permissions. */
export function readingActions<R extends WorkRow>(code: string): RowAction<R>[] {
  return [
    { key: 'detail', label: words.detail, icon: 'document-text', permission: `${code}_detail`, act: detailOf },
    {
      key: 'follow',
      label: words.follow,
      icon: 'flow',
      permission: `${code}_follow`,
      act: ({ processInstanceId }) => follow.actions.show(processInstanceId ?? ''),
    },
  ];
}

/** The button that opens the page of a task. */
export function handleAction<R extends WorkRow>(code: string): RowAction<R> {
  return {
    key: 'handle',
    label: words.handle,
    icon: 'clipboard-task',
    permission: code,
    isShown: ({ taskId }) => isId(taskId),
    act: ({ category, taskId, processInstanceId, businessId }) =>
      openProcess({
        category,
        page: {
          kind: 'handle',
          taskId: taskId ?? '',
          processInstanceId: processInstanceId ?? '',
          businessId: businessId ?? '',
        },
      }),
  };
}

function isUnfinished({ processIsFinished }: WorkRow) {
  return processIsFinished === 'unfinished';
}
/** What a person may do with a process that they have started, while it runs. */
export function starterActions<R extends WorkRow>(): RowAction<R>[] {
  return [
    {
      key: 'remind',
      label: words.remind,
      icon: 'alert',
      isShown: isUnfinished,
      act: ({ processInstanceId }) => remind({ processInstanceId: processInstanceId ?? '' }),
    },
    {
      key: 'withdraw',
      label: words.withdraw,
      icon: 'arrow-undo',
      isShown: isUnfinished,
      act: ({ processInstanceId, processDefinitionName }) =>
        withdraw({ processInstanceId: processInstanceId ?? '', name: processDefinitionName ?? '' }),
    },
  ];
}

/** Version, progress and due date as these lists show them. */
export const workCells: Screen<WorkRow>['cells'] = {
  processDefinitionVersion: ({ processDefinitionVersion }) => `v${processDefinitionVersion ?? 1}`,
  processIsFinished: (row, { language }) => (
    <StatusChip
      tone={isUnfinished(row) ? 'brand' : 'quiet'}
      glyph={isUnfinished(row) ? 'hourglass' : 'checkmark-circle'}
    >
      {textIn(words[isUnfinished(row) ? 'unfinished' : 'finished'], language)}
    </StatusChip>
  ),
  dueTime: ({ dueTime, isOverdue }, { language }) =>
    !dueTime ? (
      <Dash />
    ) : isOverdue === 1 ? (
      <StatusChip tone="danger" glyph="warning" title={textIn(words.overdue, language)}>
        {dueTime}
      </StatusChip>
    ) : (
      dueTime
    ),
};

/** Widths and places on a phone that the lists of tasks share. */
export const taskLook = {
  widths: {
    processDefinitionName: 200,
    taskName: 180,
    categoryName: 120,
    processDefinitionVersion: 96,
    startUserName: 120,
    processIsFinished: 120,
    dueTime: 180,
    createTime: 176,
    endTime: 176,
  },
  phone: {
    processDefinitionName: 'name',
    taskName: 'note',
    startUserName: 'code',
    createTime: 'date',
  },
  cells: workCells,
  Dialogs: FollowDialog,
} as const satisfies Partial<Screen>;

/** The same of the lists of open tasks. */
export const openTaskLook = {
  ...taskLook,
  phone: { ...taskLook.phone, dueTime: 'state' },
  naming: 'processDefinitionName',
  columns: [
    'processDefinitionName',
    'taskName',
    'categoryName',
    'processDefinitionVersion',
    'startUserName',
    'dueTime',
    'createTime',
  ],
  search: ['processDefinitionName', 'startUserName'],
} as const satisfies Partial<Screen>;

/** The categories of the dictionary as views of a list; none where there is no dictionary. */
export function categoryPills(slice: CrudSlice) {
  return () => {
    const { t } = useTranslation();
    const dispatch = useDispatch();
    const { language } = useFormat();
    const flows = useSelector(menu.selectors.flows);
    const { filters } = useSelector(slice.selectors.query);
    if (flows.length === 0) return null;
    const { category = '', ...others } = filters as Record<string, unknown>;
    return (
      <ViewPills
        label={t('work.categories')}
        current={String(category) || 'all'}
        onPick={(key) =>
          dispatch(slice.actions.list({ current: 1, filters: key === 'all' ? others : { ...others, category: key } }))
        }
        items={[
          { key: 'all', label: t('work.all') },
          ...flows.map((item) => ({ key: item.code, label: textIn(menuLabel(item), language) })),
        ]}
      />
    );
  };
}
