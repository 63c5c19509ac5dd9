import { companyAccount } from '../../../contract/modules/lease/companyAccount';
import { turnedChip } from '../crud/cells';
import { defineFeature } from '../crud/feature';

export const feature = defineFeature(companyAccount, () => ({
  naming: 'bankName',
  first: {
    text: {
      zh: '登记公司在银行的账户。只有已登记账户的流水可以导入。',
      en: 'Register the company’s accounts at banks. Statements are imported of registered accounts alone.',
    },
  },
  widths: { bankName: 160, account: 200, accountName: 200 },
  phone: { bankName: 'name', account: 'code', state: 'state', opening: 'amount', openedFrom: 'date' },
  cells: { state: ({ state }, format) => turnedChip(companyAccount.fields.state, state, format) },
  form: [['bankName', 'account'], ['accountName'], ['openedFrom', 'opening'], ['state'], ['remark']],
}));
