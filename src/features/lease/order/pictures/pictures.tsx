import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import {
  awaitingVoucher,
  isTerminal,
  isVoucherFree,
  voucherReview,
} from '../../../../../contract/domain/lifecycle/orderStates';
import { isDocument, type Picture, pictureLimits, voucherPicType } from '../../../../../contract/modules/lease/picture';
import { paperTypes } from '../../../../../contract/wire/ocr/papers';
import { entriesOf, wordFor } from '../../../../store/crud/dict';
import { menu, permission } from '../../../../store/navigation/menu';
import { Button } from '../../../../ui/inputs/buttons';
import { PictureSlots, type Slot } from '../../../../ui/layout/record';
import { Card } from '../../../../ui/layout/surfaces';
import { text } from '../../../../ui/layout/text';
import { CardSkeleton, EmptyState } from '../../../../ui/overlays/messages';
import { papersMenu, readPapers } from '../../loanInformation/links';
import { type SlotPlace, slotKey } from '../orderPageSlice';
import { shortTime, type View } from '../view';

/** Types with a single picture: both sides of the ID card, bank card, licence. Other types can have several. */
const singles = [1, 2, 3, 4];

/** While the order waits for its voucher, pictures are shown first, beginning with the voucher. */
export function isVoucherStage(status: number): boolean {
  return status === awaitingVoucher || status === voucherReview;
}

export interface PictureSlot extends Slot, SlotPlace {
  pictureId: string | null;
}

/** The first empty slot of a type. */
export function freeIndex(pictures: readonly Picture[], picType: number): number {
  const taken = pictures.filter((one) => one.picType === picType).map(({ imageIndex }) => imageIndex);
  let free = 0;
  while (taken.includes(free)) free++;
  return free;
}

/** The pictures by type, with an empty slot where another can be added, until the order has ended. */
export function pictureSlots({
  pageState,
  held,
  format,
  t,
}: Pick<View, 'pageState' | 'held' | 'format' | 't'>): PictureSlot[] {
  const isOver = isTerminal(held.businessStatus ?? 0);
  const pictures = pageState.parts.pictures ?? [];
  const known = entriesOf(format.dicts, 'pic_type').map(({ key }) => key);
  // Types that were removed from the dictionary still show their pictures.
  const types = [...new Set([...known, ...pictures.map(({ picType }) => picType)])];
  if (isVoucherStage(held.businessStatus ?? 0) && types.includes(voucherPicType))
    types.sort((a, b) => Number(b === voucherPicType) - Number(a === voucherPicType));
  return types.flatMap((picType) => {
    const label = wordFor(format.dicts, 'pic_type', picType, format.language);
    const place = (imageIndex: number) => ({
      key: slotKey({ picType, imageIndex }),
      picType,
      imageIndex,
      name: imageIndex > 0 ? `${label} ${imageIndex + 1}` : label,
      busy: pageState.uploading[slotKey({ picType, imageIndex })] ?? false,
    });
    const own = pictures
      .filter((one) => one.picType === picType)
      .sort((a, b) => a.imageIndex - b.imageIndex)
      .map(
        (one): PictureSlot => ({
          ...place(one.imageIndex),
          pictureId: one.id,
          ...(picType === voucherPicType && !isVoucherFree(held.businessStatus ?? 0)
            ? { kept: t('orderPage.voucherKept') }
            : {}),
          picture: {
            url: one.path,
            kind: isDocument(one) ? 'document' : 'image',
            verdict: <span className={text.caption}>{shortTime(one.createTime)}</span>,
          },
        }),
      );
    const isFull = own.length > 0 && singles.includes(picType);
    return isOver || isFull || !known.includes(picType)
      ? own
      : [...own, { ...place(freeIndex(pictures, picType)), pictureId: null, picture: null }];
  });
}

/** Reads the voucher on its desk, beside what the order expects. */
function VoucherReader({ orderId }: { orderId: string }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const codes = useSelector(permission.selectors.codes);
  const page = useSelector((state: never) => menu.selectors.pathOf(state, papersMenu));
  if (!codes.loanInformation_add || page === '') return null;
  return (
    <Button size="small" icon="scan-text" onClick={() => dispatch(readPapers({ orderId, type: paperTypes.slip }))}>
      {t('papers.readVoucher')}
    </Button>
  );
}

export interface PicturesCardProps extends View {
  problem: ReactNode;
  onUpload(place: SlotPlace): void;
  onOpen(url: string): void;
  onRemove(pictureId: string): void;
  uploadDisabled?: string;
  removeDisabled?: string;
}

export function PicturesCard({
  problem,
  onUpload,
  onOpen,
  onRemove,
  uploadDisabled,
  removeDisabled,
  ...view
}: PicturesCardProps) {
  const { pageState, t } = view;
  if (!pageState.parts.pictures && !problem) return <CardSkeleton lines={5} />;
  const slots = pictureSlots(view);
  return (
    <Card
      title={t('orderPage.pictures')}
      note={t('orderPage.picturesNote', { n: pictureLimits.bytes / 1024 / 1024 })}
      aside={view.held.businessStatus === awaitingVoucher && <VoucherReader orderId={view.held.id} />}
    >
      {problem}
      {pageState.parts.pictures && slots.length === 0 && <EmptyState kind="never" title={t('orderPage.noPictures')} />}
      {pageState.parts.pictures && (
        <PictureSlots
          groups={[{ key: 'all', slots }]}
          onUpload={({ picType, imageIndex }) => onUpload({ picType, imageIndex })}
          onOpen={({ picture }) => picture && onOpen(picture.url)}
          onRemove={({ pictureId }) => pictureId && onRemove(pictureId)}
          uploadDisabled={uploadDisabled}
          removeDisabled={removeDisabled}
          words={{
            upload: t('orderPage.upload'),
            replace: t('orderPage.replace'),
            busy: t('orderPage.uploading'),
            open: (name) => t('ask.openPicture', { name }),
            remove: (name) => t('orderPage.removePicture', { name }),
          }}
        />
      )}
    </Card>
  );
}
