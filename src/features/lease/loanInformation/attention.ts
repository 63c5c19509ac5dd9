/** Which fields of a reading a person has to look at, and why. */
import type { Language } from '../../../../contract/domain/text';
import type { Problem } from '../../../../contract/domain/values';
import { text as textField } from '../../../../contract/schema/fields';
import { problemText } from '../../../../contract/schema/messages';
import { checksWithin, isPaperType, judgeField, normalValue } from '../../../../contract/wire/ocr/judging';
import {
  doubtfulBelow,
  type PaperCheck,
  type PaperField,
  type PaperType,
  paperFields,
  type ReadField,
  type Reading,
} from '../../../../contract/wire/ocr/papers';

/** `missing`: needed and empty; `invalid`: against the field's own rule; `unsure`: against a rule that has exceptions, or
 *  another field; `doubtful`: read with little confidence. The last two are done with when a person says so. */
export type Attention = 'missing' | 'invalid' | 'unsure' | 'doubtful';
export function canConfirm(attention: Attention | null): boolean {
  return attention === 'unsure' || attention === 'doubtful';
}

export interface DeskField {
  key: string;
  spec: PaperField;
  /** As it was read; undefined where the paper was not read at all. */
  read: ReadField | undefined;
  value: string;
  isEdited: boolean;
  attention: Attention | null;
  /** What is wrong, or ''. */
  message: string;
}

/** Fields of a paper of this type; none of those that are kept without being read. */
export function fieldsOf(type: number): readonly (readonly [key: string, spec: PaperField])[] {
  return Object.entries(paperFields[type as PaperType] ?? {});
}

/** The sentence about a value of a paper. */
export function problemWords({ label: { zh, en } }: PaperField, problem: Problem, language: Language): string {
  return problemText(textField(zh, en), problem, language);
}

type Work = {
  reading: Reading;
  values: Readonly<Record<string, string>>;
  confirmed: readonly string[];
  /** Fields that the server is unsure about, for reasons that it alone knows. */
  unsure: readonly string[];
};
/** `today`: `yyyy-MM-dd`. */
export type Moment = { today: string; language: Language };

export function normalValues(type: number, values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(type).flatMap(([key, { kind }]) => {
      const value = normalValue(kind, values[key] ?? '');
      return value === '' ? [] : [[key, value]];
    }),
  );
}

function isChanged({ reading, values }: Pick<Work, 'reading' | 'values'>, key: string, spec: PaperField): boolean {
  const before = reading.fields.find((field) => field.key === key)?.value ?? '';
  return normalValue(spec.kind, values[key] ?? '') !== normalValue(spec.kind, before);
}

/** The checks of the values as they are now. Those that only the server can do stand while their values are as read. */
export function checksNow(work: Work, { today, language }: Moment): PaperCheck[] {
  const { reading, values } = work;
  const { type } = reading;
  const own = isPaperType(type) ? checksWithin(type, normalValues(type, values), today, language) : [];
  const before = isPaperType(type)
    ? checksWithin(
        type,
        normalValues(type, Object.fromEntries(reading.fields.map(({ key, value }) => [key, value]))),
        today,
        language,
      )
    : [];
  const isOwn = (code: string) => [...own, ...before].some((check) => check.code === code);
  const changed = new Set(fieldsOf(type).flatMap(([key, spec]) => (isChanged(work, key, spec) ? [key] : [])));
  return [...own, ...reading.checks.filter(({ code, keys }) => !isOwn(code) && !keys.some((key) => changed.has(key)))];
}

/** The fields of the form in their order. */
export function deskFields(work: Work, moment: Moment): DeskField[] {
  const { reading, values, confirmed, unsure } = work;
  const { today, language } = moment;
  const failed = checksNow(work, moment).filter(({ level }) => level === 'error');
  return fieldsOf(reading.type).map(([key, spec]): DeskField => {
    const read = reading.fields.find((one) => one.key === key);
    const value = values[key] ?? '';
    const isEdited = isChanged(work, key, spec);
    const field = { key, spec, read, value, isEdited };
    const normal = normalValue(spec.kind, value);
    if (normal === '') return { ...field, attention: spec.isNeeded ? 'missing' : null, message: '' };
    const problem = judgeField(reading.type as PaperType, key, normal, today);
    if (problem && problem !== 'unsure')
      return { ...field, attention: 'invalid', message: problemWords(spec, problem, language) };
    if (confirmed.includes(key)) return { ...field, attention: null, message: '' };
    const check = failed.find(({ keys }) => keys[0] === key);
    if (problem || check || unsure.includes(key))
      return { ...field, attention: 'unsure', message: check?.message ?? problemWords(spec, 'unsure', language) };
    const isDoubtful = !isEdited && read !== undefined && read.confidence < doubtfulBelow;
    return { ...field, attention: isDoubtful ? 'doubtful' : null, message: '' };
  });
}

/** The next field to look at after this one, beginning anew at the end; undefined for none. */
export function nextToLookAt(fields: readonly DeskField[], after: string): string | undefined {
  const at = fields.findIndex(({ key }) => key === after);
  const around = [...fields.slice(at + 1), ...fields.slice(0, Math.max(at, 0))];
  return around.find(({ attention }) => attention !== null)?.key;
}
