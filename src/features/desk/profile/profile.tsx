import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { textIn } from '../../../../contract/domain/text';
import type { Field } from '../../../../contract/schema/fields';
import {
  profile as fields,
  type ProfileField,
  phoneProofs,
  profileProblemText,
} from '../../../../contract/wire/profile';
import { sentence } from '../../../../contract/wire/refusals';
import { password } from '../../../store/auth/password';
import { preferences } from '../../../store/preferences';
import { settings } from '../../../store/settings';
import { Button } from '../../../ui/inputs/buttons';
import { FormField, TextInput } from '../../../ui/inputs/fields';
import { AvatarInput } from '../../../ui/inputs/pictures/AvatarInput';
import { arrange } from '../../../ui/layout/arrange';
import { Form } from '../../../ui/layout/Form';
import { Page } from '../../../ui/layout/frame';
import { initialsOf } from '../../../ui/layout/initials';
import { PageTitle } from '../../../ui/layout/PageTitle';
import { PanelTabs } from '../../../ui/layout/PanelTabs';
import { StatusChip } from '../../../ui/layout/status';
import { Card } from '../../../ui/layout/surfaces';
import { seekWrong } from '../../../ui/overlays/focus';
import { CardSkeleton, EmptyState } from '../../../ui/overlays/messages';
import { errorText } from '../../crud/errorText';
import type { Feature } from '../../crud/feature';
import { PasswordFields } from '../../crud/passwords/PasswordFields';
import styles from './profile.module.css';
import { profileSaga } from './profileSaga';
import { isChanged, isPhoneChanged, type ProfileState, type ProofName, profile } from './profileSlice';

const typedFields = ['realName', 'name', 'phone', 'email'] as const satisfies ProfileField[];
const inputs: Record<(typeof typedFields)[number], { type: string; autoComplete: string }> = {
  realName: { type: 'text', autoComplete: 'name' },
  name: { type: 'text', autoComplete: 'nickname' },
  phone: { type: 'tel', autoComplete: 'tel' },
  email: { type: 'email', autoComplete: 'email' },
};

/** Below a new number: the code that was sent to it, and the password of the user. */
function PhoneProof({ state, needs }: { state: ProfileState; needs: ReturnType<typeof phoneProofs> }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const { proof, proofProblems, sent, seconds, isSending } = state;
  const problemOf = (name: ProofName) => {
    const problem = proofProblems[name];
    if (!problem) return {};
    if (problem === 'first') return { problem: t('login.smsCodeFirst') };
    if (problem === 'required') return { problem: t(name === 'smsCode' ? 'login.smsCodeHint' : 'password.required') };
    return { problem: sentence(problem, language) };
  };
  const prove = (name: ProofName) => (value: string) => dispatch(profile.actions.prove({ name, value }));
  return (
    <>
      {needs.code && (
        <FormField
          required
          label={t('login.smsCode')}
          help={sent.testCode ? t('login.testCode', { code: sent.testCode }) : t('profile.codeHelp')}
          {...problemOf('smsCode')}
        >
          <TextInput
            name="smsCode"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            value={proof.smsCode}
            onChange={prove('smsCode')}
            suffix={
              <Button
                tone="subtle"
                busy={isSending}
                {...(seconds > 0 ? { disabledReason: t('login.resend', { seconds }) } : {})}
                onClick={({ currentTarget }) => {
                  dispatch(profile.actions.sendCode());
                  seekWrong(currentTarget.closest('form'));
                }}
              >
                {seconds > 0 ? t('login.resend', { seconds }) : t(isSending ? 'login.sendingCode' : 'login.sendCode')}
              </Button>
            }
          />
        </FormField>
      )}
      {needs.password && (
        <FormField
          required
          label={t('password.oldPassword')}
          help={t('profile.passwordHelp')}
          {...problemOf('password')}
        >
          <TextInput
            type="password"
            name="password"
            autoComplete="current-password"
            value={proof.password}
            onChange={prove('password')}
          />
        </FormField>
      )}
    </>
  );
}

function InfoForm({ state }: { state: ProfileState }) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const language = useSelector(preferences.selectors.language);
  const deployed = useSelector(settings.selectors.all);
  const { draft, held, problems, pictureProblem } = state;
  if (!draft || !held) return null;
  const fixed = (label: string, value: string) => (
    <FormField label={label}>
      <TextInput value={value || '-'} readOnly onChange={() => undefined} />
    </FormField>
  );
  const trouble =
    pictureProblem === '*network' ? t('request.unreachable') : pictureProblem && errorText(t, pictureProblem);
  return (
    <Form onSubmit={() => dispatch(profile.actions.save())}>
      <FormField label={textIn(fields.avatar.label, language)}>
        <AvatarInput
          url={draft.avatar}
          initials={initialsOf(draft.realName)}
          busy={state.isUploading}
          hint={sentence('upload.badAvatar', language)}
          {...(trouble ? { problem: trouble } : {})}
          onChoose={() => dispatch(profile.actions.chooseAvatar())}
          onRemove={() => dispatch(profile.actions.typed({ name: 'avatar', value: '' }))}
          words={{
            choose: t('profile.choose'),
            replace: t('profile.replace'),
            remove: t('profile.remove'),
            uploading: t('profile.uploading'),
          }}
        />
      </FormField>
      {fixed(t('profile.account'), held.account)}
      {typedFields.map((name) => {
        const problem = problems[name];
        const { label, required = false, maxLength }: Field = fields[name];
        return (
          <Fragment key={name}>
            <FormField
              label={textIn(label, language)}
              required={required}
              {...(problem ? { problem: profileProblemText(name, problem, language) } : {})}
            >
              <TextInput
                {...inputs[name]}
                name={name}
                maxLength={maxLength}
                value={draft[name]}
                onChange={(value) => dispatch(profile.actions.typed({ name, value }))}
              />
            </FormField>
            {name === 'phone' && isPhoneChanged(state) && (
              <PhoneProof state={state} needs={phoneProofs(deployed, draft.phone.trim())} />
            )}
          </Fragment>
        );
      })}
      {fixed(t('profile.department'), held.deptName)}
      {fixed(t('profile.role'), held.roleName)}
      <div className={`${arrange.row} ${styles.foot}`}>
        <Button tone="primary" type="submit" busy={state.isSaving}>
          {t('crud.save')}
        </Button>
        {isChanged(state) && <Button onClick={() => dispatch(profile.actions.undo())}>{t('profile.undo')}</Button>}
      </div>
    </Form>
  );
}

function PasswordForm() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { busy } = useSelector(password.selectors.all);
  return (
    <Form onSubmit={() => dispatch(password.actions.change())}>
      <PasswordFields layout="side" />
      <div className={`${arrange.row} ${styles.foot}`}>
        <Button tone="primary" type="submit" busy={busy}>
          {t('password.change')}
        </Button>
      </div>
    </Form>
  );
}

/** The container of /info/index. */
function ProfilePage() {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const state: ProfileState = useSelector(profile.selectors.all);
  const id = useId();
  const { part, held, lost } = state;
  if (lost !== null)
    return (
      <Page>
        <EmptyState isPage kind="network" title={lost ? errorText(t, lost) : t('crud.cutOffTitle')}>
          <Button icon="arrow-clockwise" onClick={() => dispatch(profile.actions.load())}>
            {t('frame.retry')}
          </Button>
        </EmptyState>
      </Page>
    );
  if (!held)
    return (
      <Page>
        <CardSkeleton lines={7} />
      </Page>
    );
  const items = (['info', 'password'] as const).map((key) => ({
    key,
    label: t(`profile.${key}`),
    name: t(`profile.${key}`),
    count: 0,
  }));
  return (
    <Page>
      <PageTitle title={t('profile.title')}>
        {isChanged(state) && (
          <StatusChip tone="neutral" glyph="edit">
            {t('profile.unsaved')}
          </StatusChip>
        )}
      </PageTitle>
      <Card>
        <PanelTabs
          label={t('profile.title')}
          items={items}
          current={part}
          panelId={`${id}-panel`}
          onPick={(key) => dispatch(profile.actions.turn(key as ProfileState['part']))}
        />
        <div id={`${id}-panel`} role="tabpanel" aria-label={t(`profile.${part}`)} className={styles.panel}>
          {part === 'info' ? <InfoForm state={state} /> : <PasswordForm />}
        </div>
      </Card>
    </Page>
  );
}

export const feature: Feature = {
  name: 'profile',
  needs: ['password'],
  slices: [profile],
  saga: profileSaga,
  pages: { '': ProfilePage },
};
