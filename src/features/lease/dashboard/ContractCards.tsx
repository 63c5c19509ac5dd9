import { useTranslation } from 'react-i18next';
import { type ContractFigures, funnelSteps, listOf } from '../../../../contract/wire/figures';
import { BarRows } from '../../../ui/layout/charts';
import { Card } from '../../../ui/layout/surfaces';
import { useListAddress } from './charting';

export function Funnel({ contracts, today }: { contracts: ContractFigures; today: string }) {
  const { t } = useTranslation();
  const addressOf = useListAddress();
  const { sent } = contracts.funnel;
  const tones = { sent: 'main', signed: 'success', waiting: 'soft', refused: 'danger', expired: 'warning' } as const;
  return (
    <Card title={t('dashboard.funnel')} note={t('dashboard.funnelNote')}>
      <BarRows
        label={t('dashboard.funnel')}
        rows={funnelSteps.map((step) => {
          const count = contracts.funnel[step];
          const part = sent > 0 ? `${((100 * count) / sent).toFixed(1)}%` : '-';
          const name = t(`dashboard.step.${step}`);
          return {
            key: step,
            label: name,
            bar: { key: step, value: count, tone: step in tones ? tones[step as keyof typeof tones] : 'neutral' },
            figure: String(count),
            note: part,
            name: t('dashboard.stepName', { name, count, part }),
            to: addressOf(listOf.funnel(today, step)),
          };
        })}
      />
    </Card>
  );
}
