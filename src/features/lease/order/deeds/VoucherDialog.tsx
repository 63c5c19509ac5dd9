import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { cents, formatMoney } from '../../../../../contract/domain/money';
import { textIn } from '../../../../../contract/domain/text';
import { order } from '../../../../../contract/modules/lease/order';
import { isDocument } from '../../../../../contract/modules/lease/picture';
import { type VoucherView, voucherLimits } from '../../../../../contract/wire/lease/voucher';
import { browserActions } from '../../../../store/browserActions';
import { Button } from '../../../../ui/inputs/buttons';
import { DateInput } from '../../../../ui/inputs/dates';
import { FormField, TextArea, TextInput } from '../../../../ui/inputs/fields';
import { MoneyInput } from '../../../../ui/inputs/numbers';
import { Form } from '../../../../ui/layout/Form';
import { PictureButton } from '../../../../ui/layout/record';
import { Dialog } from '../../../../ui/overlays/Dialog';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { errorText } from '../../../crud/errorText';
import { PageLink } from '../../../crud/links';
import { useFormat } from '../../../crud/useFormat';
import { orderPage } from '../links';
import styles from './VoucherDialog.module.css';
import { isOtherAmount, needsReason } from './voucherRules';
import { type VoucherForm, voucherForm } from './voucherSlice';

const { actions: at } = voucherForm;

/** Other orders that show the same transfer, as links. */
function OtherUses({ usedBy }: Pick<VoucherView, 'usedBy'>) {
  const { t } = useTranslation();
  if (usedBy.length === 0) return null;
  return (
    <MessageBar tone="warning">
      <div>{t('voucher.used')}</div>
      <div className={styles.uses}>
        {usedBy.map(({ by, orderId, name }, index) => (
          <span key={orderId ?? index}>
            {orderId ? (
              <PageLink to={orderPage(orderId)}>{name ?? t('voucher.otherOrder')}</PageLink>
            ) : (
              t('voucher.hiddenOrder')
            )}{' '}
            {t(`voucher.by.${by}`)}
          </span>
        ))}
      </div>
    </MessageBar>
  );
}

/** The slips of an order beside the form in which a person says what came in. */
export function VoucherDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { paper, form, wrong, waits, error, isBusy } = useSelector(voucherForm.selectors.all);
  if (!paper) return null;
  const { view } = paper;
  const label = (name: 'voucherAmount' | 'voucherDate' | 'voucherPayer' | 'voucherSerial') =>
    textIn(order.fields[name].label, language);
  const problem = (name: keyof VoucherForm) => (wrong.includes(name) ? { problem: t(`voucher.wrong.${name}`) } : {});
  const type = (typed: Partial<VoucherForm>) => dispatch(at.typed(typed));
  const isOther = isOtherAmount(form, view);
  const isBelow = isOther && cents(form.amount) < cents(view.expected!);
  const differs = view.lowersOrder ? 'voucher.differs' : 'voucher.differsLease';
  const word = isBelow && view.lowersOrder ? 'voucher.below' : differs;
  const usual = view.lowersOrder ? 'voucher.usual' : view.expected ? 'voucher.usualLease' : 'voucher.typed';
  return (
    <Dialog
      title={t('voucher.title', { code: paper.code })}
      size={1200}
      kind="alert"
      onClose={() => dispatch(at.closed())}
      closeLabel={t('frame.close')}
      footer={
        <>
          <Button onClick={() => dispatch(at.closed())}>{t('ask.cancel')}</Button>
          <Button
            tone="primary"
            type="submit"
            form="voucher-form"
            busy={isBusy}
            disabledReason={view.isOwn ? t('voucher.own') : undefined}
          >
            {t('voucher.confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.sides}>
        <Form id="voucher-form" onSubmit={() => dispatch(at.confirm())}>
          <div className={styles.form}>
            {view.isOwn && <MessageBar tone="info">{t('voucher.own')}</MessageBar>}
            <OtherUses usedBy={view.usedBy} />
            {waits && <MessageBar tone="info">{waits}</MessageBar>}
            {error && <MessageBar tone="warning">{errorText(t, error)}</MessageBar>}
            <FormField
              layout="above"
              required
              label={label('voucherAmount')}
              help={t(view.isRead ? 'voucher.read' : usual)}
              {...(isOther ? { warning: t(word, { amount: formatMoney(view.expected ?? '0') }) } : {})}
              {...problem('amount')}
            >
              <MoneyInput name="amount" value={form.amount} onChange={(amount) => type({ amount })} />
            </FormField>
            <FormField layout="above" required label={label('voucherDate')} {...problem('date')}>
              <DateInput name="date" value={form.date} pickLabel={t('crud.pick')} onChange={(date) => type({ date })} />
            </FormField>
            <FormField
              layout="above"
              label={label('voucherPayer')}
              help={t('voucher.payerHelp', { name: paper.customer })}
            >
              <TextInput
                name="payer"
                maxLength={voucherLimits.payer}
                value={form.payer}
                onChange={(payer) => type({ payer })}
              />
            </FormField>
            <FormField layout="above" label={label('voucherSerial')}>
              <TextInput
                name="serial"
                maxLength={voucherLimits.serial}
                value={form.serial}
                onChange={(serial) => type({ serial })}
              />
            </FormField>
            <FormField
              layout="above"
              required={needsReason(form, view)}
              label={t('voucher.reason')}
              help={t('voucher.reasonHelp')}
              {...problem('reason')}
            >
              <TextArea
                name="reason"
                rows={2}
                maxLength={voucherLimits.reason}
                value={form.reason}
                onChange={(reason) => type({ reason })}
              />
            </FormField>
          </div>
        </Form>
        {/* Behind the form in order, because opening focuses the first element. */}
        <div className={styles.slips}>
          {view.slips.length === 0 && <MessageBar tone="warning">{t('order.ask.noVoucher')}</MessageBar>}
          {view.slips.map(({ id, name, link }) => (
            <PictureButton
              key={id}
              picture={{ url: link, kind: isDocument({ name }) ? 'document' : 'image' }}
              label={t('ask.openPicture', { name })}
              onOpen={() => dispatch(browserActions.openWindow(link))}
            />
          ))}
        </div>
      </div>
    </Dialog>
  );
}
