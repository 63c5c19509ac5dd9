import { label } from '../../../../contract/domain/text';
import { portfolioImport } from '../../../../contract/modules/lease/portfolioImport';
import { actionLabel } from '../../../../contract/schema/module';
import { route } from '../../../store/navigation/route';
import { defineFeature } from '../../crud/feature';
import { ImportPage } from './ImportPage';
import { portfolioSaga } from './portfolioSaga';
import { portfolioPages } from './portfolioSlice';
import { UploadPage } from './UploadPage';

export const feature = defineFeature(
  portfolioImport,
  () => ({
    naming: 'fileName',
    first: {
      text: {
        zh: '下载模板，填入原系统的客户、订单和期次，点“导入存量”上传。先检查、比对，确认后再入账。',
        en: 'Fill the template with customers, orders and instalments of the older system and upload it. It is checked and compared before anything is posted.',
      },
    },
    widths: { fileName: 220 },
    strong: ['principal'],
    phone: { fileName: 'name', principal: 'amount', takeoverDate: 'date', state: 'state', orderCount: 'code' },
    view: ({ id }) => route.actions.open({ feature: portfolioImport.name, rest: `detail/${id}` }),
    tools: [
      {
        key: 'upload',
        isRowless: true,
        label: label(...actionLabel(portfolioImport.actions.upload)),
        icon: 'arrow-upload',
        tone: 'primary',
        permission: 'portfolioImport_upload',
        act: () => route.actions.open({ feature: portfolioImport.name, rest: 'upload' }),
      },
    ],
  }),
  (list) => ({
    slices: [portfolioPages],
    saga: portfolioSaga(list),
    pages: { upload: UploadPage, 'detail/:id': ImportPage },
  }),
);
