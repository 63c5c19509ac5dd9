import { type HTMLInputTypeAttribute, type ReactNode, useId, useRef } from 'react';
import { Glyph } from '../../../ui/icons/Glyph';
import type { LoginIcon } from '../../../ui/icons/loginIcons';
import { SignaturePad, type SignaturePadProps } from '../../../ui/inputs/pictures/SignaturePad';

export interface SignFrameProps {
  tenant: { initial: string; name: string };
  badge: string;
  /** At the end of the heading: the language switch. */
  end?: ReactNode;
  /** The page fills the screen and its text scrolls inside. */
  isReading?: boolean;
  busy?: boolean;
  children?: ReactNode;
}

/** The signing page of a customer on a phone: no menu and no session. */
export function SignFrame({ tenant, badge, end, isReading = false, busy = false, children }: SignFrameProps) {
  return (
    <main className={isReading ? 'sign is-reading' : 'sign'} aria-busy={busy}>
      <header className="sign-head">
        <span className="sign-mark" aria-hidden="true">
          {tenant.initial}
        </span>
        <strong>{tenant.name}</strong>
        <span className="sign-badge small">
          <Glyph name="shield-checkmark" size={16} />
          {badge}
        </span>
        {end}
      </header>
      {children}
    </main>
  );
}

export interface SignTitleProps {
  title: string;
  /** Contract number and last day for signing. */
  note: string;
  /** None where they are done elsewhere. */
  steps: readonly string[];
  /** Index into `steps`; their number when all are done. */
  current: number;
  label: string;
  /** The page replaces another one, so it takes the focus. */
  isHandedOver?: boolean;
}

function focusNow(part: HTMLElement | null) {
  return part?.focus();
}

/** A new step focuses its heading, because the button that led there is gone. */
export function SignTitle({ title, note, steps, current, label, isHandedOver = false }: SignTitleProps) {
  return (
    <div className="sign-title">
      <h1 key={current} tabIndex={-1} ref={current > 0 || isHandedOver ? focusNow : null}>
        {title}
      </h1>
      <p>{note}</p>
      {steps.length > 0 && (
        <ol className="sign-steps" aria-label={label}>
          {steps.map((step, index) => (
            <li
              key={step}
              className={index < current ? 'is-done' : index === current ? 'is-current' : undefined}
              aria-current={index === current ? 'step' : undefined}
            >
              <span>{index < current ? <Glyph name="checkmark" size={12} /> : index + 1}</span>
              {step}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

export interface SignFieldProps {
  label: string;
  value: string;
  onChange(value: string): void;
  hint?: string;
  problem?: string;
  type?: HTMLInputTypeAttribute;
  inputMode?: 'numeric' | 'text' | 'tel';
  autoComplete?: string;
  maxLength?: number;
}

export function SignField({
  label,
  value,
  onChange,
  hint,
  problem,
  beside,
  ...rest
}: SignFieldProps & { beside?: ReactNode }) {
  const id = useId();
  const hasNote = Boolean(problem ?? hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="input">
        <input
          {...rest}
          id={id}
          value={value}
          aria-invalid={problem ? true : undefined}
          aria-describedby={hasNote ? `${id}-note` : undefined}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
        {beside}
      </div>
      {hasNote && (
        <p id={`${id}-note`} role={beside ? 'status' : undefined} className={problem ? 'small problem' : 'small'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
}

export interface SignCodeFieldProps extends SignFieldProps {
  /** The button that requests a code. */
  ask: { label: string; isOff: boolean; busy: boolean; onClick(): void };
}

/** Input for a code sent by message, with the button that requests it; screen readers are informed when it was sent. */
export function SignCodeField({ ask, ...field }: SignCodeFieldProps) {
  return (
    <SignField
      {...field}
      beside={
        <button
          type="button"
          className="plain"
          aria-disabled={ask.isOff || ask.busy || undefined}
          aria-busy={ask.busy}
          onClick={ask.isOff || ask.busy ? undefined : ask.onClick}
        >
          {ask.label}
        </button>
      }
    />
  );
}

export interface SignFootProps {
  label: string;
  /** Why it is disabled, '' when it is enabled. */
  notYet?: string;
  busy: boolean;
  error: string;
  /** Left out inside a form, which is submitted. */
  onGo?(): void;
  /** Note under the enabled button. */
  note?: string;
  refuse?: { label: string; onClick(): void };
}

/** The main button of a step, fixed at the bottom within reach of the thumb. */
export function SignFoot({ label, notYet = '', busy, error, onGo, note, refuse }: SignFootProps) {
  const isOff = notYet !== '' || busy;
  return (
    <footer className="sign-foot">
      {/* Always rendered, because screen readers announce only changes of an existing live region. */}
      <div role="alert" className={error ? 'message is-bad' : undefined}>
        {error}
      </div>
      <button
        type={onGo || isOff ? 'button' : 'submit'}
        className="button is-main"
        aria-disabled={isOff || undefined}
        aria-busy={busy}
        aria-describedby={notYet ? 'sign-not-yet' : undefined}
        onClick={isOff ? undefined : onGo}
      >
        {label}
      </button>
      {(note || notYet || refuse) && (
        <div className="sign-more small">
          <span id="sign-not-yet">
            {notYet || (
              <>
                <Glyph name="lock-closed" size={12} /> {note}
              </>
            )}
          </span>
          {refuse && (
            <button type="button" className="plain" onClick={refuse.onClick}>
              {refuse.label}
            </button>
          )}
        </div>
      )}
    </footer>
  );
}

/** Called when the last line has been visible; a short text needs no scrolling. */
function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement) {
  return scrollTop + clientHeight >= scrollHeight - 8;
}

export interface SignDocumentProps {
  children: ReactNode;
  hasReadAll: boolean;
  /** The end of the document has become visible. */
  onReadAll(): void;
  /** Beside the reading progress: download of the document. */
  aside?: ReactNode;
  words: { document: string; readAll: string; notReadAll: string; toEnd: string; readAgain: string };
}

export function SignDocument({ children, hasReadAll, onReadAll, aside, words }: SignDocumentProps) {
  const paper = useRef<HTMLElement>(null);
  return (
    <section className="sign-document" aria-label={words.document}>
      <article
        className="sign-paper"
        lang="zh-CN"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard
        tabIndex={0}
        ref={(element) => {
          paper.current = element;
          if (element && !hasReadAll && isAtEnd(element)) onReadAll();
        }}
        onScroll={({ currentTarget }) => {
          if (!hasReadAll && isAtEnd(currentTarget)) onReadAll();
        }}
      >
        {children}
      </article>
      <div className="sign-more small">
        <span role="status">
          {hasReadAll ? (
            <span className="sign-badge">
              <Glyph name="checkmark-circle-f" size={16} />
              {words.readAll}
            </span>
          ) : (
            words.notReadAll
          )}
        </span>
        <button
          type="button"
          className="plain"
          onClick={() => paper.current?.scrollTo({ top: hasReadAll ? 0 : paper.current.scrollHeight })}
        >
          {hasReadAll ? words.readAgain : words.toEnd}
        </button>
        {aside}
      </div>
    </section>
  );
}

export interface SignPageProps extends Omit<SignFrameProps, 'children' | 'isReading'> {
  title: string;
  note: string;
  steps: readonly string[];
  current: number;
  document: ReactNode;
  documentAside?: ReactNode;
  hasReadAll: boolean;
  onReadAll(): void;
  /** null until the contract has been read: the text fills the screen. */
  signature: SignaturePadProps | null;
  isAgreed: boolean;
  onAgree(isAgreed: boolean): void;
  agreement: ReactNode;
  notYet: string;
  busy: boolean;
  error: string;
  onGo(): void;
  onRefuse(): void;
  children?: ReactNode;
  words: SignDocumentProps['words'] & { steps: string; go: string; refuse: string; trace: string };
}

/** The contract and, once it has been read, the signature below it. */
export function SignPage({
  tenant,
  badge,
  end,
  title,
  note,
  steps,
  current,
  document: text,
  documentAside,
  hasReadAll,
  onReadAll,
  signature,
  isAgreed,
  onAgree,
  agreement,
  notYet,
  busy,
  error,
  onGo,
  onRefuse,
  children,
  words,
}: SignPageProps) {
  return (
    <SignFrame tenant={tenant} badge={badge} end={end} isReading={signature === null}>
      <SignTitle title={title} note={note} steps={steps} current={current} label={words.steps} />
      <SignDocument hasReadAll={hasReadAll} onReadAll={onReadAll} aside={documentAside} words={words}>
        {text}
      </SignDocument>
      {signature && (
        <section className="sign-sign">
          <SignaturePad {...signature} />
          <label className="sign-agree">
            <input
              type="checkbox"
              checked={isAgreed}
              onChange={({ currentTarget }) => onAgree(currentTarget.checked)}
            />
            <span>{agreement}</span>
          </label>
        </section>
      )}
      <SignFoot
        label={words.go}
        notYet={notYet}
        busy={busy}
        error={error}
        onGo={onGo}
        note={words.trace}
        refuse={{ label: words.refuse, onClick: onRefuse }}
      />
      {children}
    </SignFrame>
  );
}

export interface SignResultProps {
  glyph: LoginIcon;
  tone: 'good' | 'plain' | 'bad';
  title: string;
  text?: ReactNode;
  /** Names and values of the receipt. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** The next step. */
  children?: ReactNode;
}

/** Final state: signed, refused, or not available. */
export function SignResult({ glyph, tone, title, text, facts = [], children }: SignResultProps) {
  return (
    <section className={`sign-result is-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Glyph name={glyph} size={48} />
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {facts.length > 0 && (
        <dl>
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children && <div className="sign-result-actions">{children}</div>}
    </section>
  );
}
