import { label, textIn } from '../../../../contract/domain/text';
import { type Customer, customer } from '../../../../contract/modules/lease/customer';
import { StatusChip } from '../../../ui/layout/status';
import type { Format, Screen } from '../../crud/screen';
import { IdentityReader } from './IdentityReader';
import { newOrder, openCustomer } from './links';

/** Whether the identity has been checked. */
export function identityChip({ kycStatus }: Pick<Customer, 'kycStatus'>, { language }: Pick<Format, 'language'>) {
  return (
    <StatusChip
      tone={kycStatus === 1 ? 'plain-success' : 'neutral'}
      glyph={kycStatus === 1 ? 'checkmark-circle' : 'circle-hint'}
    >
      {textIn(customer.fields.kycStatus.choices?.[String(kycStatus ?? 0)], language)}
    </StatusChip>
  );
}

/** The list and the form of customers. */
export const customerScreen: Partial<Screen<Customer>> = {
  naming: 'realName',
  first: {
    text: {
      zh: '登记客户后即可为其新增订单；已有名单可用“导入导出”批量导入。',
      en: 'Add a customer to start an order with, or import a list of them under Import and export.',
    },
  },
  widths: { realName: 220, tel: 130, idNo: 176, actions: 148 },
  phone: { realName: 'name', tel: 'code', kycStatus: 'state', idNo: 'note', createTime: 'date' },
  cells: { kycStatus: identityChip },
  // Sorted by creation, newest first, as the heading shows.
  sort: { descs: 'createTime' },
  form: [['realName', 'tel'], ['idType', 'idNo'], ['email', 'openId'], ['remark']],
  notes: { idNo: IdentityReader },
  rowActions: [
    {
      key: 'order',
      label: label('新增订单', 'New order'),
      icon: 'document-add',
      permission: 'order_add',
      act: ({ id }) => newOrder(id),
    },
  ],
  view: ({ id }) => openCustomer(id),
};
