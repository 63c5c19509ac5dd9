import { loanInformation } from '../../../../contract/modules/lease/loanInformation';
import { defineFeature } from '../../crud/feature';
import { DetailPage } from './DetailPage';
import { deskSaga } from './deskSaga';
import { desks } from './desksSlice';
import { openReading, readPage, readPapers } from './links';
import { papersSaga } from './papersSaga';
import { papers } from './papersSlice';
import { ReadPage } from './ReadPage';

export const feature = defineFeature(
  loanInformation,
  () => ({
    view: ({ id }) => openReading(id),
    tools: [
      {
        key: 'read',
        isRowless: true,
        tone: 'primary',
        label: { zh: '识别证件/票据', en: 'Read papers' },
        icon: 'scan-text',
        permission: loanInformation.permission('add'),
        act: () => readPapers(),
      },
    ],
    without: ['add', 'update'],
  }),
  {
    slices: [papers, desks],
    *saga(world) {
      yield* papersSaga(world);
      yield* deskSaga(world);
    },
    pages: { [readPage]: ReadPage, 'detail/:id': DetailPage },
  },
);
