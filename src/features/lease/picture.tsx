import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { label } from '../../../contract/domain/text';
import { picture, pictureLimits } from '../../../contract/modules/lease/picture';
import { PictureInput, Thumbnail } from '../../ui/inputs/pictures/PictureInput';
import { errorText } from '../crud/errorText';
import { defineFeature } from '../crud/feature';
import type { FieldInputProps } from '../crud/screen';
import { CustomerLink } from './customer/links';
import { OrderLink } from './order/links';
import { acceptOf, pictureUploadSaga } from './order/pictures/pictureUploadSaga';
import { pictureUpload } from './order/pictures/pictureUploadSlice';

function isPdf(name: unknown) {
  return /\.pdf$/i.test(String(name ?? ''));
}

/** The picture of the form: uploaded when it is chosen, so that it is visible before saving. */
function UploadInput({ draft, readOnly = false }: FieldInputProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { isUploading, problem } = useSelector(pictureUpload.selectors.all);
  const name = String(draft.name ?? '');
  const n = pictureLimits.bytes / 1024 / 1024;
  const mayBePdf = acceptOf(draft.picType).includes('application/pdf');
  return (
    <PictureInput
      url={String(draft.path ?? '')}
      name={name}
      isPdf={isPdf(name)}
      {...(readOnly ? {} : { onChoose: () => dispatch(pictureUpload.actions.choose()) })}
      busy={isUploading}
      {...(problem && !readOnly
        ? { problem: problem === '*network' ? t('request.unreachable') : errorText(t, problem) }
        : {})}
      hint={t(mayBePdf ? 'picture.hintPdf' : 'picture.hint', { n })}
      words={{
        choose: t('picture.choose'),
        replace: t('picture.replace'),
        uploading: t('picture.uploading'),
        open: t('picture.open'),
        alt: t('picture.alt', { name }),
        pdf: t('picture.isPdf'),
      }}
    />
  );
}

export const feature = defineFeature(
  picture,
  () => ({
    naming: 'name',
    columns: ['path', 'picType', 'imageIndex', 'name', 'contractCode', 'customerName', 'createTime'],
    widths: { path: 72, contractCode: 170, customerName: 190 },
    heads: { path: label('缩略图', 'Thumbnail') },
    search: ['contractCode', 'customerName', 'picType'],
    phone: {
      picType: 'name',
      path: 'amount',
      contractCode: 'code',
      customerName: 'state',
      name: 'note',
      createTime: 'date',
    },
    cells: {
      path: ({ path, name }) => <Thumbnail url={path} isPdf={isPdf(name)} />,
      customerName: ({ customerId, customerName }) =>
        customerName && <CustomerLink id={customerId}>{customerName}</CustomerLink>,
      contractCode: ({ orderId, contractCode }) => <OrderLink id={orderId} code={contractCode} />,
    },
    form: [['orderId'], ['picType', 'imageIndex'], ['path'], ['name']],
    groups: ['path'],
    inputs: {
      path: (props) => <UploadInput {...props} />,
    },
  }),
  (list) => ({ slices: [pictureUpload], saga: pictureUploadSaga(list) }),
);
