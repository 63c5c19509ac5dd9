import { useTranslation } from 'react-i18next';
import { textIn } from '../../../../contract/domain/text';
import type { LoanInformation } from '../../../../contract/modules/lease/loanInformation';
import type { Reading } from '../../../../contract/wire/ocr/papers';
import { arrange } from '../../../ui/layout/arrange';
import { Dash } from '../../../ui/layout/figures';
import { StatusChip } from '../../../ui/layout/status';
import { Card, Figures } from '../../../ui/layout/surfaces';
import { useFormat } from '../../crud/useFormat';
import { CustomerLink } from '../customer/links';
import { OrderLink } from '../order/links';
import { fieldsOf } from './attention';
import { Compare } from './Compare';

/** With the names of what it refers to. */
type Shown = LoanInformation & { customerName?: string | null; contractCode?: string | null };

/** What was accepted, by whom, and what had been read. */
export function Accepted({ reading, record }: { reading: Reading; record: Shown | null }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const rows = fieldsOf(reading.type).map(([key, { label }]) => ({
    key,
    label: textIn(label, language) ?? key,
    before: reading.fields.find((field) => field.key === key)?.value ?? '',
    after: reading.accepted?.[key] ?? '',
  }));
  return (
    <Card
      title={t('papers.acceptedTitle')}
      aside={
        <StatusChip tone="success" glyph="checkmark-circle">
          {t('papers.state.accepted')}
        </StatusChip>
      }
    >
      <div className={arrange.fields}>
        <Figures
          items={[
            { label: t('papers.acceptedBy'), value: record?.acceptUserName ?? <Dash /> },
            { label: t('papers.acceptedAt'), value: record?.acceptTime ?? <Dash /> },
            ...(record?.customerId
              ? [
                  {
                    label: t('papers.customer'),
                    value: <CustomerLink id={record.customerId}>{record.customerName}</CustomerLink>,
                  },
                ]
              : []),
            ...(record?.orderId
              ? [
                  {
                    label: t('papers.order'),
                    value: <OrderLink id={record.orderId} code={record.contractCode ?? null} />,
                  },
                ]
              : []),
          ]}
        />
        {rows.length > 0 && (
          <Compare
            differing="corrected"
            label={t('papers.acceptedTitle')}
            words={{ before: t('papers.readValue'), after: t('papers.acceptedValue') }}
            rows={rows}
          />
        )}
      </div>
    </Card>
  );
}
