import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectionMix } from '../../../../contract/domain/lifecycle/direction';

/**
 * Texts that follow the direction of money: where a text has a variant `<key>_collect` or `<key>_mixed`, that one is
 * said of money that customers pay, or of both directions at once. The plain text is that of payments to customers.
 */
export function directed(t: TFunction, mix: DirectionMix): TFunction {
  if (mix === 'payout') return t;
  const said = (key: string, values?: object) =>
    (t as (key: string, values: object) => string)(key, { context: mix, ...values });
  return said as unknown as TFunction;
}

/** The texts for a direction, the same function until it changes. */
export function useDirected(mix: DirectionMix): TFunction {
  const { t } = useTranslation();
  return useMemo(() => directed(t, mix), [t, mix]);
}
