import { awaitingVoucher, draft, isVoucherFree, voucherReview } from '../../../contract/domain/lifecycle/orderStates';
import { order } from '../../../contract/modules/lease/order';
import { type Picture, picture, voucherPicType } from '../../../contract/modules/lease/picture';
import { checkDrawable, fileFrom, findAttach, hold } from '../../engine/files/fileLife';
import { recordUpload } from '../../engine/files/storeUpload';
import { defineServerModule } from '../../engine/serverModule';
import { defineCall } from '../../kernel/call';
import type { Context } from '../../kernel/context';
import { refuse } from '../../kernel/errors';
import { freeText, id, optional, shape, text, whole } from '../../kernel/schemas';
import { ofCustomer } from '../customer/ofCustomer';
import { moveOrder } from '../order/orderLifecycle';
import { mayBePdf, pictureBody, receivePicture } from './pictureUpload';

const pdf = 'application/pdf';

/** Takes in a file for an order, checked by its content. */
const upload = defineCall({
  method: 'POST',
  path: picture.url('upload-images'),
  title: ['上传影像资料', 'Take in a file for an order'],
  query: { type: optional(freeText('图片类型', 'Type of the picture')) },
  answer: shape({
    id: id(),
    link: text(),
    name: text(),
    originalName: text(),
    size: whole(),
    contentType: text(),
    sha256: text(),
  }),
  permission: 'picture_add',
  bodyLimit: pictureBody,
  async receive(asked, entitled) {
    return (await receivePicture(asked, entitled, asked.input.type)).file;
  },
  async handle(cx, { file }) {
    const attach = await recordUpload(cx, file ?? refuse('picture.fileMissing'));
    const link = cx.deps.files.link(cx.tenantId, attach.id, cx.deps.now());
    return {
      id: attach.id,
      link,
      name: attach.name,
      originalName: attach.originalName,
      size: attach.size,
      contentType: attach.contentType,
      sha256: attach.sha256,
    };
  },
});

/** A confirmed voucher must stay available for review. */
async function releaseVouchers({ rows, approvals }: Context, pictures: Picture[]): Promise<void> {
  const vouchers = pictures.filter(({ picType }) => picType === voucherPicType);
  const orders = await rows(order).lock([...new Set(vouchers.map(({ orderId }) => orderId))]);
  await approvals.refusePending(
    order,
    orders.map(({ id }) => id),
  );
  if (orders.some(({ businessStatus }) => !isVoucherFree(businessStatus ?? draft))) refuse('picture.voucherInUse');
}

export default defineServerModule(picture, {
  table: 'lease_picture',
  list: 'lease_picture_list',
  filters: { customerId: ofCustomer },
  defaultSort: [
    ['pic_type', 'asc'],
    ['image_index', 'asc'],
  ],

  async saving(next, cx, before) {
    const { rows, deps } = cx;
    // Ids can be guessed, so a file is accepted only with a link that we issued; an unchanged one needs none.
    const held = before && deps.files.idOf(before.path);
    const fileId = held && deps.files.idOf(next.path) === held ? held : await fileFrom(cx, next.path);
    const isOther = before && (next.orderId !== before.orderId || next.picType !== before.picType || fileId !== held);
    if (isOther) await releaseVouchers(cx, [before]);
    if ((await rows(order).lock([next.orderId])).length === 0) refuse('notYours');
    // Those who decide on the voucher look at what the order has now.
    if (next.picType === voucherPicType) await cx.approvals.refusePending(order, [next.orderId]);
    const attach = (await findAttach(cx, fileId ?? '0')) ?? refuse('picture.unknownFile');
    if (attach.contentType === pdf && !mayBePdf(next.picType)) refuse('picture.badType');
    if (fileId !== held) await checkDrawable(cx, attach);
    await hold(cx, attach.id);
    const inSlot = await rows(picture).find({
      orderId: next.orderId,
      picType: next.picType,
      imageIndex: next.imageIndex,
    });
    // A slot holds one picture. The previous one stays in the history.
    const replaced = inSlot.filter(({ id }) => id !== before?.id);
    await releaseVouchers(cx, replaced);
    await rows(picture).remove(replaced, { action: 'replace' });
    return { path: next.path.split('?')[0], name: next.name || attach.originalName, attachId: attach.id } as object;
  },

  async removing(doomed, cx) {
    await releaseVouchers(cx, doomed);
  },

  async saved(row, cx) {
    if (row.picType !== voucherPicType) return;
    const [held] = await cx.rows(order).lock([row.orderId]);
    if (held?.businessStatus === awaitingVoucher) await moveOrder(cx, held, voucherReview, { by: 'system' });
  },

  showing: (row, { deps, tenantId }) => ({
    ...row,
    path: deps.files.link(tenantId, deps.files.idOf(row.path) ?? '0', deps.now()),
  }),

  calls: [upload],
});
