import type { TFunction } from 'i18next';
import { useDispatch } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import { type FascContract, fascContract, paperHidden } from '../../../../contract/modules/esign/fascContract';
import { type Order, order } from '../../../../contract/modules/lease/order';
import { type PaymentPlan, paymentPlan, rowName } from '../../../../contract/modules/lease/paymentPlan';
import { type Picture, picture } from '../../../../contract/modules/lease/picture';
import { type MessageLog, messageLog } from '../../../../contract/modules/resource/messageLog';
import { headingOf } from '../../../../contract/schema/columns';
import type { Field } from '../../../../contract/schema/fields';
import { browserActions } from '../../../store/browserActions';
import { wordFor } from '../../../store/crud/dict';
import { LinkButton } from '../../../ui/inputs/LinkButton';
import { Dash, Money } from '../../../ui/layout/figures';
import { cellOf, textOf } from '../../crud/cells';
import { minute } from '../../crud/history/historyWords';
import type { Format } from '../../crud/screen';
import { contractChip, payChip } from '../order/chips';
import { OrderLink } from '../order/links';
import { orderChip } from '../order/orderChip';
import { PlanCell, type PlanHead, PlanRow, PlanTable as Rows } from '../order/plan/PlanTable';

interface TableProps<R> {
  rows: readonly R[];
  isBusy: boolean;
  format: Format;
  t: TFunction;
}

function heads(
  fields: Record<string, Field>,
  columns: readonly (readonly [string, number?])[],
  format: Format,
): PlanHead[] {
  return columns.map(([name, width]) => {
    const field = fields[name]!;
    return {
      word: headingOf(field, format.language),
      ...(width === undefined ? {} : { width }),
      isFigure: field.kind === 'money' || field.kind === 'integer',
    };
  });
}

export function OrderTable({ rows, isBusy, format, t }: TableProps<Order>) {
  return (
    <Rows
      caption={t('customerPage.tabs.orders')}
      isBusy={isBusy}
      columns={heads(
        order.fields,
        [['contractCode', 168], ['productName'], ['totalAmount', 132], ['businessStatus', 120], ['interestDate', 108]],
        format,
      )}
      foot={null}
    >
      <tbody>
        {rows.map((row) => (
          <PlanRow key={row.id}>
            <PlanCell phone="name">
              <OrderLink id={row.id} code={row.contractCode} />
            </PlanCell>
            <PlanCell phone="note">{cellOf(order.fields.productName, row.productName, format)}</PlanCell>
            <PlanCell isFigure phone="amount">
              <Money value={row.totalAmount} />
            </PlanCell>
            <PlanCell phone="state">
              {row.businessStatus === undefined ? <Dash /> : orderChip(row.businessStatus, format)}
            </PlanCell>
            <PlanCell phone="date">{row.interestDate ?? <Dash />}</PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </Rows>
  );
}

export function PlanTable({ rows, isBusy, format, t }: TableProps<PaymentPlan>) {
  return (
    <Rows
      caption={t('customerPage.tabs.plan')}
      isBusy={isBusy}
      columns={heads(
        paymentPlan.fields,
        [['paymentDate', 116], ['contractCode'], ['currentPeriods', 96], ['amountPayable', 156], ['payStatus', 152]],
        format,
      )}
      foot={null}
    >
      <tbody>
        {rows.map((row) => (
          <PlanRow key={row.id} tone={(row.overdueDays ?? 0) > 0 ? 'late' : undefined}>
            <PlanCell phone="code">
              <time>{row.paymentDate ?? '-'}</time>
            </PlanCell>
            <PlanCell phone="name">
              {row.orderId ? <OrderLink id={row.orderId} code={row.contractCode} /> : (row.contractCode ?? <Dash />)}
            </PlanCell>
            <PlanCell isFigure phone="note">
              {rowName(row, format.language, ' / ')}
            </PlanCell>
            <PlanCell isFigure phone="amount">
              <Money value={row.amountPayable} />
            </PlanCell>
            <PlanCell phone="state">{row.payStatus === undefined ? <Dash /> : payChip(row, format)}</PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </Rows>
  );
}

export function ContractTable({ rows, isBusy, format, t }: TableProps<FascContract>) {
  const dispatch = useDispatch();
  const isHidden = (row: FascContract) => row.previewHidden === 1;
  return (
    <Rows
      caption={t('customerPage.heads.fascContract')}
      isBusy={isBusy}
      columns={[
        ...heads(
          fascContract.fields,
          [['contractNumber', 190], ['type'], ['status', 128], ['createTime', 140]],
          format,
        ),
        { word: t('customerPage.action') },
      ]}
      foot={null}
    >
      <tbody>
        {rows.map((row) => (
          <PlanRow key={row.id}>
            <PlanCell phone="name">{cellOf(fascContract.fields.contractNumber, row.contractNumber, format)}</PlanCell>
            <PlanCell phone="note">{cellOf(fascContract.fields.type, row.type, format)}</PlanCell>
            <PlanCell phone="state">{row.status === undefined ? <Dash /> : contractChip(row, format)}</PlanCell>
            <PlanCell phone="date">{minute(row.createTime)}</PlanCell>
            <PlanCell phone="code">
              {row.previewUrl || isHidden(row) ? (
                <LinkButton
                  aria-label={`${t('orderPage.previewPaper')} ${row.contractNumber ?? ''}`}
                  disabledReason={isHidden(row) ? textIn(paperHidden, format.language) : undefined}
                  onClick={() => row.previewUrl && dispatch(browserActions.openWindow(row.previewUrl))}
                >
                  {t('orderPage.previewPaper')}
                </LinkButton>
              ) : (
                <Dash />
              )}
            </PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </Rows>
  );
}

export function PictureTable({ rows, isBusy, format, t }: TableProps<Picture>) {
  const dispatch = useDispatch();
  return (
    <Rows
      caption={t('customerPage.heads.picture')}
      isBusy={isBusy}
      columns={[
        ...heads(picture.fields, [['picType', 140], ['contractCode', 168], ['name'], ['createTime', 140]], format),
        { word: t('customerPage.action') },
      ]}
      foot={null}
    >
      <tbody>
        {rows.map((row) => {
          const type = row.picType === undefined ? '' : wordFor(format.dicts, 'pic_type', row.picType, format.language);
          return (
            <PlanRow key={row.id}>
              <PlanCell phone="name">{type || <Dash />}</PlanCell>
              <PlanCell phone="code">
                {row.orderId ? (
                  <OrderLink id={row.orderId} code={(row as { contractCode?: string | null }).contractCode ?? null} />
                ) : (
                  <Dash />
                )}
              </PlanCell>
              <PlanCell phone="note">{cellOf(picture.fields.name, row.name, format)}</PlanCell>
              <PlanCell phone="date">{minute(row.createTime)}</PlanCell>
              <PlanCell phone="state">
                {row.path ? (
                  <LinkButton
                    aria-label={t('ask.openPicture', { name: type })}
                    onClick={() => dispatch(browserActions.openWindow(row.path))}
                  >
                    {t('crud.view')}
                  </LinkButton>
                ) : (
                  <Dash />
                )}
              </PlanCell>
            </PlanRow>
          );
        })}
      </tbody>
    </Rows>
  );
}

export function MessageTable({ rows, isBusy, format, t }: TableProps<MessageLog>) {
  const { fields } = messageLog;
  return (
    <Rows
      caption={t('customerPage.tabs.messages')}
      isBusy={isBusy}
      columns={heads(
        fields,
        [['createTime', 140], ['kind', 120], ['channel', 72], ['recipient', 132], ['words'], ['state', 96]],
        format,
      )}
      foot={null}
    >
      <tbody>
        {rows.map((row) => (
          <PlanRow key={row.id}>
            <PlanCell phone="date">{minute(row.createTime)}</PlanCell>
            <PlanCell phone="name">{cellOf(fields.kind, row.kind, format)}</PlanCell>
            <PlanCell>{cellOf(fields.channel, row.channel, format)}</PlanCell>
            <PlanCell phone="code">{cellOf(fields.recipient, row.recipient, format)}</PlanCell>
            <PlanCell phone="note">
              <span title={textOf(fields.words, row.words, format) ?? undefined}>
                {cellOf(fields.words, row.words, format)}
              </span>
            </PlanCell>
            <PlanCell phone="state">{cellOf(fields.state, row.state, format)}</PlanCell>
          </PlanRow>
        ))}
      </tbody>
    </Rows>
  );
}
