import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DirectionMix } from '../../../../contract/domain/lifecycle/direction';

/**
 * Texts that follow the direction of money: where a text has a variant `<key>_collect` or `<key>_mixed`, that one is
 * said of money that customers pay, or of both directions at once. The plain text is that of payments to customers.
 */
export function useDirected(mix: DirectionMix): TFunction {
  const { t } = useTranslation();
  return useMemo(() => {
    if (mix === 'payout') return t;
    const directed = (key: string, values?: object) =>
      (t as (key: string, values: object) => string)(key, { context: mix, ...values });
    return directed as unknown as TFunction;
  }, [t, mix]);
}
