import { fileSize } from '../../../../contract/domain/files/fileSize';
import { label, textIn } from '../../../../contract/domain/text';
import { attach } from '../../../../contract/modules/resource/attach';
import { actionLabel } from '../../../../contract/schema/module';
import { browserActions } from '../../../store/browserActions';
import { defineFeature } from '../../crud/feature';
import { UploadDialog } from './UploadDialog';
import { UsesDialog } from './UsesDialog';
import { uploadsSaga } from './uploadsSaga';
import { uploads } from './uploadsSlice';
import { usesSaga } from './usesSaga';
import { attachUses } from './usesSlice';

const onDisk = label('本地磁盘', 'Local disk');
const fromRecord = label('请从使用它的记录中打开', 'Open it from the record that uses it');

function Dialogs() {
  return (
    <>
      <UploadDialog />
      <UsesDialog />
    </>
  );
}

export const feature = defineFeature(
  attach,
  () => ({
    naming: 'originalName',
    columns: ['originalName', 'extension', 'attachSize', 'ossId', 'isLibrary', 'uploader', 'createTime'],
    widths: {
      originalName: 280,
      extension: 80,
      attachSize: 96,
      ossId: 120,
      uploader: 120,
    },
    phone: { originalName: 'name', attachSize: 'amount', extension: 'code', uploader: 'note', createTime: 'date' },
    search: ['originalName', 'extension', 'isLibrary'],
    sort: { descs: 'createTime' },
    cells: {
      attachSize: ({ attachSize }) => fileSize(attachSize ?? 0),
      ossId: (row, { language }) => (row as { ossCode?: string | null }).ossCode ?? textIn(onDisk, language),
    },
    form: [['originalName']],
    without: ['add'],
    rowActions: [
      {
        key: 'download',
        label: label(...actionLabel(attach.actions.download)),
        icon: 'arrow-download',
        permission: 'attach_download',
        isOff: ({ link }) => (link === null ? fromRecord : undefined),
        act: ({ link }) => browserActions.openWindow(`${link}&d=1`),
      },
      {
        key: 'uses',
        label: label('使用情况', 'Where used'),
        icon: 'link',
        act: ({ id, originalName }) => attachUses.actions.show({ id, name: originalName }),
      },
    ],
    tools: [
      {
        key: 'upload',
        isRowless: true,
        tone: 'primary',
        label: label(...actionLabel(attach.actions.upload)),
        icon: 'arrow-upload',
        permission: 'attach_upload',
        act: () => uploads.actions.show(),
      },
    ],
    Dialogs,
  }),
  (list) => {
    const sendFiles = uploadsSaga(list);
    return {
      slices: [uploads, attachUses],
      *saga(world) {
        yield* usesSaga(world);
        yield* sendFiles(world);
      },
    };
  },
);
