import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { isPasswordFault, leastPasswordLength } from '../../../contract/domain/passwords';
import { sentence } from '../../../contract/wire/refusals';
import {
  proposed,
  type RegistrationField,
  type RegistrationProblem,
  registration,
} from '../../store/auth/registration';
import { signIn } from '../../store/auth/signIn';
import { preferences } from '../../store/preferences';
import { session } from '../../store/session';
import { settings } from '../../store/settings';
import { Button } from '../../ui/inputs/buttons';
import { FormField, TextInput } from '../../ui/inputs/fields';
import { Form } from '../../ui/layout/Form';
import { Dialog } from '../../ui/overlays/Dialog';
import { MessageBar } from '../../ui/overlays/MessageBar';

const fields = ['tenantId', 'name', 'account', 'password', 'password2'] as const satisfies RegistrationField[];
function isSecret(name: RegistrationField) {
  return name === 'password' || name === 'password2';
}

/** A guest must register before using the console, or sign out. */
export function RegisterDialog() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { draft: typed, problem, error, isBusy, isSubmitted } = useSelector(registration.selectors.all);
  const user = useSelector(session.selectors.user);
  const { tenantId } = useSelector(settings.selectors.all);
  const asksTenant = useSelector(signIn.selectors.tenant) === null;
  const language = useSelector(preferences.selectors.language);
  const draft = proposed(typed, user, tenantId);
  const problemText = (problem: RegistrationProblem) =>
    isPasswordFault(problem)
      ? sentence(problem, language, { least: leastPasswordLength })
      : t(`registration.${problem}`);
  if (isSubmitted)
    return (
      <Dialog
        key="submitted"
        title={t('registration.noticeTitle')}
        size={400}
        kind="alert"
        footer={
          <Button tone="primary" onClick={() => dispatch(registration.actions.acknowledge())}>
            {t('ask.sure')}
          </Button>
        }
      >
        <p>{t('registration.submitted')}</p>
      </Dialog>
    );
  return (
    <Dialog
      key="form"
      title={t('registration.title')}
      size="20"
      kind="alert"
      footer={
        <>
          <Button onClick={() => dispatch(registration.actions.acknowledge())}>{t('registration.leave')}</Button>
          <Button tone="primary" type="submit" form="registration-form" busy={isBusy}>
            {t('registration.submit')}
          </Button>
        </>
      }
    >
      <Form id="registration-form" onSubmit={() => dispatch(registration.actions.submit())}>
        {error && (
          <MessageBar tone="danger">{'text' in error ? error.text : t(error.say as 'registration.failed')}</MessageBar>
        )}
        {fields
          .filter((name) => asksTenant || name !== 'tenantId')
          .map((name) => (
            <FormField
              key={name}
              layout="above"
              required={name !== 'name'}
              label={t(`registration.${name}`)}
              {...(problem?.on === name ? { problem: problemText(problem.say) } : {})}
            >
              <TextInput
                type={isSecret(name) ? 'password' : 'text'}
                name={name}
                autoComplete={isSecret(name) ? 'new-password' : 'off'}
                value={draft[name]}
                onChange={(value) => dispatch(registration.actions.edit({ name, value }))}
              />
            </FormField>
          ))}
      </Form>
    </Dialog>
  );
}
