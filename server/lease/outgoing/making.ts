/** What all papers for customers have: the company, a number that stays the same, and how often it was printed. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { factsOf } from '../../../contract/domain/languages';
import { filledIn, type Label, textIn } from '../../../contract/domain/text';
import type { Module } from '../../../contract/schema/module';
import { writeAudit } from '../../engine/audit/entries';
import type { Context } from '../../kernel/context';
import { nextNumber } from '../numbers';
import type { PaperDoc } from './doc';
import { words } from './words';

export const paperKinds = { statement: 1, receipt: 2, certificate: 3 } as const;
const prefixes = { 1: 'DZ', 2: 'SJ', 3: 'JQ' } as const;

/** Which paper it is. `digest`: of what it states; the same paper printed again has the same. */
export interface PaperOf {
  kind: (typeof paperKinds)[keyof typeof paperKinds];
  subjectId: string;
  states: unknown;
  span?: { from: string; to: string };
}

/** The number of a paper, and how often it has been printed with this time. */
async function numbered(cx: Context, { kind, subjectId, states, span }: PaperOf) {
  const digest = createHash('sha256').update(JSON.stringify(states)).digest('hex');
  await cx.exclusive(`paper:${kind}:${subjectId}`);
  const again = await cx.trx
    .updateTable('lease_paper')
    .set({ prints: sql<number>`prints + 1`, update_time: cx.time })
    .where('tenant_id', '=', cx.tenantId)
    .where('kind', '=', kind)
    .where('subject_id', '=', subjectId)
    .where('digest', '=', digest)
    .returning(['paper_no', 'prints'])
    .executeTakeFirst();
  if (again) return { no: again.paper_no, prints: again.prints };
  const no = await nextNumber(cx, prefixes[kind]);
  await cx.trx
    .insertInto('lease_paper')
    .values({
      id: cx.deps.newId(),
      tenant_id: cx.tenantId,
      paper_no: no,
      kind,
      subject_id: subjectId,
      from_date: span?.from ?? null,
      to_date: span?.to ?? null,
      digest,
      create_user: cx.principal?.userId ?? null,
      create_time: cx.time,
      update_time: cx.time,
    })
    .execute();
  return { no, prints: 1 };
}

async function companyOf({ trx, tenantId }: Context): Promise<string> {
  const held = await trx
    .selectFrom('tenant')
    .select('tenant_name')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return held.tenant_name;
}

/** What a paper is printed from. */
export interface PaperMade {
  doc: PaperDoc;
  no: string;
}
export type Body = Pick<PaperDoc, 'facts' | 'tables' | 'paragraphs'>;

/** Numbers a paper, writes down who printed it, and answers what is drawn. */
export async function paperOf(
  cx: Context,
  title: Label,
  of: PaperOf,
  { module, row, marks = [], body }: { module: Module; row: object; marks?: readonly Label[]; body: Body },
): Promise<PaperMade> {
  const { language } = cx;
  const say = (one: Label, values: Record<string, string> = {}) => filledIn(textIn(one, language), values);
  const company = await companyOf(cx);
  const { no, prints } = await numbered(cx, of);
  writeAudit(cx, module, row, [], { action: 'print', reason: `${textIn(title, 'zh')} ${no} · ${prints}` });
  return {
    no,
    doc: {
      title: say(title),
      company,
      heading: say(words.heading, { no, time: cx.time }),
      marks: [
        ...marks.map((mark) => say(mark)),
        ...(prints > 1 ? [say(words.duplicate, { count: String(prints) })] : []),
      ],
      ...body,
      closing: [say(words.company, { company }), say(words.day, { date: cx.today })],
      madeAt: cx.time,
      language: factsOf(language).tag,
      pageText: textIn(words.page, language),
    },
  };
}
