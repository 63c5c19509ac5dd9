import { label } from '../../../../contract/domain/text';
import { bankStatement } from '../../../../contract/modules/lease/bankStatement';
import { actionLabel } from '../../../../contract/schema/module';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { chainChip } from './chainChip';
import { StatementPage } from './StatementPage';
import { statementSaga } from './statementSaga';
import { statementPages } from './statementSlice';

export const feature = defineFeature(
  bankStatement,
  () => ({
    naming: 'bankName',
    first: {
      text: {
        zh: '点“导入流水”上传网银下载的对账明细，系统自动识别格式并匹配订单。',
        en: 'Choose “Import a statement” and upload the file of the bank. Its layout is recognised and its lines are matched.',
      },
    },
    widths: { bankName: 120, account: 190 },
    phone: { bankName: 'name', closing: 'amount', account: 'code', openCount: 'state', dateTo: 'date' },
    cells: { chain: (row, format) => chainChip(row, format) },
    sort: { descs: 'dateTo' },
    view: ({ id }) => route.actions.open({ feature: bankStatement.name, rest: `detail/${id}` }),
    tools: [
      {
        key: 'upload',
        isRowless: true,
        label: label(...actionLabel(bankStatement.actions.upload)),
        icon: 'arrow-upload',
        tone: 'primary',
        permission: 'bankStatement_upload',
        act: () => statementPages.actions.upload(),
      },
    ],
  }),
  (list) => ({
    needs: ['choices', 'receipt'],
    slices: [statementPages],
    saga: statementSaga(list),
    pages: { 'detail/:id': StatementPage },
  }),
);
