import { countIn } from '../../../../contract/domain/text';
import { conditionField, filtersOf } from '../../../../contract/schema/conditions';
import type { Row } from '../../../../contract/schema/module';
import { PaperTable } from '../../../ui/print/Paper';
import { PrintDialog } from '../print/PrintDialog';
import { columnsOf } from './columns';
import { ConditionWords } from './Filters';
import { fieldOfColumn, shownColumns } from './shape';
import type { List } from './useList';

/** The name under which the sheet of a list is opened. */
export function listSheet({ slice }: Pick<List, 'slice'>): string {
  return `list ${slice.name}`;
}

function Rows({ list }: { list: List }) {
  const { module, screen, format, state, rows } = list;
  const shown = shownColumns(screen, state.shaping);
  const columns = columnsOf({ module, screen, shown, format, onOpen: undefined, sought: {} });
  return (
    <PaperTable<Row>
      isDense
      columns={columns
        .filter(({ isForPhone }) => !isForPhone)
        .map(({ key, head, align, cell }) => ({
          ...{ head, cell, isFigure: align === 'right' },
          isWhole: ['date', 'dateTime'].includes(fieldOfColumn(module, key).kind),
        }))}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

/**
 * The conditions by which the rows were found, as they were typed; one that was typed over since then, as it was asked.
 */
function appliedConditions({ module, conditions, state, hasTree }: List): [string, string][] {
  if (hasTree) return conditions;
  const left = new Map(Object.entries(state.query.filters).map(([name, value]) => [name, String(value ?? '')]));
  const typed = conditions.filter(([key, value]) => {
    const asked = Object.entries(filtersOf(module, { [key]: value }));
    const isApplied = asked.length > 0 && asked.every(([name, sent]) => left.get(name) === sent);
    if (isApplied) for (const [name] of asked) left.delete(name);
    return isApplied;
  });
  return [...typed, ...[...left].filter(([name, value]) => value !== '' && conditionField(module, name))];
}

/** All rows of the page on paper, also those that are not drawn on screen, under the list's conditions in words. */
export function ListPaper({ list }: { list: List }) {
  const { t, format, state, hasTree, rows } = list;
  const conditions = appliedConditions(list);
  const { page } = state;
  const count = (value: number) => countIn(value, format.language);
  return (
    <PrintDialog
      of={listSheet(list)}
      title={list.title}
      isWide
      head={[
        conditions.length === 0 ? (
          t('print.all')
        ) : (
          <>
            {t('print.conditions')}
            {conditions.map(([name, value], at) => (
              <span key={name}>
                {at > 0 && '; '}
                <ConditionWords list={list} name={name} value={value} />
              </span>
            ))}
          </>
        ),
        hasTree || !page
          ? t('print.listWhole', { total: count(rows.length) })
          : t('print.listPage', {
              current: count(page.current),
              pages: count(Math.max(1, page.pages)),
              total: count(page.total),
            }),
      ]}
    >
      {() => <Rows list={list} />}
    </PrintDialog>
  );
}
