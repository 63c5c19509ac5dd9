import { acceptStatuses, loanInformation, readStatuses } from '../../contract/modules/lease/loanInformation';
import { isPaperType } from '../../contract/wire/ocr/judging';
import type { AcceptTarget, Reading } from '../../contract/wire/ocr/papers';
import { checkDrawable, fileFrom, findAttach, hold } from '../engine/files/fileLife';
import { recordUpload } from '../engine/files/storeUpload';
import { writeRecord } from '../engine/saving/saving';
import { defineServerModule, type ServerModule } from '../engine/serverModule';
import { defineCall } from '../kernel/call';
import type { Context } from '../kernel/context';
import { refuse } from '../kernel/errors';
import { freeText, id, line, list, oneOf, optional, whole } from '../kernel/schemas';
import { accept } from './papers/accepting';
import { acceptanceSchema, acceptedSchema, readingSchema } from './papers/schemas';
import { readingDone, startReading } from './papers/starting';
import { type PaperRow, readingOf } from './papers/stored';
import { mayBePdf, pictureBody, receivePicture } from './picture/pictureUpload';

/** How long an upload waits for its reading, in ms. */
const longestWait = 30_000;
const pdf = 'application/pdf';

/** Takes in the picture of a paper, and reads it. */
const upload = defineCall({
  method: 'POST',
  path: loanInformation.url('upload-images-with-ocr'),
  title: ['上传并识别资料', 'Take in the picture of a paper and read it'],
  query: {
    type: optional(freeText('资料类型（pic_type）', 'Type of the paper (pic_type)')),
    customerId: optional(id('所属客户', 'Whose paper it is')),
    orderId: optional(id('所属订单', 'The order it belongs to')),
    wait: optional(freeText('0：不等待识别结果', '0: answers without waiting for the reading')),
  },
  answer: readingSchema,
  permission: loanInformation.permission('add'),
  bodyLimit: pictureBody,
  async receive(asked, entitled) {
    const { file, fields } = await receivePicture(asked, entitled, asked.input.type);
    // What the address says goes before the form.
    Object.assign(asked.input, { ...fields, ...asked.input });
    return file;
  },
  async handle(cx, { file, input }) {
    const attach = await recordUpload(cx, file ?? refuse('picture.fileMissing'));
    const path = cx.deps.files.link(cx.tenantId, attach.id, cx.deps.now());
    const { type = '', customerId, orderId } = input;
    const body = { picType: type, path, customerId, orderId };
    const row = await writeRecord(cx, cx.tableOf(loanInformation.name) as ServerModule, { body });
    return (await readingOf(cx, row.id)) ?? refuse('notYours');
  },
  async complete(made, { input }, entitled) {
    const first = made as Reading;
    if (input.wait === '0' || first.status !== 'reading') return first;
    await readingDone(first.id, longestWait);
    return entitled(async (cx) => (await readingOf(cx, first.id)) ?? refuse('notFound'));
  },
});

const reading = defineCall({
  method: 'GET',
  path: loanInformation.url('reading'),
  title: ['识别进度与结果', 'How far the reading of a paper is, and what was read'],
  query: { id: id() },
  answer: readingSchema,
  permission: loanInformation.permission('detail'),
  handle: async (cx, { input }) => (await readingOf(cx, input.id)) ?? refuse('notFound'),
});

function valuesIn(given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {};
  if (typeof given !== 'object' || Array.isArray(given)) return refuse('badParameter', { name: 'values' });
  return { ...(given as Record<string, string>) }; // each is judged as a text
}

const acceptCall = defineCall({
  method: 'POST',
  path: loanInformation.url('accept'),
  title: ['采用识别结果', 'Accept what was read, corrected'],
  body: {
    id: id(),
    version: optional(whole()),
    customerId: optional(id()),
    orderId: optional(id()),
    apply: optional(oneOf<AcceptTarget>('none', 'customer', 'picture')),
    confirmed: optional(list(freeText())),
    tel: optional(line(20)),
  },
  describes: { body: acceptanceSchema },
  answer: acceptedSchema,
  permission: 'loanInformation_accept',
  handle: (cx, { input, body }) =>
    accept(cx, {
      ...input,
      version: input.version ?? refuse('versionMissing'),
      apply: input.apply ?? 'none',
      confirmed: input.confirmed ?? [],
      values: valuesIn(body.values),
    }),
});

/** The reading of what the row holds now has to be done. */
function isNewPaper(next: { path: string; picType: number }, before: PaperRow | undefined, fileId: string): boolean {
  return !before || before.attachId !== fileId || before.picType !== next.picType;
}

async function fileOf(cx: Context, path: string, before: PaperRow | undefined): Promise<string> {
  const { files } = cx.deps;
  // Ids can be guessed, so a file is accepted only with a link that we issued; an unchanged one needs none.
  const isSame = before && files.idOf(path) === before.attachId;
  return (isSame ? before.attachId : await fileFrom(cx, path)) ?? '0';
}

export default defineServerModule(loanInformation, {
  table: 'lease_loan_information',
  madeOf: [
    { module: 'order', column: 'order_id' },
    { module: 'customer', column: 'customer_id' },
  ],

  async saving(next, cx, held) {
    const before = held as PaperRow | undefined;
    const attach = (await findAttach(cx, await fileOf(cx, next.path, before))) ?? refuse('picture.unknownFile');
    if (attach.contentType === pdf && !mayBePdf(next.picType)) refuse('picture.badType');
    if (attach.id !== before?.attachId) await checkDrawable(cx, attach);
    await hold(cx, attach.id);
    const own = { path: next.path.split('?')[0], name: next.name || attach.originalName, attachId: attach.id };
    if (!isNewPaper(next, before, attach.id)) return own as object;
    const isRead = isPaperType(next.picType);
    return {
      ...own,
      readStatus: isRead ? readStatuses.reading : readStatuses.manual,
      progress: 0,
      provider: isRead ? null : 'manual',
      reading: null,
      accepted: null,
      serialNo: null,
      acceptStatus: acceptStatuses.open,
      acceptUserName: null,
      acceptTime: null,
    } as object;
  },

  async saved(row, cx, held) {
    const { attachId, readStatus } = row as PaperRow;
    if (readStatus === readStatuses.reading && isNewPaper(row, held as PaperRow | undefined, attachId))
      await startReading(cx, row.id);
  },

  showing: (row, { deps, tenantId }) => ({
    ...row,
    path: deps.files.link(tenantId, (row as PaperRow).attachId, deps.now()),
  }),

  calls: [upload, reading, acceptCall],
});
