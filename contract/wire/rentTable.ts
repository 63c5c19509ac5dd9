/** What can be wrong with a rent table, for the server's refusal and the console's grid. */
import type { TableFault } from '../domain/leasing/terms';
import type { Text } from '../domain/text';

/** `{row}`: the number of the row, from 1. */
export const faultTexts = {
  empty: ['请填写租金表', 'Enter the rent table'],
  tooLong: ['租金表最多 600 行', 'A rent table has up to 600 rows'],
  row: [
    '第 {row} 行须有日期和不小于零的金额，且不能全为零',
    'Row {row} needs a date and amounts that are not negative nor all zero',
  ],
  order: ['第 {row} 行的日期须晚于上一行', 'The date of row {row} must follow that of the row above'],
  early: ['第 {row} 行的日期早于起租日期', 'The date of row {row} is before the start of the lease'],
  sum: ['各行本金之和须等于总金额', 'The principal of all rows must add up to the principal of the order'],
  unwanted: ['只有还款方式为租金表的产品才有租金表', 'Only products with the method Rent table have one'],
} as const satisfies Record<TableFault | 'unwanted', Text>;
