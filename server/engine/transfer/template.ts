/** The file that people fill in: a heading with what is required, and a sheet that says what each column takes. */
import { countIn, filledIn, joined, type Label, type Language, textIn } from '../../../contract/domain/text';
import { columnsTaken, flagText, headingOf } from '../../../contract/schema/columns';
import type { Field } from '../../../contract/schema/fields';
import { templateWords as say } from '../../../contract/wire/transfer';
import type { Context } from '../../kernel/context';
import type { CellKind, SheetColumn, SheetRow } from '../../kernel/sheets/sheet';
import { writeXlsx } from '../../kernel/sheets/xlsxWriter';
import { hiddenFields } from '../rights/scopes';
import type { ServerModule } from '../serverModule';
import { titleOut } from './exporting';
import { type Words, wordsFor } from './words';

/** A template, decided in the transaction and written after it. */
export interface Template {
  title: string;
  columns: SheetColumn[];
  notes: { columns: SheetColumn[]; rows: SheetRow[] };
  notesTitle: string;
}

const cellKinds: Partial<Record<Field['kind'], CellKind>> = { money: 'money', rate: 'percent', date: 'date' };

/** The texts that a cell may hold; undefined where it is free. */
export function offeredBy(field: Field, words: Words, language: Language): string[] | undefined {
  const texts = (labels: Iterable<Label>) => [...labels].map((one) => textIn(one, language));
  if (field.kind === 'choice') return texts(Object.values(field.choices ?? {}));
  if (field.kind === 'dict') return texts(words.get(field.dict ?? '')?.values() ?? []);
  return field.kind === 'flag' ? [flagText(1, language), flagText(0, language)] : undefined;
}

function ruleOf(cx: Context, field: Field, offered: readonly string[] | undefined): string {
  const { language } = cx;
  const word = (label: Label, values: Record<string, unknown> = {}) => filledIn(textIn(label, language), values);
  if (offered) return word(say.oneOf, { values: joined(offered, language) });
  const target = cx.tableOf(field.to ?? '')?.module;
  if (target) {
    const module = textIn(target.label, language);
    return word(field.kind === 'refs' ? say.references : say.reference, { module });
  }
  const limits = [
    ...(field.min === undefined ? [] : [word(say.from, { min: field.min })]),
    ...(field.max === undefined ? [] : [word(say.to, { max: countIn(field.max, language) })]),
  ];
  const kinds: Partial<Record<Field['kind'], Label>> = {
    integer: say.whole,
    money: say.amount,
    rate: say.rate,
    date: say.day,
  };
  const kind = kinds[field.kind];
  return joined([kind ? word(kind) : word(say.text, { max: field.maxLength ?? 64 }), ...limits], language);
}

export async function templateOf(cx: Context, served: ServerModule): Promise<Template> {
  const { module } = served;
  const { language } = cx;
  const hidden = await hiddenFields(cx, module);
  const words = await wordsFor(cx, module.fields);
  const names = columnsTaken(module.fields).filter((name) => !hidden.has(name));
  const columns: SheetColumn[] = [];
  const rows: SheetRow[] = [];
  for (const name of names) {
    const field = module.fields[name]!;
    const offered = offeredBy(field, words, language);
    const isRequired = field.required && field.initial === undefined;
    const head = headingOf(field, language);
    columns.push({
      head: isRequired ? `${head} *` : head,
      kind: cellKinds[field.kind] ?? 'text',
      ...(isRequired ? { isRequired } : {}),
      ...(offered ? { offered } : {}),
    });
    rows.push([head, isRequired ? textIn(say.yes, language) : '', ruleOf(cx, field, offered)]);
  }
  const heads = [say.column, say.required, say.rule].map(
    (head): SheetColumn => ({ head: textIn(head, language), kind: 'text' }),
  );
  return {
    title: titleOut(module, language),
    columns,
    notes: { columns: heads, rows },
    notesTitle: textIn(say.notes, language),
  };
}

export function writeTemplate({ title, columns, notes, notesTitle }: Template): AsyncIterable<Buffer> {
  return writeXlsx([
    { name: title, columns, rows: [] },
    { name: notesTitle, columns: notes.columns, rows: [notes.rows] },
  ]);
}
