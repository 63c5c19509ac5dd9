import { type InputHTMLAttributes, type ReactNode, useMemo, useState } from 'react';
import { type Language, languages } from '../../../contract/domain/languages';
import { Glyph } from '../../ui/icons/Glyph';
import type { LoginIcon } from '../../ui/icons/loginIcons';
import { uncover } from '../../ui/overlays/uncover';
import { LoginBrand } from './LoginBrand';

export type LoginMode = 'user' | 'phone' | 'social' | 'sso';

export interface LoginDraft {
  tenantId: string;
  username: string;
  password: string;
  captcha: string;
  phone: string;
  smsCode: string;
}
export type LoginField = keyof LoginDraft;

export interface LoginPageProps {
  words: {
    product: string;
    slogan: string;
    sloganText: string;
    /** Three promises: encrypted passwords, traceable actions, sessions that expire. */
    points: readonly [string, string, string];
    title: string;
    modes: string;
    mode: Record<LoginMode, string>;
    tenant: string;
    account: string;
    accountHint: string;
    password: string;
    passwordHint: string;
    showPassword: string;
    hidePassword: string;
    captcha: string;
    captchaHint: string;
    renewCaptcha: string;
    phone: string;
    phoneHint: string;
    smsCode: string;
    smsCodeHint: string;
    submit: string;
    language: string;
    /** Notice about failed tries. */
    note: string;
    version: string;
  };
  mode: LoginMode;
  /** The available ways to sign in; a single one is not listed. */
  modes: readonly LoginMode[];
  draft: LoginDraft;
  problems: Partial<Record<LoginField, string>>;
  /** Error of the last try, '' without one. */
  error: string;
  isBusy: boolean;
  /** The field that gets the focus whenever `turn` changes. */
  focus: { on: LoginField | ''; turn: number };
  /** Name of the tenant of this page. */
  tenantName?: string;
  /** Shown where users enter their tenant; the tenant number that applies when it is empty. */
  tenantHint?: string;
  /** Shown when a captcha is required; `image` is a data URL, '' while it loads. */
  captcha?: { image: string; onRenew(): void };
  /**
   * The button that requests a code by phone; while waiting it shows the seconds. `test`: a note with the code in test
   * mode, where no message is sent.
   */
  sms: { label: string; test?: string; isWaiting: boolean; onSend(): void };
  /** External identity providers. */
  providers: readonly { key: string; label: string; onVisit(): void }[];
  /** Shown in a mode without fields: what will happen, or why nothing can. */
  hint?: string;
  /** Whether the mode has a sign-in button. */
  hasSubmit: boolean;
  language: Language;
  onMode(mode: LoginMode): void;
  onEdit(name: LoginField, value: string): void;
  onSubmit(): void;
  onLanguage(language: Language): void;
}

interface FieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'autoComplete' | 'maxLength'> {
  name: LoginField;
  glyph: LoginIcon;
  label: string;
  hint?: string;
  inputMode?: 'numeric';
  end?: ReactNode;
}

/** The state that all fields of the form share. */
type FormState = Pick<LoginPageProps, 'draft' | 'problems' | 'focus' | 'onEdit'>;
type Words = LoginPageProps['words'];

function Field({ form, name, glyph, label, hint: placeholder, end, ...input }: FieldProps & { form: FormState }) {
  const { draft, problems, focus, onEdit } = form;
  const { turn } = focus;
  // A new function for each turn, because React calls a ref when it changes. At first an existing focus is kept.
  const takeFocus = useMemo(
    () => (input: HTMLInputElement | null) => {
      const held = input?.ownerDocument.activeElement;
      if (turn > 0 || held === input?.ownerDocument.body) input?.focus();
    },
    [turn],
  );
  return (
    <div className="field">
      <label htmlFor={`login-${name}`}>{label}</label>
      <div className="input">
        <Glyph name={glyph} />
        <input
          id={`login-${name}`}
          ref={name === focus.on ? takeFocus : undefined}
          name={name}
          type="text"
          autoComplete="off"
          placeholder={placeholder}
          value={draft[name]}
          aria-invalid={problems[name] ? true : undefined}
          aria-describedby={problems[name] ? `login-${name}-problem` : undefined}
          onChange={({ currentTarget }) => onEdit(name, currentTarget.value)}
          {...input}
        />
        {end}
      </div>
      {problems[name] && (
        <p className="small problem" id={`login-${name}-problem`}>
          <Glyph name="error-circle-f" size={14} />
          {problems[name]}
        </p>
      )}
    </div>
  );
}

interface CaptchaFieldProps {
  form: FormState;
  words: Words;
  captcha: NonNullable<LoginPageProps['captcha']>;
}

function CaptchaField({ form, words, captcha }: CaptchaFieldProps) {
  return (
    <div className="login-captcha">
      <Field
        form={form}
        name="captcha"
        glyph="shield-checkmark"
        label={words.captcha}
        hint={words.captchaHint}
        maxLength={8}
      />
      <button
        type="button"
        className="button small"
        aria-label={words.renewCaptcha}
        title={words.renewCaptcha}
        onClick={captcha.onRenew}
      >
        {captcha.image ? <img src={captcha.image} alt="" /> : words.renewCaptcha}
      </button>
    </div>
  );
}

interface WayProps {
  form: FormState;
  words: Words;
  captcha: ReactNode;
}

interface PasswordWayProps extends WayProps {
  isPasswordShown: boolean;
  onShowPassword(isShown: boolean): void;
}

/** Signing in with account and password. */
function PasswordWay({ form, words, captcha, isPasswordShown, onShowPassword }: PasswordWayProps) {
  return (
    <>
      <Field
        form={form}
        name="username"
        glyph="person"
        label={words.account}
        hint={words.accountHint}
        autoComplete="username"
      />
      <Field
        form={form}
        name="password"
        glyph="key"
        label={words.password}
        hint={words.passwordHint}
        type={isPasswordShown ? 'text' : 'password'}
        autoComplete="current-password"
        end={
          <button
            type="button"
            className="plain"
            aria-label={isPasswordShown ? words.hidePassword : words.showPassword}
            aria-pressed={isPasswordShown}
            onClick={() => onShowPassword(!isPasswordShown)}
          >
            <Glyph name={isPasswordShown ? 'eye-off' : 'eye'} />
          </button>
        }
      />
      {captcha}
    </>
  );
}

/** Signing in with a code sent to the phone. Pasted numbers can contain blanks, so their length is not cut early. */
function PhoneWay({ form, words, sms, captcha }: WayProps & Pick<LoginPageProps, 'sms'>) {
  return (
    <>
      {sms.test && (
        <p className="message is-warning" role="status">
          {sms.test}
        </p>
      )}
      <Field
        form={form}
        name="phone"
        glyph="phone"
        label={words.phone}
        hint={words.phoneHint}
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={20}
      />
      {captcha}
      <Field
        form={form}
        name="smsCode"
        glyph="mail"
        label={words.smsCode}
        hint={words.smsCodeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        end={
          <button
            type="button"
            className="plain"
            aria-disabled={sms.isWaiting || undefined}
            onClick={() => !sms.isWaiting && sms.onSend()}
          >
            {sms.label}
          </button>
        }
      />
    </>
  );
}

/** Neither Fluent nor the console stylesheet is used here, because this page is prerendered and must load fast. */
export function LoginPage({
  words,
  mode,
  modes,
  draft,
  problems,
  error,
  isBusy,
  focus,
  tenantName,
  tenantHint,
  captcha,
  sms,
  providers,
  hint,
  hasSubmit,
  language,
  onMode,
  onEdit,
  onSubmit,
  onLanguage,
}: LoginPageProps) {
  const [isPasswordShown, setPasswordShown] = useState(false);
  const form: FormState = { draft, problems, focus, onEdit };
  const picture = captcha && <CaptchaField form={form} words={words} captcha={captcha} />;

  return (
    <div ref={uncover} className="login">
      <LoginBrand words={words} />
      <main className="login-main">
        <nav className="login-languages" aria-label={words.language}>
          {languages.map(({ code: key, tag, name }) => (
            <button
              key={key}
              type="button"
              className="plain"
              lang={tag}
              aria-current={key === language || undefined}
              onClick={() => onLanguage(key)}
            >
              {name}
            </button>
          ))}
        </nav>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!isBusy) onSubmit();
          }}
        >
          <h1>{words.title}</h1>
          {tenantName && <p>{tenantName}</p>}
          {/* The ways to sign in are known after the first rendering, so their space is reserved. */}
          <div className="login-ways">
            {modes.length > 1 && (
              <fieldset className="choices" aria-label={words.modes}>
                {modes.map((key) => (
                  <label key={key}>
                    <input type="radio" name="mode" value={key} checked={key === mode} onChange={() => onMode(key)} />
                    {words.mode[key]}
                  </label>
                ))}
              </fieldset>
            )}
          </div>
          {/* Always rendered, so that screen readers announce errors. */}
          <div role="alert" className="message is-bad" hidden={!error}>
            {error && <Glyph name="error-circle-f" />}
            {error}
          </div>
          {tenantHint !== undefined && (
            <Field
              form={form}
              name="tenantId"
              glyph="building"
              label={words.tenant}
              hint={tenantHint}
              inputMode="numeric"
              autoComplete="organization"
            />
          )}
          {mode === 'user' && (
            <PasswordWay
              form={form}
              words={words}
              captcha={picture}
              isPasswordShown={isPasswordShown}
              onShowPassword={setPasswordShown}
            />
          )}
          {mode === 'phone' && <PhoneWay form={form} words={words} sms={sms} captcha={picture} />}
          {hint && <p className="login-hint">{hint}</p>}
          {providers.map(({ key, label, onVisit }) => (
            <button key={key} type="button" className="button" onClick={onVisit}>
              {label}
            </button>
          ))}
          {hasSubmit && (
            <button type="submit" className="button is-main" aria-disabled={isBusy || undefined} aria-busy={isBusy}>
              {words.submit}
            </button>
          )}
          {mode === 'user' && <p className="small">{words.note}</p>}
        </form>
        <footer className="small">{words.version}</footer>
      </main>
    </div>
  );
}
