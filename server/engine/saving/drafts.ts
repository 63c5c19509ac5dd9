/** Parses and validates the body of a save. */
import { cents, isMoney, yuan } from '../../../contract/domain/money';
import { documentNumberIn } from '../../../contract/domain/reading/documents';
import { isEmpty } from '../../../contract/domain/values';
import { asStored } from '../../../contract/schema/asStored';
import type { Field } from '../../../contract/schema/fields';
import { maskIdentity } from '../../../contract/schema/mask';
import { problemText } from '../../../contract/schema/messages';
import type { Module, Row } from '../../../contract/schema/module';
import { secretMask } from '../../../contract/schema/secretCodes';
import { withStoredSecrets } from '../../../contract/schema/secretMembers';
import { judge, type Problems } from '../../../contract/schema/validate';
import type { Context } from '../../kernel/context';
import { Refusal, refuse } from '../../kernel/errors';
import { storedHtml } from '../../kernel/html';
import { fileFrom } from '../files/fileLife';
import { hasKey } from './dictionaryKeys';

/** The draft in a body: declared fields that are not derived. A masked secret sent back means "unchanged". */
export function draftOf(
  { fields }: Pick<Module, 'fields'>,
  body: Record<string, unknown>,
  before: Row | undefined,
  hidden: ReadonlySet<string>,
) {
  const draft: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = body[name];
    if (field.derived || hidden.has(name) || value === undefined || value === null) continue;
    if (field.kind === 'secret' && value === '') continue; // left empty: the stored value stays
    if (field.secretBy && value === secretMask) continue;
    if (typeof value === 'object') {
      if (field.kind !== 'json') refuse('badParameter', { name }); // no other kind holds a list or an object
      draft[name] = JSON.stringify(value);
      continue;
    }
    if (field.kind === 'identity' && before && isSameNumber(String(before[name] ?? ''), value)) continue;
    // A field with an initial value is never empty: emptied, it gets that again.
    const given = value === '' && !field.required ? (field.initial ?? value) : normal(field, value);
    draft[name] =
      field.holdsSecrets && typeof given === 'string' ? withStoredSecrets(given, String(before?.[name] ?? '')) : given;
  }
  return draft;
}

/** Whether it is the number that the record has, masked or in another spelling. */
function isSameNumber(held: string, value: unknown): boolean {
  return value === maskIdentity(held) || documentNumberIn(String(value)) === documentNumberIn(held);
}

/**
 * Rich text of a draft as it is stored, whatever its sender. A picture is taken with a link that we issued, or when the
 * replaced text had it. A text that is too long is left to the validation, which refuses it.
 */
export async function withStoredHtml(
  cx: Context,
  { fields }: Pick<Module, 'fields'>,
  draft: Record<string, unknown>,
  before: Row | undefined,
): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(draft)) {
    const { kind, maxLength = 0 } = fields[name] ?? {};
    const isFit = kind === 'html' && typeof value === 'string' && value.length <= maxLength;
    if (isFit) kept[name] = await storedHtml(cx, value, (link) => fileFrom(cx, link), String(before?.[name] ?? ''));
  }
  return { ...draft, ...kept };
}

/** Clients of the family send numbers as strings and decimals as numbers, and people type both in many ways. */
function normal(field: Field, value: unknown): unknown {
  const { kind } = field;
  const given = typeof value === 'string' ? asStored(field, value) : value;
  if (kind === 'money') return isMoney(given) ? yuan(cents(given)) : value;
  if (typeof given === 'string')
    return ['integer', 'choice', 'dict', 'flag'].includes(kind) && /^-?\d{1,15}$/.test(given) ? Number(given) : given;
  const isText = ['rate', 'ref', 'refs', 'text', 'longText'].includes(kind);
  return isText && typeof given === 'number' && Number.isFinite(given) ? String(given) : given;
}

/** Keys that the tenant's dictionaries do not contain: the shared validator, which knows no tenant, accepts them. */
export async function unknownKeys(
  cx: Context,
  { fields }: Pick<Module, 'fields'>,
  draft: Record<string, unknown>,
): Promise<Problems> {
  const problems: Problems = {};
  for (const [name, value] of Object.entries(draft)) {
    const code = fields[name]?.dict;
    if (code && !isEmpty(value) && !(await hasKey(cx, code, value))) problems[name] = 'notAChoice';
  }
  return problems;
}

/** Refuses invalid values with all problems at once: of the fields, of the tenant's dictionaries, and the given ones. */
export async function refuseProblems(
  cx: Context,
  module: Pick<Module, 'fields'>,
  next: Record<string, unknown>,
  found: Problems,
  draft = next,
): Promise<void> {
  const problems = { ...found, ...(await unknownKeys(cx, module, draft)), ...judge(module.fields, next) };
  const names = Object.keys(module.fields).filter((name) => problems[name]);
  const first = names[0] ?? Object.keys(problems)[0];
  if (first === undefined) return;
  throw new Refusal('invalid', { text: problemText(module.fields[first]!, problems[first]!, cx.language) }, problems);
}
