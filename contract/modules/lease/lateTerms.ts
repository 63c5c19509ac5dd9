import { integer, rate } from '../../schema/fields';

/** What is charged on instalments that are paid late: of a product, and as an order keeps it. */
export function lateTerms(how: { derived?: true; inForm?: false }) {
  return {
    /** Percent a day of what is unpaid; 0 charges nothing. */
    lateRate: rate('逾期费日利率', 'Daily late charge rate', { initial: '0', max: 100, inTable: false, ...how }),
    lateGraceDays: integer('逾期宽限期', 'Grace period, days', {
      unit: 'day',
      initial: 0,
      min: 0,
      max: 365,
      inTable: false,
      ...how,
    }),
    /** Percent of the instalment; empty where nothing limits the charge. */
    lateCapRate: rate('逾期费上限', 'Late charge cap', { max: 1000, inTable: false, ...how }),
  };
}
