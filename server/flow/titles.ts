/** Names of processes and steps in the language of the person who reads them, where their diagrams have several. */

import { sql } from 'kysely';
import { type Label, type Language, textIn } from '../../contract/domain/text';
import type { Context } from '../kernel/context';
import { literal, type Table } from '../kernel/table';
import { withCategory } from './categories';
import type { Definition } from './definitions';

/** A name by language as a row keeps it; null where it is the same in all. */
export function storedTitle(title: Label): string | null {
  return Object.values(title).some((one) => one !== title.zh) ? JSON.stringify(title) : null;
}

/** The name of a row in a language. */
export function nameIn(name: string, title: unknown, language: Language): string {
  return title === null || title === undefined ? name : textIn(title as Label, language);
}

/** The name of a process in the person's language. */
export function processName({ language }: Pick<Context, 'language'>, { plan }: Pick<Definition, 'plan'>): string {
  return textIn(plan.title, language);
}

/** Filters of a list by names, as the person reads them; `kept`: the column of each name and that of its languages. */
export function nameFilters(kept: Readonly<Record<string, readonly [name: string, title: string]>>): Table['filters'] {
  return Object.fromEntries(
    Object.entries(kept).map(([field, [name, title]]) => [
      field,
      (value, { language }) => sql<boolean>`coalesce(${titleText(title, language)}, ${sql.ref(name)})
        ilike ${`%${literal(value)}%`}`,
    ]),
  );
}
/** The name by language, of one or of several steps. */
function titleText(column: string, language: Language) {
  return column.endsWith('titles')
    ? sql`(select string_agg(one ->> ${language}::text, ', ') from jsonb_array_elements(${sql.ref(column)}) one)`
    : sql`${sql.ref(column)} ->> ${language}::text`;
}
export const taskNameFilters = nameFilters({
  processDefinitionName: ['process_definition_name', 'process_title'],
  taskName: ['task_name', 'task_title'],
});
export const instanceNameFilters = nameFilters({
  processDefinitionName: ['process_definition_name', 'process_title'],
  taskName: ['task_name', 'task_titles'],
});
export const processNameFilters = nameFilters({ name: ['name', 'title'] });

interface ListRow {
  category: string | null;
  categoryName: string | null;
  processDefinitionName?: string | null;
  taskName?: string | null;
}
/** What the views have beside the fields of their lists. */
interface Titles {
  processTitle?: Label | null;
  taskTitle?: Label | null;
  taskTitles?: readonly Label[] | null;
}

/** A row of the lists of tasks and instances with its names in the person's language. */
export async function withNames<R extends ListRow>(cx: Context, row: R): Promise<R> {
  const { language } = cx;
  const { processTitle, taskTitle, taskTitles } = row as R & Titles;
  const steps = taskTitles?.map((title) => textIn(title, language)).join(', ');
  return {
    ...(await withCategory(cx, row)),
    processDefinitionName: nameIn(row.processDefinitionName ?? '', processTitle, language),
    taskName: steps ?? nameIn(row.taskName ?? '', taskTitle, language),
  };
}

/** A row of the lists of definitions, in the same way. */
export async function withProcessName<R extends { name: string | null } & ListRow>(cx: Context, row: R): Promise<R> {
  const { title } = row as R & { title?: Label | null };
  return { ...(await withCategory(cx, row)), name: nameIn(row.name ?? '', title, cx.language) };
}
