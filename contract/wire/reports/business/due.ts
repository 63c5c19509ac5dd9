import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { choice, integer } from '../../../schema/fields';
import { column, columnsOf, defineReport, source } from '../../../schema/report';
import { counted, listOf, narrowing, narrows, openColumns, shared } from './basis';
import { openList } from './lists';

/** What falls due in the days after the date. */
export const due = defineReport({
  kind: 104,
  title: ['到期清单', 'Due list'],
  about: [
    '自所选日期起若干天内到期、当时尚未付清的款项',
    'What falls due within so many days of the date, and was open then',
  ],
  parameters: {
    ...shared,
    days: choice(
      '天数',
      'Days',
      { 7: ['7 天', '7 days'], 30: ['30 天', '30 days'], 90: ['90 天', '90 days'], 365: ['365 天', '365 days'] },
      { required: true, initial: 30 },
    ),
    ...narrowing,
  },
  narrows,
  tables: {
    days: {
      title: ['按到期日', 'By day'],
      needs: [...counted, ...narrows.direction],
      columns: {
        ...columnsOf(paymentPlan, 'paymentDate'),
        rows: column(integer('期数合计', 'Instalments'), source(paymentPlan)),
        ...openColumns,
      },
      totals: ['rows', 'principal', 'rent', 'open'],
      order: [['paymentDate', 'asc']],
      opens(name, row, asked) {
        if (name === 'paymentDate') return undefined;
        const days = row
          ? { dueFrom: row.paymentDate, dueTo: row.paymentDate }
          : { dueFrom: asked.firstDay, dueTo: asked.lastDay };
        return listOf('openList', name === 'rows' ? [] : [name], asked, openList.parameters, days);
      },
    },
  },
});
