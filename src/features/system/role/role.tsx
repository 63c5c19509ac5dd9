import { useTranslation } from 'react-i18next';
import { label, textIn } from '../../../../contract/domain/text';
import { type Role, role } from '../../../../contract/modules/system/role';
import { actionLabel } from '../../../../contract/schema/module';
import { refusals } from '../../../../contract/wire/refusals';
import { StatusChip } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import { useFormat } from '../../crud/useFormat';
import { grantDialog } from './grant';
import { grantSaga } from './grantSaga';
import { type GrantSlice, grantSlice, type Holder } from './grantSlice';

const grant: GrantSlice = grantSlice('roleGrant');
const { open } = grant.actions;

/** Administrator roles have all permissions of the package, so they cannot be edited. */
function isFixed({ isAdmin, roleAlias }: Role): boolean {
  return Number(isAdmin) === 1 || roleAlias === 'administrator';
}
function holderOf({ id, roleName, userCount }: Role): Holder {
  return {
    id: String(id),
    name: roleName ?? '',
    userCount: Number(userCount) || 0,
  };
}
const fixed = label(...refusals['role.fixed']);
const grantLabel = label(...actionLabel(role.actions.grant));

/** Note beside a role whose permissions cannot be edited. */
function AdminChip() {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (
    <StatusChip tone="brand" glyph="lock-closed" title={textIn(fixed, language)}>
      {t('grant.admins')}
    </StatusChip>
  );
}

export const feature = defineFeature(
  role,
  () => ({
    naming: 'roleName',
    first: {
      text: {
        zh: '建立角色并设置权限，再到用户管理分配给用户。',
        en: 'Add a role, grant it permissions, and assign it to people under Users.',
      },
    },
    widths: { roleName: 320, roleAlias: 220, actions: 200 },
    phone: { roleName: 'name', roleAlias: 'code', userCount: 'amount', sort: 'date' },
    form: [['parentId'], ['roleName', 'roleAlias'], ['waiverLimit', 'ignoreLimit'], ['sort']],
    helps: {
      waiverLimit: label(
        '成员办理或审批减免的最高金额（元），按每期累计；留空不限',
        'In yuan: the most that members waive, or approve, of one instalment. No limit if left blank.',
      ),
      ignoreLimit: label(
        '成员当日忽略的流水合计，或审批的忽略申请的最高金额（元）；留空不限',
        'In yuan: the most of bank lines that members ignore in a day, or approve. No limit if left blank.',
      ),
    },
    cells: {
      roleAlias: (row) => (
        <>
          {row.roleAlias} {isFixed(row) && <AdminChip />}
        </>
      ),
    },
    keptReason: (row) => (isFixed(row) ? fixed : undefined),
    rowActions: [
      {
        key: 'grant',
        label: grantLabel,
        icon: 'key',
        permission: 'role_grant',
        isOff: (row) => (isFixed(row) ? fixed : undefined),
        act: (row) => open([holderOf(row)]),
      },
    ],
    tools: [
      {
        key: 'grant',
        label: grantLabel,
        icon: 'key',
        permission: 'role_grant',
        isOff: (picked) => (picked.some(isFixed) ? fixed : undefined),
        act: (picked) => open(picked.map(holderOf)),
      },
    ],
    Dialogs: grantDialog(grant, 'role'),
  }),
  ({ actions }) => ({
    slices: [grant],
    saga: grantSaga(grant, {
      tree: '/blade-system/menu/grant-tree',
      keys: '/blade-system/menu/role-tree-keys',
      save: role.url('grant'),
      preview: role.url('preview'),
      history: role.url('history'),
      holders: 'roleIds',
      done: () => actions.list({}),
    }),
  }),
);
