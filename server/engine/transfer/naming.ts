/** Records that a file points to by their names. */
import { type Language, textIn } from '../../../contract/domain/text';
import { isEmpty } from '../../../contract/domain/values';
import type { Field } from '../../../contract/schema/fields';
import type { Row } from '../../../contract/schema/module';
import type { Context } from '../../kernel/context';
import { isStoredId } from '../../kernel/ids';
import { columnOf, own, type Table } from '../../kernel/table';
import { outwardOf } from '../columns';
import { scoped } from '../filters';
import { hiddenFields } from '../rights/scopes';
import type { CellProblem } from './parsing';

/** Names that one statement looks up. */
const atOnce = 1000;

/** The records of one name, or of one name and note: how many there are decides, and which it is where it is one. */
interface Alike {
  id: string;
  count: number;
}

/** Records by what they are called. Thousands may have one name. */
export class Called {
  private readonly held = new Map<string, Alike>();

  private count(key: string, id: string): void {
    const known = this.held.get(key);
    if (known) known.count++;
    else this.held.set(key, { id, count: 1 });
  }

  add(title: string, note: string, id: string): void {
    this.count(JSON.stringify([title]), id);
    this.count(JSON.stringify([title, note]), id);
  }

  /** With a note only those that have it. */
  by(title: string, note?: string): Alike | undefined {
    return this.held.get(JSON.stringify(note === undefined ? [title] : [title, note]));
  }
}

/** `李雷（13800138000）`: a name, and the note that tells it from others of the same name. */
function noted(text: string): { title: string; note: string } | undefined {
  const found = /[（(]([^()（）]+)[)）]$/.exec(text);
  const title = text.slice(0, found?.index).trimEnd();
  return found && title !== '' ? { title, note: found[1]!.trim() } : undefined;
}

/** Finds the records that a field may point to, by name, by name and note, or by id: only those that the person sees. */
export class Naming {
  private readonly called = new Called();
  private readonly ids = new Set<string>();

  private constructor(
    private readonly cx: Context,
    private readonly target: Table,
    private readonly field: Field,
  ) {}

  static async of(cx: Context, target: Table, field: Field, texts: readonly string[]): Promise<Naming> {
    const naming = new Naming(cx, target, field);
    const titles = [...new Set(texts.flatMap((text) => [text, noted(text)?.title ?? text]))];
    for (let at = 0; at < titles.length; at += atOnce) await naming.load(titles.slice(at, at + atOnce));
    return naming;
  }

  /** What the note is called by which records of the same name are told apart; '' without one. */
  noteLabel(language: Language): string {
    const { chosen, fields } = this.target.module;
    return textIn(fields[chosen?.note ?? '']?.label, language) ?? '';
  }

  /** A record that was added meanwhile: later rows may point to it. */
  add(row: Row): void {
    const { title = 'id', note } = this.target.module.chosen ?? {};
    this.keep(String(row[title] ?? ''), String((note && row[note]) ?? ''), row.id);
  }

  idOf(text: string): { id: string } | { problem: CellProblem } {
    const parts = noted(text);
    const alike = this.called.by(text) ?? (parts && this.called.by(parts.title, parts.note));
    if (alike?.count === 1) return { id: alike.id };
    if (alike) return { problem: this.target.module.chosen?.note ? 'ambiguous' : 'ambiguousPlain' };
    return this.ids.has(text) ? { id: text } : { problem: 'unknown' };
  }

  private keep(title: string, note: string, id: string): void {
    this.called.add(title, note, id);
    this.ids.add(id);
  }

  private async load(texts: readonly string[]): Promise<void> {
    const { cx, target, field } = this;
    const { module, list = target.table } = target;
    const { title = 'id', note } = module.chosen ?? {};
    const hidden = await hiddenFields(cx, module);
    const shown = [title, note].filter((name): name is string => name !== undefined && !hidden.has(name));
    let select = await scoped(cx, target, list);
    const offer = field.offer ? own(target.offers ?? {}, field.offer) : undefined;
    if (offer) select = select.where(await (offer.accepts ?? offer.where)(cx));
    const ids = texts.filter(isStoredId);
    const found = await select
      .select(['id', ...shown.map((name) => columnOf(target, name))])
      .where((is) =>
        is.or([
          ...(shown.includes(title) ? [is(columnOf(target, title), 'in', [...texts])] : []),
          ...(ids.length > 0 ? [is('id', 'in', ids)] : []),
        ]),
      )
      .execute();
    for (const row of found.map(outwardOf<Row>(cx, target)))
      if (!this.ids.has(row.id))
        this.keep(String(row[title] ?? ''), note && !isEmpty(row[note]) ? String(row[note]) : '', row.id);
  }
}
