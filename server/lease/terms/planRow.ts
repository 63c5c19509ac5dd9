import { amount, day, shape, whole } from '../../kernel/schemas';

/** A row of a plan that is computed, not stored. */
export const planRow = shape({
  kind: whole(),
  currentPeriods: whole(),
  totalPeriods: whole(),
  paymentDate: day(),
  days: whole(),
  rent: amount(),
  principal: amount(),
  other: amount(),
  amountPayable: amount(),
  monthlyRent: amount(),
  balance: amount(),
  residual: amount(),
});
