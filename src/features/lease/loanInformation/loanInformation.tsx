import type { Tone } from '../../../../contract/domain/lifecycle/orderStates';
import { label, textIn } from '../../../../contract/domain/text';
import { acceptStatuses, loanInformation, readStatuses } from '../../../../contract/modules/lease/loanInformation';
import type { IconName } from '../../../ui/icons/Icon';
import { Thumbnail } from '../../../ui/inputs/pictures/PictureInput';
import { StatusChip } from '../../../ui/layout/status';
import { defineFeature } from '../../crud/feature';
import { CustomerLink } from '../customer/links';
import { OrderLink } from '../order/links';
import { DetailPage } from './DetailPage';
import { deskSaga } from './deskSaga';
import { desks } from './desksSlice';
import { openReading, readPage, readPapers } from './links';
import { papersSaga } from './papersSaga';
import { papers } from './papersSlice';
import { ReadPage } from './ReadPage';

const { fields } = loanInformation;
const readLooks: Readonly<Record<number, readonly [Tone, IconName]>> = {
  [readStatuses.reading]: ['brand', 'arrow-sync'],
  [readStatuses.ok]: ['plain-success', 'checkmark-circle'],
  [readStatuses.partial]: ['warning', 'warning'],
  [readStatuses.failed]: ['danger', 'error-circle'],
  [readStatuses.manual]: ['neutral', 'edit'],
};

export const feature = defineFeature(
  loanInformation,
  () => ({
    naming: 'name',
    columns: [
      'name',
      'path',
      'picType',
      'readStatus',
      'acceptStatus',
      'customerId',
      'orderId',
      'acceptUserName',
      'acceptTime',
      'createTime',
    ],
    widths: {
      name: 200,
      path: 72,
      customerId: 150,
      orderId: 160,
      acceptUserName: 100,
    },
    heads: { path: label('缩略图', 'Thumbnail') },
    search: ['picType', 'acceptStatus', 'readStatus', 'name', 'customerId'],
    sort: { descs: 'createTime' },
    phone: {
      name: 'name',
      readStatus: 'amount',
      picType: 'code',
      acceptStatus: 'state',
      createTime: 'date',
    },
    first: {
      text: {
        zh: '点“识别证件/票据”，上传身份证、银行卡、营业执照或打款凭证，系统读出内容，由您核对后采用。',
        en: 'Choose “Recognise documents” and upload ID cards, bank cards, licences or slips. You compare what was read and accept it.',
      },
    },
    cells: {
      path: ({ path, name }) => <Thumbnail url={path} isPdf={/\.pdf$/i.test(name ?? '')} />,
      readStatus: ({ readStatus }, { language }) => {
        const [tone, glyph] = readLooks[readStatus ?? readStatuses.manual] ?? readLooks[readStatuses.manual]!;
        return (
          <StatusChip tone={tone} glyph={glyph}>
            {textIn(fields.readStatus.choices?.[String(readStatus)], language)}
          </StatusChip>
        );
      },
      acceptStatus: ({ acceptStatus }, { language }) => (
        <StatusChip
          tone={acceptStatus === acceptStatuses.accepted ? 'success' : 'marigold'}
          glyph={acceptStatus === acceptStatuses.accepted ? 'checkmark-circle' : 'clock'}
        >
          {textIn(fields.acceptStatus.choices?.[String(acceptStatus)], language)}
        </StatusChip>
      ),
      customerId: (row) =>
        row.customerId && (
          <CustomerLink id={row.customerId}>{(row as { customerName?: string | null }).customerName}</CustomerLink>
        ),
      orderId: (row) =>
        row.orderId && (
          <OrderLink id={row.orderId} code={(row as { contractCode?: string | null }).contractCode ?? null} />
        ),
    },
    view: ({ id }) => openReading(id),
    tools: [
      {
        key: 'read',
        isRowless: true,
        tone: 'primary',
        label: label('识别证件/票据', 'Recognise documents'),
        icon: 'scan-text',
        permission: loanInformation.permission('add'),
        act: () => readPapers(),
      },
    ],
    // Papers come from their desk; what is changed there is what was read.
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
