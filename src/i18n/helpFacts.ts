import { dictionaries } from '../../contract/domain/dictionaries';
import { mostFileBytesImported, mostRowsImported } from '../../contract/domain/files/lists';
import { usualRunDays } from '../../contract/domain/job/jobHandlers';
import type { Language } from '../../contract/domain/languages';
import { DEADLINE_MAX_DAYS } from '../../contract/domain/leasing/schedule';
import { earlyPaymentDays } from '../../contract/domain/ledger/early';
import { leastPasswordLength } from '../../contract/domain/passwords';
import { type Label, textIn } from '../../contract/domain/text';
import { moduleNamed } from '../../contract/modules';
import { expiryDays } from '../../contract/modules/lease/asset';
import { largestBatch } from '../../contract/modules/lease/paymentPlan';
import { pictureLimits } from '../../contract/modules/lease/picture';
import { knownParams } from '../../contract/modules/system/param';
import { platformTenant, unnamedCompany } from '../../contract/modules/system/tenant';
import { oneTimePasswordHours } from '../../contract/modules/system/user';
import { largestPage } from '../../contract/schema/paging';
import { promiseDays } from '../../contract/wire/lease/collecting';
import { mostViews } from '../../contract/wire/listViews';
import { uploads } from '../../contract/wire/profile';
import { type RefusalCode, refusals } from '../../contract/wire/refusals';
import { mostMessagesADay, resendSeconds } from '../../contract/wire/settings';
import { mostPasswordsImported, mostRowsStreamed, transferDays } from '../../contract/wire/transfer';

const mega = 1024 * 1024;

/** What the help takes from the contract, by the names that its texts use. */
const facts: Readonly<Record<string, string | number>> = {
  DEADLINE_MAX_DAYS,
  earlyPaymentDays,
  expiryDays,
  largestBatch,
  largestPage,
  leastPasswordLength,
  mostMessagesADay,
  mostPasswordsImported,
  mostRowsImported,
  mostRowsStreamed,
  mostViews,
  oneTimePasswordHours,
  platformTenant,
  promiseDays,
  resendSeconds,
  transferDays,
  unnamedCompany,
  avatarKB: uploads.avatar.bytes / 1024,
  importMB: mostFileBytesImported / mega,
  pictureMB: pictureLimits.bytes / mega,
  quietHours: knownParams['message.quietHours'],
  dailyCap: knownParams['message.dailyCap'],
  dueDays: knownParams['message.dueDays'],
  overdueDays: knownParams['message.overdueDays'],
  tenantGiB: knownParams['storage.tenantGiB'],
  fileMiB: knownParams['storage.fileMiB'],
  runDays: usualRunDays,
  usualLogDays: knownParams['log.usual.days'],
  apiLogDays: knownParams['log.api.days'],
  errorLogDays: knownParams['log.error.days'],
  readPercent: knownParams['log.api.readPercent'],
  slowMs: knownParams['log.api.slowMs'],
  accountNumber: knownParams['tenant.default.accountNumber'],
};

/** A text of the help with its facts. Throws for a fact that does not exist. */
export function withFacts(text: string): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    if (!Object.hasOwn(facts, name)) throw new Error(`the help has no fact '${name}'`);
    return String(facts[name]);
  });
}

/** The states of a field, `order.businessStatus`, by number, as the contract names them. */
export function statesOf(of: string): readonly (readonly [number, Label])[] {
  const [module = '', name = ''] = of.split('.');
  const field = moduleNamed(module)?.fields[name];
  const entries = dictionaries.find(({ code }) => code === field?.dict)?.entries;
  if (entries) return entries.map(({ key, zh, en }) => [key, { zh, en }]);
  if (field?.choices) return Object.entries(field.choices).map(([key, text]) => [Number(key), text]);
  throw new Error(`the help knows no states of '${of}'`);
}

/** The sentence of a refusal; what differs from case to case is `…`. */
export function refusalText(code: string, language: Language): string {
  if (!Object.hasOwn(refusals, code)) throw new Error(`there is no refusal '${code}'`);
  return textIn(refusals[code as RefusalCode], language).replace(/\{\w+\}/g, '…');
}

export type HelpTarget = { page: string } | { chapter: string; section: string };
/** `page:order`, `guide:signing` or `guide:signing#resend`. */
export function targetOf(link: string): HelpTarget {
  const [, kind = '', name = '', section = ''] = /^(page|guide):([\w-]+)(?:#([\w-]+))?$/.exec(link) ?? [];
  if (kind === 'page') return { page: name };
  if (kind === 'guide') return { chapter: name, section };
  throw new Error(`the help cannot link to '${link}'`);
}

export interface Piece {
  text: string;
  /** Where it leads, as `targetOf` reads it. */
  link?: string;
}
/** A text with its links apart. */
export function piecesOf(text: string): Piece[] {
  return text.split(/(\[[^\]]+\]\([^)]+\))/).flatMap((part): Piece[] => {
    const [, words, link] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    return words && link ? [{ text: words, link }] : part === '' ? [] : [{ text: part }];
  });
}
