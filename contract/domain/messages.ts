/** Messages to customers: their kinds, what each one may say, and the words that it says by default. */
import { type Label, label } from './text';

export const messageKinds = {
  signLink: 1,
  code: 2,
  voucherRejected: 3,
  dueSoon: 4,
  overdue: 5,
  receipt: 6,
  test: 7,
  call: 8,
  report: 9,
} as const;
export type MessageKind = keyof typeof messageKinds;
/** Kinds with words of their own. The others carry the words of their caller. */
export type TemplateKind = Exclude<MessageKind, 'test' | 'call' | 'report'>;

/** What the kinds with words of their own are called. */
export const templateKindTexts = {
  1: ['签署链接', 'Signing link'],
  2: ['验证码', 'Verification code'],
  3: ['凭证退回', 'Voucher rejected'],
  4: ['到期提醒', 'Due soon'],
  5: ['逾期提醒', 'Overdue'],
  6: ['付款确认', 'Payment confirmed'],
} as const;
/** What all kinds are called. */
export const messageKindTexts = {
  ...templateKindTexts,
  7: ['测试', 'Test'],
  8: ['接口发送', 'Sent by call'],
  9: ['报表', 'Report'],
} as const;

export const messageChannels = { sms: 1, email: 2 } as const;
export type MessageChannel = keyof typeof messageChannels;

/**
 * `sending`: an attempt has begun. `unknown`: it ended without an answer, so the message may have arrived and is not
 * sent again without a decision of a person.
 */
export const messageStates = {
  waiting: 1,
  sending: 2,
  sent: 3,
  failed: 4,
  unknown: 5,
  cancelled: 6,
  noGateway: 7,
} as const;
export type MessageState = keyof typeof messageStates;

export interface MessageTemplate {
  /** Placeholders `{name}` that the words may have, and what they stand for. */
  places: Readonly<Record<string, Label>>;
  /** Placeholders that the words must have. */
  needs: readonly string[];
  /** Placeholders whose values stay out of every log. */
  hidden: readonly string[];
  words: Label;
  /** Subject of the message as an e-mail. */
  subject: Label;
  /** A person waits for it: it is sent in quiet hours, too, and cannot be switched off. */
  isPrompt: boolean;
}

const company = label('公司名称', 'Company name');
const customer = label('客户名称', 'Customer name');
const contracts = label('合同编号', 'Contract no.');
const count = label('期数', 'Number of instalments');
const amount = label('金额（元）', 'Amount (yuan)');

export const messageTemplates: Readonly<Record<TemplateKind, MessageTemplate>> = {
  signLink: {
    places: {
      company,
      paper: label('合同名称', 'Contract title'),
      contractNumber: contracts,
      url: label('签署链接', 'Signing link'),
      until: label('链接失效时间', 'Link expires'),
    },
    needs: ['url'],
    hidden: ['url'],
    words: label(
      '请签署{paper}（编号 {contractNumber}）：{url} ，{until} 前有效。如非本人办理，请勿打开。',
      'Please sign your {paper} (no. {contractNumber}): {url} . The link is valid until {until}. If this was not requested by you, do not open it.',
    ),
    subject: label('请签署合同', 'Please sign your contract'),
    isPrompt: true,
  },
  code: {
    places: {
      purpose: label('用途', 'Purpose'),
      code: label('验证码', 'Code'),
      minutes: label('有效分钟数', 'Minutes it is valid'),
    },
    needs: ['code'],
    hidden: ['code'],
    words: label(
      '{purpose}验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。',
      'Your code ({purpose}): {code}. It is valid for {minutes} minutes. Do not share it.',
    ),
    subject: label('验证码', 'Verification code'),
    isPrompt: true,
  },
  voucherRejected: {
    places: { company, customer, contractNumber: contracts, reason: label('退回原因', 'Reason') },
    needs: [],
    hidden: [],
    words: label(
      '{customer}，您好！合同 {contractNumber} 的打款凭证未通过审核，原因：{reason}。请重新提交。',
      'Dear {customer}, the transfer voucher for contract {contractNumber} was not accepted: {reason}. Please submit it again.',
    ),
    subject: label('打款凭证未通过审核', 'Transfer voucher not accepted'),
    isPrompt: false,
  },
  dueSoon: {
    places: {
      company,
      customer,
      contracts,
      date: label('应付日', 'Due date'),
      count,
      amount,
    },
    needs: ['amount', 'date'],
    hidden: [],
    words: label(
      '{customer}，您好！合同 {contracts} 有 {count} 期款项将于 {date} 到期，合计 {amount} 元。',
      'Dear {customer}, {count} instalment(s) of contract {contracts} fall due on {date}, in total CNY {amount}.',
    ),
    subject: label('款项即将到期', 'Payment due soon'),
    isPrompt: false,
  },
  overdue: {
    places: {
      company,
      customer,
      contracts,
      date: label('统计日期', 'As of'),
      count,
      amount,
      days: label('最长逾期天数', 'Most days overdue'),
    },
    needs: ['amount', 'count'],
    hidden: [],
    words: label(
      '{customer}，您好！截至 {date}，合同 {contracts} 共有 {count} 期款项逾期，合计 {amount} 元，最长已逾期 {days} 天。如有疑问请与我们联系。',
      'Dear {customer}, as of {date} {count} instalment(s) of contract {contracts} are overdue, in total CNY {amount}, the oldest by {days} days. Please contact us with any questions.',
    ),
    subject: label('款项逾期提醒', 'Overdue payments'),
    isPrompt: false,
  },
  receipt: {
    places: {
      company,
      customer,
      contracts,
      date: label('付款日期', 'Paid on'),
      count,
      amount,
    },
    needs: ['amount'],
    hidden: [],
    words: label(
      '{customer}，您好！合同 {contracts} 的 {count} 期款项已于 {date} 付款确认，合计 {amount} 元。',
      'Dear {customer}, {count} instalment(s) of contract {contracts} were confirmed as paid on {date}, in total CNY {amount}.',
    ),
    subject: label('付款确认', 'Payment confirmed'),
    isPrompt: false,
  },
};
export const templateKinds = Object.keys(messageTemplates) as TemplateKind[];

/** The kind of a stored number. */
export function kindOf(stored: number): MessageKind | undefined {
  return (Object.keys(messageKinds) as MessageKind[]).find((kind) => messageKinds[kind] === stored);
}
/** The kind of a template's row. */
export function templateKindOf(stored: unknown): TemplateKind | undefined {
  return templateKinds.find((kind) => messageKinds[kind] === stored);
}

const place = /\{(\w+)\}/g;
/** Names of the placeholders in a text, each once, in the order of their first appearance. */
export function placesIn(words: string): string[] {
  return [...new Set([...words.matchAll(place)].map(([, name]) => name!))];
}

/** What is wrong with the words of a kind; undefined when nothing is. */
export function judgeWords(
  kind: TemplateKind,
  words: string,
): { problem: 'brace' } | { problem: 'unknown' | 'missing'; name: string } | undefined {
  const { places, needs } = messageTemplates[kind];
  if (/[{}]/.test(words.replace(place, ''))) return { problem: 'brace' };
  const used = placesIn(words);
  const unknown = used.find((name) => !Object.hasOwn(places, name));
  if (unknown !== undefined) return { problem: 'unknown', name: unknown };
  const missing = needs.find((name) => !used.includes(name));
  return missing === undefined ? undefined : { problem: 'missing', name: missing };
}

/** A text as a log may keep it: values of hidden placeholders are replaced by asterisks. */
export function maskedValues(kind: TemplateKind, values: Readonly<Record<string, string>>): Record<string, string> {
  const { hidden } = messageTemplates[kind];
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, hidden.includes(name) ? '******' : value]),
  );
}

/** Usual quiet hours, in which no message is sent that a person does not wait for. */
export const usualQuietHours = '21:00-08:00';

function minutesIn(text: string): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/**
 * Minutes from the time of day `HH:mm…` until the quiet hours `HH:mm-HH:mm` are over; 0 outside of them. Hours that
 * cannot be read count as the usual ones; equal ends mean that there are none.
 */
export function quietMinutes(hours: string, timeOfDay: string): number {
  const ends = hours.split('-').map(minutesIn);
  const isReadable = ends.length === 2 && ends.every((end) => end !== undefined);
  const [from, to] = (isReadable ? ends : usualQuietHours.split('-').map(minutesIn)) as [number, number];
  const now = minutesIn(timeOfDay.slice(0, 5)) ?? 0;
  const day = 24 * 60;
  const length = (to - from + day) % day;
  const since = (now - from + day) % day;
  return since < length ? length - since : 0;
}

/** A text of unknown content as a log may keep it: without the codes and the ends of links that may be in it. */
export function maskedText(text: string): string {
  return text.replace(/(https?:\/\/[^\s/]+)\/\S*/g, '$1/******').replace(/(?<![\d.,])\d{4,8}(?![\d.,])/g, '******');
}

/** Why a message was not sent, where it is not the gateway that says so. */
export const messageFaults: Readonly<Record<string, Label>> = {
  noTemplate: label('未填写服务商模板编号', 'The provider’s template ID is missing'),
  dailyCap: label('该号码今日短信已达上限', 'The daily limit of messages for this number has been reached'),
  tooLate: label('超过 24 小时未能发送', 'It could not be sent within 24 hours'),
  gone: label('内容已清除', 'Its text has been removed'),
  interrupted: label('发送时服务中断，可能已送达', 'The server was interrupted while sending. It may have arrived.'),
};
