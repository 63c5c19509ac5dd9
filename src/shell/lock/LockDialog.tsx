import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { screenLock } from '../../store/auth/screenLock';
import { Button } from '../../ui/inputs/buttons';
import { FormField, TextInput } from '../../ui/inputs/fields';
import { Form } from '../../ui/layout/Form';
import { Dialog } from '../../ui/overlays/Dialog';

/** Asks for the password with which the screen is locked. */
export function LockDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const setting = useSelector(screenLock.selectors.setting);
  if (!setting) return null;
  const { password, problem, isBusy } = setting;
  return (
    <Dialog
      title={t('lock.setTitle')}
      size={400}
      closeLabel={t('frame.close')}
      onClose={() => dispatch(screenLock.actions.cancel())}
      footer={
        <>
          <Button onClick={() => dispatch(screenLock.actions.cancel())}>{t('ask.cancel')}</Button>
          <Button tone="primary" type="submit" form="lock-form" icon="lock-closed" busy={isBusy}>
            {t('lock.lock')}
          </Button>
        </>
      }
    >
      <Form id="lock-form" onSubmit={() => dispatch(screenLock.actions.set())}>
        <FormField
          label={t('lock.password')}
          layout="above"
          required
          help={t('lock.setHelp')}
          {...(problem ? { problem: t('lock.required') } : {})}
        >
          <TextInput
            type="password"
            name="lock-password"
            autoComplete="new-password"
            readOnly={isBusy}
            value={password}
            onChange={(typed) => dispatch(screenLock.actions.choose({ password: typed }))}
          />
        </FormField>
      </Form>
    </Dialog>
  );
}
