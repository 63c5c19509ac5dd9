import { choice, dateTime, integer, ref, text } from '../../schema/fields';
import { defineModule, type RecordOf } from '../../schema/module';

/** The platform's own tenant: it cannot be stopped, expire or be removed. */
export const platformTenant = '000000';

/** Default name of the platform's own company; contracts print it as the lessor's. */
export const unnamedCompany = '我的公司';

/** An organisation that uses the platform. `tenantId` is six digits, assigned by the server. */
export const tenant = defineModule({
  name: 'tenant',
  title: ['租户', 'Tenant'],
  path: '/blade-system/tenant',
  scope: 'platform',
  // The one-time password of its administrator is shown once, to the person who adds it.
  without: ['import'],
  chosen: { by: 'list', title: 'tenantName', note: 'tenantId' },
  menu: { under: 'system', icon: 'building', title: ['租户管理', 'Tenants'] },
  fields: {
    tenantId: text('租户 ID', 'Tenant ID', { search: 'like', derived: true, inForm: false, maxLength: 12 }),
    tenantName: text('租户名称', 'Name', { required: true, search: 'like', maxLength: 50 }),
    linkman: text('联系人', 'Contact', { required: true, search: 'like', maxLength: 20 }),
    contactNumber: text('联系电话', 'Phone', { maxLength: 20, unit: 'phone' }),
    address: text('联系地址', 'Address', { maxLength: 255, inTable: false }),
    creditCode: text('统一社会信用代码', 'Unified social credit code', { maxLength: 18, inTable: false }),
    domain: text('域名地址', 'Domain', { maxLength: 255, inTable: false }),
    packageId: ref('tenantPackage')('产品包', 'Package', {
      derived: true,
      inForm: false,
      inTable: false,
      search: 'equal',
    }),
    packageName: text('产品包', 'Package', { derived: true, inForm: false }),
    datasourceId: ref('datasource')('数据源', 'Data source', { derived: true, inForm: false, inTable: false }),
    accountNumber: integer('账号额度', 'Account limit', { derived: true, inForm: false, min: -1 }),
    expireTime: dateTime('过期时间', 'Expires at'),
    status: choice(
      '租户状态',
      'Status',
      { 1: ['正常', 'Active'], 0: ['停用', 'Disabled'] },
      { initial: 1, search: 'equal', derived: true, inForm: false },
    ),
  },
  actions: {
    setting: ['授权配置', 'Set limits'],
    package: ['产品包配置', 'Set package'],
    datasource: ['数据源配置', 'Set data source'],
  },
  sortable: ['tenantId', 'expireTime'],
});
export type Tenant = RecordOf<typeof tenant>;
