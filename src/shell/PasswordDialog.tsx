import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../look/buttons';
import { Dialog } from '../look/Dialog';
import { FormField, TextInput } from '../look/fields';
import { leastLength, type PasswordForm, password } from '../store/password';
import { session } from '../store/session';

const names = ['oldPassword', 'newPassword', 'newPassword1'] as const satisfies (keyof PasswordForm)[];

/** A one-time password is changed before anything else; the only other way out is to leave. */
export const PasswordDialog = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { form, problems, busy } = useSelector(password.selectors.all);
  return (
    <Dialog
      title={t('password.title')}
      size={400}
      kind="alert"
      footer={
        <>
          <Button onClick={() => dispatch(session.actions.signOut())}>{t('frame.signOut')}</Button>
          <Button tone="primary" type="submit" form="password-form" busy={busy}>
            {t('password.change')}
          </Button>
        </>
      }
    >
      <form
        id="password-form"
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          dispatch(password.actions.change());
        }}
      >
        <p>{t('password.why')}</p>
        {names.map((name) => (
          <FormField
            key={name}
            layout="above"
            required
            label={t(`password.${name}`)}
            {...(problems[name] ? { problem: t(`password.${problems[name]}`, { least: leastLength }) } : {})}
          >
            <TextInput
              type="password"
              name={name}
              autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
              value={form[name]}
              onChange={(value) => dispatch(password.actions.typed({ name, value }))}
            />
          </FormField>
        ))}
      </form>
    </Dialog>
  );
};
