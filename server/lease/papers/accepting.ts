/** A person accepts what was read of a paper, corrected: judged again, kept beside what was read, and applied. */
import { label, textIn } from '../../../contract/domain/text';
import type { Problem } from '../../../contract/domain/values';
import { customer } from '../../../contract/modules/lease/customer';
import { acceptStatuses, loanInformation, readStatuses } from '../../../contract/modules/lease/loanInformation';
import { order } from '../../../contract/modules/lease/order';
import { picture } from '../../../contract/modules/lease/picture';
import { text as textField } from '../../../contract/schema/fields';
import { maskCard, maskIdentity } from '../../../contract/schema/mask';
import { problemText } from '../../../contract/schema/messages';
import type { Module } from '../../../contract/schema/module';
import {
  checksWithin,
  fieldsOf,
  isPaperType,
  judgeField,
  normalValue,
  prefillOf,
} from '../../../contract/wire/ocr/judging';
import type { Accepted, AcceptTarget, PaperField, PaperType } from '../../../contract/wire/ocr/papers';
import { mayRoute } from '../../engine/rights/permissions';
import { hidesAny } from '../../engine/rights/scopes';
import { checkVersion, writeRecord } from '../../engine/saving/saving';
import type { ServerModule } from '../../engine/serverModule';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { checksBeside } from './checks';
import { type PaperRow, readingIn, sealed } from './stored';

/** Where the values of a customer come from, in its history. */
const fromPaper = label('资料识别（OCR）', 'Read from a paper (OCR)');
/** Slots that an order has for pictures of one type. */
const slots = 100;

export interface Asked {
  id: string;
  version: number;
  values: Readonly<Record<string, string>>;
  customerId?: string | undefined;
  orderId?: string | undefined;
  apply: AcceptTarget;
  confirmed: readonly string[];
  tel?: string | undefined;
}

function masked({ kind }: Pick<PaperField, 'kind'>, value: string | undefined): string | null {
  if (!value) return null;
  if (kind === 'identity' || kind === 'credit') return maskIdentity(value);
  return kind === 'card' ? maskCard(value) : value;
}

/** The values as they are stored; refused with the problem of each field that is wrong, or doubtful and not confirmed. */
async function judged(cx: Context, row: PaperRow, type: PaperType, { values, confirmed }: Asked) {
  const fields = fieldsOf(type);
  const problems: Record<string, Problem> = {};
  const normal: Record<string, string> = {};
  for (const [key, given] of Object.entries(values)) {
    const field = Object.hasOwn(fields, key) ? fields[key]! : refuse('paper.unknownField', { name: key });
    if (typeof given !== 'string') return refuse('badParameter', { name: `values.${key}` });
    const value = normalValue(field.kind, given);
    if (value === '') continue;
    normal[key] = value;
    const problem = judgeField(type, key, value, cx.today);
    if (problem && !(problem === 'unsure' && confirmed.includes(key))) problems[key] = problem;
  }
  const checks = [...checksWithin(type, normal, cx.today, cx.language), ...(await checksBeside(cx, row, type, normal))];
  for (const { level, keys } of checks) {
    const [key] = keys;
    if (level === 'error' && key && !confirmed.includes(key)) problems[key] ??= 'unsure';
  }
  const [first] = Object.entries(problems);
  if (!first) return normal;
  const [key, problem] = first;
  const { zh, en } = fields[key]!.label;
  throw new Refusal('invalid', { text: problemText(textField(zh, en), problem, cx.language) }, problems);
}

async function refuseWithout(cx: Context, module: Module, verb: 'add' | 'update'): Promise<void> {
  const permission = module.permission(verb);
  if (!(await mayRoute(cx, 'POST', module.url(verb), [permission]))) refuse('forbidden', { permission });
}

function servedBy(cx: Context, module: Module): ServerModule {
  return cx.tableOf(module.name) as ServerModule;
}

/** Makes the customer, or changes the one that was named; answers its id. */
async function intoCustomer(
  cx: Context,
  prefill: Readonly<Record<string, string>>,
  customerId: string | null,
  tel: string | undefined,
): Promise<string> {
  const { realName, idType, idNo } = prefill;
  if (!realName && !idNo) return refuse('paper.notOfCustomer');
  await refuseWithout(cx, customer as unknown as Module, customerId ? 'update' : 'add');
  if (!customerId && !tel) return refuse('paper.noTel');
  const draft = { ...(realName ? { realName } : {}), ...(idNo ? { idType, idNo } : {}) };
  const body = customerId ? { id: customerId, ...draft } : { ...draft, tel };
  const { id } = await writeRecord(cx, servedBy(cx, customer as unknown as Module), { body });
  for (const entry of cx.entries)
    if (entry.entity === customer.name && entry.entityId === id) entry.reason ||= textIn(fromPaper, cx.language);
  return id;
}

/** Puts the file into the order, in the first free place of its type; answers the id of the picture. */
async function intoOrder(cx: Context, row: PaperRow, orderId: string): Promise<string> {
  const module = picture as unknown as Module;
  await refuseWithout(cx, module, 'add');
  const taken = await cx.rows(picture).find({ orderId, picType: row.picType });
  const known = taken.find((one) => (one as unknown as { attachId: string }).attachId === row.attachId);
  if (known) return known.id;
  const imageIndex = Array.from({ length: slots }, (_, at) => at).find(
    (at) => !taken.some((one) => one.imageIndex === at),
  );
  const path = cx.deps.files.link(cx.tenantId, row.attachId, cx.deps.now());
  const body = { orderId, picType: row.picType, imageIndex: imageIndex ?? slots - 1, path, name: row.name };
  return (await writeRecord(cx, servedBy(cx, module), { body })).id;
}

/** A record that the person may see, or the problem on its field. */
async function refuseMissing(cx: Context, name: 'customerId' | 'orderId', id: string): Promise<void> {
  const found = await (name === 'customerId' ? cx.rows(customer).get(id) : cx.rows(order).get(id));
  if (found) return;
  const text = problemText(loanInformation.fields[name], 'reference', cx.language);
  throw new Refusal('invalid', { text }, { [name]: 'reference' });
}

export async function accept(cx: Context, asked: Asked): Promise<Accepted> {
  const rows = cx.rows(loanInformation);
  const [held] = (await rows.lock([asked.id])) as PaperRow[];
  if (!held || (await hidesAny(cx, loanInformation, 'path'))) return refuse('notYours');
  checkVersion(loanInformation, held, { version: asked.version });
  if (held.readStatus === readStatuses.reading) return refuse('paper.reading');
  for (const name of ['customerId', 'orderId'] as const)
    if (asked[name] && asked[name] !== held[name]) await refuseMissing(cx, name, asked[name]);
  const row: PaperRow = {
    ...held,
    customerId: asked.customerId ?? held.customerId,
    orderId: asked.orderId ?? held.orderId,
  };
  const { picType } = row;
  const type = isPaperType(picType) ? picType : undefined;
  const [stray] = Object.keys(asked.values);
  if (!type && stray) refuse('paper.unknownField', { name: stray });
  // Two slips with one serial number are accepted one after the other.
  if (asked.values.serialNo) await cx.exclusive('serial numbers of slips');
  const values = type ? await judged(cx, row, type, asked) : {};
  const prefill = type ? prefillOf(type, values) : {};
  if (asked.apply === 'picture' && !row.orderId) return refuse('paper.noOrder');
  const customerId =
    asked.apply === 'customer' ? await intoCustomer(cx, prefill, row.customerId, asked.tel) : row.customerId;
  const pictureId = asked.apply === 'picture' ? await intoOrder(cx, row, row.orderId!) : null;
  const change = {
    customerId,
    orderId: row.orderId,
    accepted: sealed(cx, values),
    serialNo: values.serialNo ?? null,
    acceptStatus: acceptStatuses.accepted,
    acceptUserName: cx.actor,
    acceptTime: cx.time,
  };
  const { version } = await rows.update(held, change as never, { action: 'accept' });
  if (type) {
    const read = new Map(readingIn(cx, held)?.fields.map(({ key, value }) => [key, value]));
    const changes = Object.entries(fieldsOf(type)).flatMap(([key, field]) => {
      const [before, after] = [masked(field, read.get(key)), masked(field, values[key])];
      return before === null && after === null ? [] : [{ field: `paper.${key}`, before, after }];
    });
    cx.entries.findLast(({ entityId }) => entityId === held.id)?.changes.push(...changes);
  }
  return { id: held.id, version, customerId, pictureId, prefill };
}
