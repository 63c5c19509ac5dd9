/** The figures of the home page in the API document; `contract/wire/figures` explains them. */
import { ages, funnelSteps } from '../../../contract/wire/figures';
import { amount, day, list, moment, nullable, oneOf, optional, shape, text, whole } from '../../kernel/schemas';

const total = { count: whole(), amount: amount() };
const month = text();

export const dashboardAnswer = shape({
  today: day(),
  asOf: moment(),
  orders: optional(
    shape({
      sides: list(
        shape({
          direction: whole(),
          onLease: shape({ ...total, before: optional(amount()), change: optional(nullable(amount())) }),
          states: list(shape({ ...total, status: whole() })),
          products: optional(list(shape({ ...total, name: nullable(text()), share: amount() }))),
          otherProducts: optional(nullable(shape({ ...total, products: whole(), share: amount() }))),
        }),
      ),
      vouchers: shape({ count: whole(), since: nullable(moment()) }),
    }),
  ),
  plan: optional(
    shape({
      sides: list(
        shape({
          direction: whole(),
          today: shape(total),
          due: list(shape({ ...total, days: whole(), principal: amount(), today: whole() })),
          overdue: shape({ ...total, longestDays: whole() }),
          cash: list(shape({ month, rent: amount(), principal: amount() })),
          ages: list(shape({ ...total, key: oneOf(...ages.map(({ key }) => key)) })),
          maturing: list(shape({ month, count: whole(), principal: amount() })),
        }),
      ),
    }),
  ),
  contracts: optional(
    shape({
      waiting: shape({ count: whole(), long: whole() }),
      funnel: shape(Object.fromEntries(funnelSteps.map((step) => [step, whole()]))),
    }),
  ),
  investment: optional(shape({ orders: whole(), invested: amount(), returned: amount(), margin: amount() })),
  cards: list(shape({ module: text(), name: text(), count: whole(), amount: optional(amount()) })),
});
