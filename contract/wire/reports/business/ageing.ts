import { addDays } from '../../../domain/calendar';
import { order } from '../../../modules/lease/order';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { choice, integer, money } from '../../../schema/fields';
import { column, columnsOf, defineReport, type ReportTable, source } from '../../../schema/report';
import { type Age, ages } from '../../figures';
import { counted, groupKeys, listOf, narrowing, narrows, open, openColumns, openPrincipal, shared } from './basis';
import { openList } from './lists';

/** The due dates of an age, seen from a day. `overdue`: all ages but the first; `all`: every one. */
export function dueIn(asOf: string, age: Age | 'overdue' | 'all') {
  if (age === 'all') return {};
  if (age === 'overdue') return { dueTo: addDays(asOf, -1) };
  const { from, to }: { from?: number; to?: number } = ages.find(({ key }) => key === age)!;
  return {
    ...(to === undefined ? {} : { dueFrom: addDays(asOf, -to) }),
    ...(from === undefined ? {} : { dueTo: addDays(asOf, -from) }),
  };
}

const steps = {
  notDue: column(money('未到期', 'Not due'), open),
  upTo30: column(money('逾期 1–30 天', '1–30 days'), open),
  upTo60: column(money('逾期 31–60 天', '31–60 days'), open),
  upTo90: column(money('逾期 61–90 天', '61–90 days'), open),
  over90: column(money('逾期 90 天以上', 'Over 90 days'), open),
};
const grouped = {
  ...steps,
  overdue: column(money('逾期合计', 'Overdue'), open),
  overduePrincipal: column(money('其中逾期本金', 'Principal overdue'), openPrincipal),
  open: column(money('未付合计', 'Open in all'), open),
};
const figures = Object.keys(grouped);
const opened: Readonly<Record<string, Age | 'overdue' | 'all'>> = {
  ...(Object.fromEntries(ages.map(({ key }) => [key, key])) as Record<Age, Age>),
  overdue: 'overdue',
  overduePrincipal: 'overdue',
  open: 'all',
};
const opensAges: ReportTable['opens'] = (name, row, asked) =>
  opened[name] &&
  listOf(
    'openList',
    [name === 'overduePrincipal' ? 'principal' : 'open'],
    asked,
    openList.parameters,
    row,
    dueIn(asked.asOf!, opened[name]),
  );
const orderBy = [
  ['overdue', 'desc'],
  ['open', 'desc'],
] as const;

/** What is open, by how long it is overdue. */
export const ageing = defineReport({
  kind: 101,
  title: ['账龄', 'Ageing'],
  about: [
    '截至所选日期未付清的款项，按逾期天数分档',
    'What was open at the end of the day, by how long it was overdue',
  ],
  parameters: { ...shared, ...narrowing },
  narrows,
  tables: {
    ages: {
      title: ['按账龄', 'By age'],
      needs: [...counted, ...narrows.direction],
      columns: {
        age: column(
          choice('账龄', 'Age', {
            0: ['未到期', 'Not due'],
            1: ['逾期 1–30 天', '1–30 days overdue'],
            2: ['逾期 31–60 天', '31–60 days overdue'],
            3: ['逾期 61–90 天', '61–90 days overdue'],
            4: ['逾期 90 天以上', 'Over 90 days overdue'],
          }),
          source(paymentPlan),
        ),
        rows: column(integer('期数合计', 'Instalments'), source(paymentPlan)),
        ...openColumns,
      },
      totals: ['rows', 'principal', 'rent', 'open'],
      order: [['age', 'asc']],
      chart: { by: 'age', bars: ['open'], as: 'rows' },
      opens(name, row, asked) {
        if (name === 'age') return undefined;
        const age = row === null ? 'all' : ages[Number(row.age)]!.key;
        return listOf('openList', name === 'rows' ? [] : [name], asked, openList.parameters, dueIn(asked.asOf!, age));
      },
    },
    customers: {
      title: ['按客户', 'By customer'],
      needs: [...counted, ...narrows.direction, source(order, 'customerId')],
      keys: groupKeys.customers,
      columns: { ...columnsOf(order, 'customerName'), ...grouped },
      totals: figures,
      order: [...orderBy, ['customerId', 'asc']],
      opens: opensAges,
    },
    products: {
      title: ['按产品', 'By product'],
      needs: [...counted, ...narrows.direction, source(order, 'productId')],
      keys: groupKeys.products,
      columns: { ...columnsOf(order, 'productName'), ...grouped },
      totals: figures,
      order: [...orderBy, ['productId', 'asc']],
      opens: opensAges,
    },
  },
});
