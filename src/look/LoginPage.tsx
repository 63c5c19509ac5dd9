import { type ReactNode, useState } from 'react';
import { type LoginIcon, loginIcons } from './loginIcons';

const Glyph = ({ name }: { name: LoginIcon }) => (
  <svg className="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path d={loginIcons[name]} />
  </svg>
);

/** A contract being signed and payments growing from it. */
const Drawing = () => (
  <svg className="login-drawing" viewBox="0 0 600 330" aria-hidden="true" focusable="false">
    <g className="drawn-paper">
      <rect x="40" y="34" width="300" height="262" rx="12" />
      <rect x="300" y="96" width="260" height="172" rx="12" className="drawn-edge" />
    </g>
    <path className="drawn-text" d="M74 68h96M72 102h192M72 122h168M72 142h188M72 162h112M329 125h76" />
    <path className="drawn-bars" d="M340 244v-28M370 244v-40M400 244v-34M430 244v-54M460 244v-62M490 244v-80" />
    <path className="drawn-bars drawn-last" d="M520 244v-98" />
    <path className="drawn-ink" d="M70 246c18-34 26-34 30-12s10 22 20-2 16-18 18-2 14 12 22-4 18-8 22 4 18 4 34-6" />
    <circle className="drawn-seal" cx="276" cy="232" r="26" />
    <path className="drawn-tick" d="M264 232l8 8 16-17" />
  </svg>
);

export interface LoginDraft {
  tenantId: string;
  username: string;
  password: string;
  captcha: string;
}

export interface LoginPageProps {
  title: string;
  words: {
    product: string;
    slogan: string;
    sloganText: string;
    /** Three promises: encrypted passwords, traceable actions, automatic lock. */
    points: readonly [string, string, string];
    /** Name of the tenant, under the title. */
    tenantName?: string;
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
    submit: string;
    language: string;
    /** Below the button: what happens after wrong passwords. */
    note?: string;
    version: string;
  };
  draft: LoginDraft;
  problems: Partial<Record<keyof LoginDraft, string>>;
  busy: boolean;
  /** What the server said to the last try, '' if nothing. */
  error: string;
  /** Whether people say which tenant they belong to. */
  tenantMode: boolean;
  /** Shown when the server asks for one; `image` is a data address, '' while it is fetched. */
  captcha?: { image: string; onRenew(): void };
  /** Other ways to sign in, and the fields of the one picked instead of account and password. */
  modes?: {
    items: readonly { key: string; label: string }[];
    current: string;
    onPick(key: string): void;
    label: string;
  };
  children?: ReactNode;
  language: 'zh' | 'en';
  onEdit(name: keyof LoginDraft, value: string): void;
  onSubmit(): void;
  onLanguage(language: 'zh' | 'en'): void;
}

const languages = [
  ['zh', 'zh-CN', '中文'],
  ['en', 'en', 'English'],
] as const;

/** Nothing else can be done on this page: who comes here can type at once. */
const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** No Fluent and no console stylesheet here: this page is what everybody waits for first. */
export const LoginPage = ({
  title,
  words,
  draft,
  problems,
  busy,
  error,
  tenantMode,
  captcha,
  modes,
  children,
  language,
  onEdit,
  onSubmit,
  onLanguage,
}: LoginPageProps) => {
  const [isPasswordShown, setPasswordShown] = useState(false);

  const field = (
    name: keyof LoginDraft,
    glyph: LoginIcon,
    label: string,
    more: { hint?: string; type?: string; autoComplete?: string; inputMode?: 'numeric'; end?: ReactNode },
  ) => (
    <div className="login-field">
      <label htmlFor={`login-${name}`}>{label}</label>
      <div className="login-input" data-problem={problems[name] ? '' : undefined}>
        <Glyph name={glyph} />
        <input
          id={`login-${name}`}
          ref={name === 'username' ? takeFocus : undefined}
          name={name}
          type={more.type ?? 'text'}
          autoComplete={more.autoComplete ?? 'off'}
          inputMode={more.inputMode}
          placeholder={more.hint}
          value={draft[name]}
          aria-invalid={problems[name] ? true : undefined}
          aria-describedby={problems[name] ? `login-${name}-problem` : undefined}
          onChange={({ currentTarget }) => onEdit(name, currentTarget.value)}
        />
        {more.end}
      </div>
      {problems[name] && (
        <p className="login-problem" id={`login-${name}-problem`}>
          <Glyph name="error-circle-f" />
          {problems[name]}
        </p>
      )}
    </div>
  );

  return (
    <div className="login">
      <header className="login-brand">
        <div className="login-product">
          <svg className="mark" width="32" height="32" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
            <rect width="24" height="24" rx="6" />
            <path d="M7 6.5v11h10M11 13l2.6-2.6 1.8 1.8L18.5 9" />
          </svg>
          {words.product}
        </div>
        <Drawing />
        <p className="login-slogan">{words.slogan}</p>
        <p>{words.sloganText}</p>
        <ul>
          {(['shield-checkmark', 'history', 'person-lock'] as const).map((glyph, index) => (
            <li key={glyph}>
              <Glyph name={glyph} />
              {words.points[index]}
            </li>
          ))}
        </ul>
      </header>
      <main className="login-main">
        <nav className="login-languages" aria-label={words.language}>
          {languages.map(([key, tag, name]) => (
            <button
              key={key}
              type="button"
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
            if (!busy) onSubmit();
          }}
        >
          <h1>{title}</h1>
          {words.tenantName && <p className="login-tenant">{words.tenantName}</p>}
          {modes && (
            <fieldset className="login-modes" aria-label={modes.label}>
              {modes.items.map(({ key, label }) => (
                <label key={key}>
                  <input
                    type="radio"
                    name="mode"
                    value={key}
                    checked={key === modes.current}
                    onChange={() => modes.onPick(key)}
                  />
                  {label}
                </label>
              ))}
            </fieldset>
          )}
          {/* Always there, so that a screen reader hears the answer to a failed try. */}
          <div role="alert" className="login-error" hidden={!error}>
            {error && <Glyph name="error-circle-f" />}
            {error}
          </div>
          {tenantMode &&
            field('tenantId', 'building', words.tenant, { inputMode: 'numeric', autoComplete: 'organization' })}
          {children ?? (
            <>
              {field('username', 'person', words.account, { hint: words.accountHint, autoComplete: 'username' })}
              {field('password', 'key', words.password, {
                hint: words.passwordHint,
                type: isPasswordShown ? 'text' : 'password',
                autoComplete: 'current-password',
                end: (
                  <button
                    type="button"
                    aria-label={isPasswordShown ? words.hidePassword : words.showPassword}
                    aria-pressed={isPasswordShown}
                    onClick={() => setPasswordShown(!isPasswordShown)}
                  >
                    <Glyph name={isPasswordShown ? 'eye-off' : 'eye'} />
                  </button>
                ),
              })}
            </>
          )}
          {captcha && (
            <div className="login-captcha">
              {field('captcha', 'shield-checkmark', words.captcha, { hint: words.captchaHint })}
              <button
                type="button"
                aria-label={words.renewCaptcha}
                title={words.renewCaptcha}
                onClick={captcha.onRenew}
              >
                {captcha.image && <img src={captcha.image} alt="" />}
              </button>
            </div>
          )}
          <button type="submit" className="login-submit" aria-disabled={busy || undefined} aria-busy={busy}>
            {words.submit}
          </button>
          {words.note && <p className="login-note">{words.note}</p>}
        </form>
        <footer>{words.version}</footer>
      </main>
    </div>
  );
};
