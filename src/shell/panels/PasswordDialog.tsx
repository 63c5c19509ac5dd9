import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { PasswordFields } from '../../features/crud/passwords/PasswordFields';
import { password } from '../../store/auth/password';
import { session } from '../../store/session';
import { Button } from '../../ui/inputs/buttons';
import { Form } from '../../ui/layout/Form';
import { Dialog } from '../../ui/overlays/Dialog';

/** A one-time password must be changed before anything else; the only alternative is signing out. */
export function PasswordDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { busy } = useSelector(password.selectors.all);
  const isFirst = useSelector(session.selectors.user)?.setsPassword === true;
  return (
    <Dialog
      title={t(isFirst ? 'password.setTitle' : 'password.title')}
      size={400}
      kind="alert"
      footer={
        <>
          <Button onClick={() => dispatch(session.actions.signOut())}>{t('frame.signOut')}</Button>
          <Button tone="primary" type="submit" form="password-form" busy={busy}>
            {t(isFirst ? 'password.set' : 'password.change')}
          </Button>
        </>
      }
    >
      <Form id="password-form" onSubmit={() => dispatch(password.actions.change())}>
        <p>{t('password.why')}</p>
        <PasswordFields />
      </Form>
    </Dialog>
  );
}
