import { useSelector } from 'react-redux';
import type { Sign } from '../../../../contract/domain/lifecycle/orderStates';
import { label, textIn } from '../../../../contract/domain/text';
import { awaiting, normal, stopped, type User, user } from '../../../../contract/modules/system/user';
import { actionLabel } from '../../../../contract/schema/module';
import { roleConflicts } from '../../../store/auth/roleConflicts';
import { route } from '../../../store/navigation/route';
import { arrange } from '../../../ui/layout/arrange';
import { StatusChip } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import { RoleWarnings } from '../../crud/inputs/rolesField';
import { treeFilter } from '../../crud/inputs/TreeFilter';
import type { Format, RowAction, ToolAction } from '../../crud/screen';
import { UserDialogs } from './userDialogs';
import { personNamed, userDialogsSaga } from './userDialogsSaga';
import { mostResets, userDialogs } from './userDialogsSlice';

const { actions: at } = userDialogs;

const signs: Record<number, Sign> = {
  [normal]: { tone: 'success', glyph: 'checkmark-circle' },
  [stopped]: { tone: 'quiet', glyph: 'prohibited' },
  [awaiting]: { tone: 'warning', glyph: 'clock' },
};
const lockedSign: Sign = { tone: 'berry', glyph: 'lock-closed' };

function chip({ tone, glyph }: Sign, label: string) {
  return (
    <StatusChip tone={tone} glyph={glyph}>
      {label}
    </StatusChip>
  );
}

/** Whether the user can sign in, and whether failed attempts block the account. */
function statusChips({ status, isLocked }: Pick<User, 'status' | 'isLocked'>, { language }: Format) {
  const value = status ?? normal;
  return (
    <span className={arrange.line}>
      {chip(signs[value] ?? lockedSign, textIn(user.fields.status.choices?.[value], language) ?? String(value))}
      {isLocked === 1 && chip(lockedSign, textIn(user.fields.isLocked.label, language))}
    </span>
  );
}

function isWaiting({ status }: User) {
  return status === awaiting;
}
const not = {
  self: label('不能对自己执行此操作', 'You cannot do this to your own account'),
  ownRoles: label('不能修改自己的角色', 'You cannot change your own roles'),
  noneWaits: label('所选用户都不是待审核', 'None of the selected users is awaiting approval'),
  someWait: label('所选用户中有待审核的，请先审核', 'Some selected users are awaiting approval. Review them first.'),
  tooMany: label(`一次最多重置 ${mostResets} 位`, `Reset up to ${mostResets} users at a time`),
};
function isAmong(rows: readonly User[], self: string) {
  return rows.some(({ id }) => id === self);
}

/** Why the accounts of these users cannot be enabled or disabled. */
function notTurned(rows: readonly User[], self: string) {
  if (isAmong(rows, self)) return not.self;
  return rows.some(isWaiting) ? not.someWait : undefined;
}

function named(name: keyof typeof user.actions) {
  return label(...actionLabel(user.actions[name]));
}

/** Combined permissions of the chosen roles. */
function RolesNote({ draft }: { draft: Record<string, unknown> }) {
  const roleIds = String(draft.roleId ?? '');
  return <RoleWarnings texts={useSelector((state: never) => roleConflicts.selectors.of(state, roleIds))} />;
}

export const userRowActions: RowAction<User>[] = [
  {
    key: 'pass',
    label: label('通过', 'Approve'),
    icon: 'checkmark-circle',
    permission: 'user_audit',
    isShown: isWaiting,
    act: (row) => at.pass([row]),
  },
  {
    key: 'refuse',
    label: label('拒绝', 'Reject'),
    icon: 'dismiss-circle',
    permission: 'user_audit',
    isShown: isWaiting,
    act: (row) => at.refuse([row]),
  },
  {
    key: 'reset',
    label: named('reset'),
    icon: 'key',
    permission: 'user_reset',
    isShown: (row) => !isWaiting(row),
    act: (row) => at.reset([row]),
  },
  {
    key: 'role',
    label: named('role'),
    icon: 'person-key',
    permission: 'user_role',
    isShown: (row) => !isWaiting(row),
    isOff: ({ id }, self) => (id === self ? not.ownRoles : undefined),
    act: (row) => at.setRoles([row]),
  },
  {
    key: 'stop',
    label: label('停用', 'Disable'),
    icon: 'prohibited',
    permission: 'user_status',
    isShown: ({ status }) => status === normal,
    isOff: ({ id }, self) => (id === self ? not.self : undefined),
    act: (row) => at.turn({ rows: [row], status: stopped }),
  },
  {
    key: 'start',
    label: label('启用', 'Enable'),
    icon: 'play-circle',
    permission: 'user_status',
    isShown: ({ status }) => status === stopped,
    act: (row) => at.turn({ rows: [row], status: normal }),
  },
  {
    key: 'platform',
    label: named('platform'),
    icon: 'phone',
    permission: 'user_platform',
    act: at.openPlatform,
  },
  {
    key: 'online',
    label: label('查看在线会话', 'View sessions'),
    icon: 'people-team',
    act: ({ id }) => route.actions.open({ feature: 'online', search: `userId=${id}` }),
  },
  {
    key: 'endRecording',
    label: label('结束录制', 'End recording'),
    icon: 'eye-off',
    permission: 'user_record',
    isShown: ({ recordedUntil }) => Boolean(recordedUntil),
    act: at.endRecording,
  },
];

const tools: ToolAction<User>[] = [
  {
    key: 'reset',
    label: named('reset'),
    icon: 'key',
    permission: 'user_reset',
    isOff: (picked) => (picked.length > mostResets ? not.tooMany : picked.some(isWaiting) ? not.someWait : undefined),
    act: at.reset,
  },
  {
    key: 'role',
    label: named('role'),
    icon: 'person-key',
    permission: 'user_role',
    isOff: (picked, self) => (isAmong(picked, self) ? not.ownRoles : picked.some(isWaiting) ? not.someWait : undefined),
    act: at.setRoles,
  },
  {
    key: 'stop',
    label: label('停用', 'Disable'),
    icon: 'prohibited',
    permission: 'user_status',
    isOff: notTurned,
    act: (rows) => at.turn({ rows, status: stopped }),
  },
  {
    key: 'start',
    label: label('启用', 'Enable'),
    icon: 'play-circle',
    permission: 'user_status',
    isOff: notTurned,
    act: (rows) => at.turn({ rows, status: normal }),
  },
  {
    key: 'pass',
    label: named('audit'),
    icon: 'checkmark-circle',
    permission: 'user_audit',
    isOff: (picked) => (picked.some(isWaiting) ? undefined : not.noneWaits),
    act: (picked) => at.pass(picked.filter(isWaiting)),
  },
];

export const feature = defineFeature(
  user,
  (list) => ({
    naming: 'account',
    called: personNamed,
    columns: ['account', 'realName', 'status', 'roleName', 'deptName', 'phone'],
    widths: { account: 126, realName: 84, roleName: 120, deptName: 120, phone: 122, actions: 144 },
    phone: { realName: 'name', status: 'amount', account: 'code', roleName: 'state', deptName: 'note', phone: 'date' },
    search: ['account', 'realName', 'phone', 'status'],
    form: [
      ['account', 'password'],
      ['realName', 'name'],
      ['roleId'],
      ['deptId'],
      ['postId', 'code'],
      ['phone', 'email'],
      ['sex', 'birthday'],
    ],
    cells: { status: statusChips },
    notes: { roleId: RolesNote },
    Side: treeFilter(user, list, { of: 'dept', filter: 'deptId' }),
    Dialogs: UserDialogs,
    // Users cannot change their own roles; all other fields of their account are editable.
    fixedReason: (name, { id }, self) => (name === 'roleId' && id === self ? not.ownRoles : undefined),
    keptReason: ({ id }, self) => (id === self ? not.self : undefined),
    rowActions: userRowActions,
    tools,
  }),
  (list) => ({ needs: ['oneTimePasswords'], slices: [userDialogs], saga: userDialogsSaga(list) }),
);
