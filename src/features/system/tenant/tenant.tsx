import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { countIn, label } from '../../../../contract/domain/text';
import { platformTenant, type Tenant, tenant } from '../../../../contract/modules/system/tenant';
import { actionLabel } from '../../../../contract/schema/module';
import { clock } from '../../../store/clock';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { turnedChip } from '../../crud/cells';
import { defineFeature } from '../../crud/feature';
import { useFormat } from '../../crud/useFormat';
import { TenantDialogs } from './tenantDialogs';
import { tenantDialogsSaga } from './tenantDialogsSaga';
import { tenantDialogs, timeLeft, unlimited } from './tenantDialogsSlice';

const { actions: at } = tenantDialogs;

/** Maximum number of accounts. */
function Limit({ count }: { count: number | null }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  return (count ?? unlimited) < 0 ? t('tenantDialogs.unlimited') : countIn(Number(count), language);
}

/** Expiry date, marked when it has passed or is close. */
function Expiry({ time }: { time: string | null }) {
  const { t } = useTranslation();
  const today = useSelector(clock.selectors.today);
  if (!time) return <Dash />;
  const left = timeLeft(time, today);
  return (
    <span className={arrange.line}>
      <time dateTime={time.replace(' ', 'T')} title={time}>
        {time.slice(0, 10)}
      </time>
      {left?.is === 'over' && (
        <StatusChip tone="danger" glyph="hourglass">
          {t('tenantDialogs.over')}
        </StatusChip>
      )}
      {left?.is === 'soon' && (
        <StatusChip tone="warning" glyph="clock" title={t('tenantDialogs.daysLeft', { count: left.days })}>
          {t('tenantDialogs.soonOver')}
        </StatusChip>
      )}
    </span>
  );
}

function isPlatform({ tenantId }: Pick<Tenant, 'tenantId'>) {
  return tenantId === platformTenant;
}
function named(name: keyof typeof tenant.actions) {
  return label(...actionLabel(tenant.actions[name]));
}
const not = {
  platform: label('平台租户不能停用、过期或删除', 'The platform tenant cannot be disabled, expired or deleted'),
  ofPlatform: label('平台租户使用全部菜单', 'The platform tenant uses all menus'),
};

export const feature = defineFeature(
  tenant,
  () => ({
    naming: 'tenantName',
    columns: [
      'tenantName',
      'tenantId',
      'linkman',
      'contactNumber',
      'packageName',
      'accountNumber',
      'expireTime',
      'status',
    ],
    widths: {
      tenantName: 180,
      tenantId: 90,
      linkman: 80,
      contactNumber: 122,
      packageName: 120,
      accountNumber: 92,
      expireTime: 176,
      actions: 144,
    },
    phone: {
      tenantName: 'name',
      status: 'amount',
      tenantId: 'code',
      linkman: 'state',
      packageName: 'note',
      expireTime: 'date',
    },
    search: ['tenantId', 'tenantName', 'linkman', 'packageId', 'status'],
    form: [['tenantName'], ['linkman', 'contactNumber'], ['address'], ['domain']],
    cells: {
      status: ({ status }, format) => turnedChip(tenant.fields.status, status, format),
      accountNumber: ({ accountNumber }) => <Limit count={accountNumber} />,
      expireTime: ({ expireTime }) => <Expiry time={expireTime} />,
    },
    Dialogs: TenantDialogs,
    keptReason: (row) => (isPlatform(row) ? not.platform : undefined),
    rowActions: [
      {
        key: 'enter',
        label: label('查看用户', 'View users'),
        icon: 'people',
        act: at.enter,
      },
      {
        key: 'setting',
        label: named('setting'),
        icon: 'calendar-clock',
        permission: 'tenant_setting',
        act: (row) => at.setLimits([row]),
      },
      {
        key: 'package',
        label: named('package'),
        icon: 'box',
        permission: 'tenant_package',
        isOff: (row) => (isPlatform(row) ? not.ofPlatform : undefined),
        act: at.choosePackage,
      },
      {
        key: 'datasource',
        label: named('datasource'),
        icon: 'database',
        permission: 'tenant_datasource',
        act: at.chooseDatasource,
      },
    ],
    tools: [
      {
        key: 'setting',
        label: named('setting'),
        icon: 'calendar-clock',
        permission: 'tenant_setting',
        act: at.setLimits,
      },
    ],
  }),
  (list) => ({ needs: ['oneTimePasswords'], slices: [tenantDialogs], saga: tenantDialogsSaga(list) }),
);
