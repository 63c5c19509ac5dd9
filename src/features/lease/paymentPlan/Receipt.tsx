import { useDispatch, useSelector } from 'react-redux';
import { capitals, formatMoney } from '../../../../contract/domain/money';
import { browserActions } from '../../../store/browserActions';
import { Icon } from '../../../ui/icons/Icon';
import { Button, ButtonLink } from '../../../ui/inputs/buttons';
import { arrange } from '../../../ui/layout/arrange';
import { Card, Workings } from '../../../ui/layout/surfaces';
import { text } from '../../../ui/layout/text';
import { takeFocus } from '../../../ui/overlays/uncover';
import { usePageAddress } from '../../crud/links';
import { useDirected } from '../direction/directed';
import { OrderLink } from '../order/links';
import { type PaymentsState, payments } from './paymentsSlice';
import styles from './Receipt.module.css';
import { useExport } from './ResultBar';
import { amountOrDash, shareTexts } from './words';

/** The paid batch: its number, sum, and settled orders. */
export function Receipt({ state }: { state: PaymentsState }) {
  const t = useDirected(useSelector(payments.selectors.mix));
  const dispatch = useDispatch();
  const addressOf = usePageAddress();
  const exportRows = useExport(state);
  if (!state.receipt) return null;
  const { batch, time } = state.receipt;
  const rows = addressOf({ feature: 'paymentPlan', search: `batchNo=${batch.batchNo}` });
  return (
    <Card variant="fill">
      <div className={`${arrange.stack} ${styles.receipt}`}>
        <div className={arrange.middle} role="status">
          <Icon name="checkmark-circle-f" size={32} className={text.good} />
          <h2 ref={takeFocus} tabIndex={-1} className={text.large}>
            {t('payments.paidTitle', { count: batch.count })}
          </h2>
          {batch.totalAmount !== undefined && (
            <>
              <output className={text.total}>{t('payments.yuan', { amount: formatMoney(batch.totalAmount) })}</output>
              <span className={text.caption}>{capitals(batch.totalAmount)}</span>
            </>
          )}
        </div>
        <Workings
          items={[
            [t('payments.batchNo'), <b key="no">{batch.batchNo}</b>],
            [t('payments.paidAt'), time],
            ...shareTexts(batch, t),
            ...(batch.banks ?? []).map(
              ({ bankName, count, totalAmount }) =>
                [
                  bankName,
                  `${t('payments.items', { count })} · ${t('payments.yuan', { amount: amountOrDash(totalAmount) })}`,
                ] as const,
            ),
            ...(batch.settles.length > 0
              ? [
                  [
                    t('payments.settledOrders'),
                    <ul key="settled">
                      {batch.settles.map(({ orderId, contractCode, customerName }) => (
                        <li key={orderId}>
                          <OrderLink id={orderId} code={contractCode} /> {customerName}
                        </li>
                      ))}
                    </ul>,
                  ] as const,
                ]
              : []),
          ]}
        />
        <footer className={`${arrange.row} ${arrange.noPrint}`}>
          <Button tone="primary" onClick={() => dispatch(payments.actions.goOn())}>
            {t('payments.goOn')}
          </Button>
          {rows && (
            <ButtonLink icon="document-text" to={rows}>
              {t('payments.seeBatch')}
            </ButtonLink>
          )}
          <Button icon="arrow-download" onClick={exportRows}>
            {t('payments.export')}
          </Button>
          <Button icon="print" onClick={() => dispatch(browserActions.print())}>
            {t('payments.print')}
          </Button>
        </footer>
      </div>
    </Card>
  );
}
