import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { active } from '../../../../../contract/domain/orderStates';
import { textIn } from '../../../../../contract/domain/text';
import { order, paperStates } from '../../../../../contract/modules/lease/order';
import { Button } from '../../../../ui/inputs/buttons';
import { DateInput } from '../../../../ui/inputs/dates';
import { FormField, TextArea, TextInput } from '../../../../ui/inputs/fields';
import { arrange } from '../../../../ui/layout/arrange';
import { Form } from '../../../../ui/layout/Form';
import { Dialog } from '../../../../ui/overlays/Dialog';
import { focusWrong } from '../../../../ui/overlays/focus';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { errorText } from '../../../crud/errorText';
import { useFormat } from '../../../crud/useFormat';
import { type ChangeForm, changeForm } from './changeSlice';

const { actions: at } = changeForm;

/** Where a change of account or start is asked for; what it does to contracts and instalments is said before. */
export function ChangeDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { language } = useFormat();
  const { held, form, wrong, error, isBusy, attempts } = useSelector(changeForm.selectors.all);
  if (!held) return null;
  const isRunning = (held.businessStatus ?? 0) >= active;
  const label = (name: 'bankCardCode' | 'bankName' | 'interestDate') => textIn(order.fields[name].label, language);
  const problem = (name: keyof ChangeForm) => (wrong.includes(name) ? { problem: t(`change.wrong.${name}`) } : {});
  const type = (typed: Partial<ChangeForm>) => dispatch(at.typed(typed));
  const effect = isRunning ? 'running' : held.paperState === paperStates.signed ? 'signed' : 'issued';
  return (
    <Dialog
      title={t('change.title')}
      size={600}
      kind="alert"
      onClose={() => dispatch(at.closed())}
      closeLabel={t('frame.close')}
      footer={
        <>
          <Button onClick={() => dispatch(at.closed())}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form="change-form" busy={isBusy}>
            {t('change.send')}
          </Button>
        </>
      }
    >
      <Form id="change-form" onSubmit={() => dispatch(at.send())}>
        {attempts > 0 && <span key={attempts} ref={focusWrong} hidden />}
        <div className={arrange.column}>
          <MessageBar tone="info">
            {t(`change.effect.${effect}`)} {t('change.second')}
          </MessageBar>
          {error && <MessageBar tone="warning">{errorText(t, error)}</MessageBar>}
          <FormField layout="above" required label={label('bankCardCode')} {...problem('bankCardCode')}>
            <TextInput
              name="bankCardCode"
              inputMode="numeric"
              maxLength={32}
              value={form.bankCardCode}
              onChange={(bankCardCode) => type({ bankCardCode })}
            />
          </FormField>
          <FormField layout="above" required label={label('bankName')} {...problem('bankName')}>
            <TextInput
              name="bankName"
              maxLength={64}
              value={form.bankName}
              onChange={(bankName) => type({ bankName })}
            />
          </FormField>
          {!isRunning && (
            <FormField
              layout="above"
              label={label('interestDate')}
              help={t('change.startHelp')}
              {...problem('interestDate')}
            >
              <DateInput
                name="interestDate"
                value={form.interestDate}
                pickLabel={t('crud.pick')}
                onChange={(interestDate) => type({ interestDate })}
              />
            </FormField>
          )}
          <FormField layout="above" required label={t('ask.reason')} {...problem('reason')}>
            <TextArea
              name="reason"
              rows={2}
              maxLength={200}
              value={form.reason}
              onChange={(reason) => type({ reason })}
            />
          </FormField>
        </div>
      </Form>
    </Dialog>
  );
}
