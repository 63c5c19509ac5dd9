import { choicesOf, periods } from '../../../domain/periods';
import { paymentPlan } from '../../../modules/lease/paymentPlan';
import { receipt } from '../../../modules/lease/receipt';
import { choice, date, integer, money, text } from '../../../schema/fields';
import { column, defineReport, judgePeriod, source } from '../../../schema/report';
import { daysOf } from '../../figures';
import { counted, listOf, narrowing, narrows, open, shared } from './basis';
import { bookingList, openList, plannedList } from './lists';

const offered = [periods.around, periods.thisYear, periods.lastYear, periods.custom] as const;
/** What of the plan adds up to a figure. */
const planned: Readonly<Record<string, readonly string[]>> = {
  rows: [],
  rent: ['rent', 'other'],
  principal: ['principal'],
  amountPayable: ['amountPayable'],
};
const booked = ['late', 'received'];

/** What falls due in each month, what of it is open, and what was booked by its value date. */
export const cashFlow = defineReport({
  kind: 102,
  title: ['月度现金流', 'Cash flow by month'],
  about: [
    '计划按应付月份，实际按到账月份；均为截至所选日期的情况',
    'Planned by the month it falls due, actual by the month of the value date, as of the chosen day',
  ],
  parameters: {
    ...shared,
    period: choice('统计月份', 'Months', choicesOf(offered), { required: true, initial: periods.around }),
    from: date('开始日期', 'From'),
    to: date('结束日期', 'To'),
    ...narrowing,
  },
  narrows,
  judging: judgePeriod,
  tables: {
    months: {
      title: ['按月', 'By month'],
      needs: [...counted, ...narrows.direction],
      columns: {
        month: column(text('月份', 'Month'), source(paymentPlan, 'paymentDate')),
        rows: column(integer('计划期数', 'Instalments'), source(paymentPlan)),
        rent: column(money('计划租金及其他', 'Rent and other planned'), source(paymentPlan, 'rent', 'amountPayable')),
        principal: column(money('计划本金', 'Principal planned'), source(paymentPlan, 'principal')),
        amountPayable: column(money('计划合计', 'Planned'), source(paymentPlan, 'amountPayable')),
        open: column(money('其中未付', 'Open of it'), open),
        received: column(
          money('当月实际', 'Actual in the month'),
          source(paymentPlan, 'paidAmount'),
          source(receipt, 'amount', 'valueDate'),
        ),
        late: column(
          money('另收逾期费', 'Late charges'),
          source(paymentPlan, 'paidAmount'),
          source(receipt, 'amount', 'valueDate'),
        ),
      },
      totals: ['rows', 'rent', 'principal', 'amountPayable', 'open', 'received', 'late'],
      order: [['month', 'asc']],
      chart: { by: 'month', bars: ['rent', 'principal'], as: 'columns' },
      opens(name, row, asked) {
        const [first, last] = row
          ? daysOf(String(row.month))
          : [daysOf(asked.firstMonth!)[0], daysOf(asked.lastMonth!)[1]];
        const due = { dueFrom: first, dueTo: last };
        const adds = planned[name];
        if (adds) return listOf('plannedList', adds, asked, plannedList.parameters, due);
        if (name === 'open') return listOf('openList', ['open'], asked, openList.parameters, due);
        if (booked.includes(name))
          return listOf('bookingList', [name], asked, bookingList.parameters, { bookedFrom: first, bookedTo: last });
        return undefined;
      },
    },
  },
});
