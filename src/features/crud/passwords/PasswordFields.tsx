import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { leastPasswordLength } from '../../../../contract/domain/passwords';
import { sentence } from '../../../../contract/wire/refusals';
import { type PasswordProblem, password, passwordFields } from '../../../store/auth/password';
import { preferences } from '../../../store/preferences';
import { session } from '../../../store/session';
import { FormField, TextInput } from '../../../ui/inputs/fields';

/** The fields of a password change. */
export function PasswordFields({ layout = 'above' }: { layout?: 'side' | 'above' }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const names = passwordFields(useSelector(session.selectors.user));
  const { form, problems } = useSelector(password.selectors.all);
  const problemText = (problem: PasswordProblem) =>
    problem === 'required' || problem === 'differs'
      ? t(`password.${problem}`)
      : sentence(problem, language, { least: leastPasswordLength });
  return (
    <>
      {names.map((name) => (
        <FormField
          key={name}
          layout={layout}
          required
          label={t(`password.${name}`)}
          {...(problems[name] ? { problem: problemText(problems[name]) } : {})}
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
}
