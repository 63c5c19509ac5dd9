import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../../../ui/inputs/buttons';
import { Checkbox } from '../../../../ui/inputs/choices';
import { FieldNote, FormField, TextInput } from '../../../../ui/inputs/fields';
import { Form } from '../../../../ui/layout/Form';
import { Dialog } from '../../../../ui/overlays/Dialog';
import { MessageBar } from '../../../../ui/overlays/MessageBar';
import { errorText } from '../../../crud/errorText';
import { useFormat } from '../../../crud/useFormat';
import { paperName } from '../ContractRow';
import styles from './counter.module.css';
import { type CounterForm, counter } from './counterSlice';

const { actions: at } = counter;

/** Form in which the witness confirms the identity of the customer before signing on this screen. */
export function CounterDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const format = useFormat();
  const { paper, form, missing, error, isBusy } = useSelector(counter.selectors.all);
  if (!paper) return null;
  const problem = (name: keyof CounterForm) =>
    missing.includes(name) ? { problem: t(`counter.missing.${name}`) } : {};
  return (
    <Dialog
      title={t('counter.title')}
      size={600}
      kind="alert"
      onClose={() => dispatch(at.closed())}
      closeLabel={t('frame.close')}
      footer={
        <>
          <Button onClick={() => dispatch(at.closed())}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form="counter-form" busy={isBusy}>
            {t('counter.begin')}
          </Button>
        </>
      }
    >
      <Form id="counter-form" onSubmit={() => dispatch(at.begin())}>
        <p>
          {t('counter.what', {
            customer: paper.customerName,
            paper: paperName(paper, { format }),
            number: paper.contractNumber,
          })}
        </p>
        <ol className={styles.steps}>
          <li>{t('counter.step1')}</li>
          <li>{t('counter.step2')}</li>
          <li>{t('counter.step3')}</li>
        </ol>
        {error && <MessageBar tone="warning">{errorText(t, error)}</MessageBar>}
        <FormField layout="above" required label={t('counter.idNo')} help={t('counter.idNoHelp')} {...problem('idNo')}>
          <TextInput
            name="idNo"
            autoComplete="off"
            maxLength={30}
            value={form.idNo}
            onChange={(idNo) => dispatch(at.typed({ idNo }))}
          />
        </FormField>
        <FormField
          layout="above"
          required
          label={t('counter.password')}
          help={t('counter.passwordHelp')}
          {...problem('password')}
        >
          <TextInput
            type="password"
            name="password"
            autoComplete="current-password"
            value={form.password}
            onChange={(password) => dispatch(at.typed({ password }))}
          />
        </FormField>
        <Checkbox
          checked={form.hasSeen}
          aria-invalid={missing.includes('hasSeen') || undefined}
          onChange={(hasSeen) => dispatch(at.typed({ hasSeen }))}
        >
          {t('counter.seen')}
        </Checkbox>
        {missing.includes('hasSeen') && <FieldNote tone="problem">{t('counter.missing.hasSeen')}</FieldNote>}
      </Form>
    </Dialog>
  );
}
