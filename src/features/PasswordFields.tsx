import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { FormField, TextInput } from '../look/fields';
import { focusWrong } from '../look/focus';
import { leastLength, type PasswordForm, password } from '../store/password';

const names = ['oldPassword', 'newPassword', 'newPassword1'] as const satisfies (keyof PasswordForm)[];

/** The three fields with which a password is changed. */
export const PasswordFields = ({ layout = 'above' }: { layout?: 'side' | 'above' }) => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { form, problems, attempts } = useSelector(password.selectors.all);
  return (
    <>
      {attempts > 0 && <span key={attempts} ref={focusWrong} hidden />}
      {names.map((name) => (
        <FormField
          key={name}
          layout={layout}
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
    </>
  );
};
