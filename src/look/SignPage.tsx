import type { ReactNode } from 'react';
import { type LoginIcon, loginIcons } from './loginIcons';
import { SignaturePad, type SignaturePadProps } from './SignaturePad';

const Glyph = ({ name, size = 16 }: { name: LoginIcon; size?: number }) => (
  <svg className="icon" viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" focusable="false">
    <path d={loginIcons[name]} />
  </svg>
);

export interface SignPageProps {
  tenant: { initial: string; name: string };
  title: string;
  /** Number of the contract and the day until which it can be signed. */
  note: string;
  steps: readonly string[];
  /** Index into `steps`. */
  current: number;
  /** The contract's text, or whatever the step shows instead. */
  document: ReactNode;
  hasReadAll: boolean;
  /** The end of the document came into sight. */
  onReadAll(): void;
  onReadAgain(): void;
  signature: SignaturePadProps;
  isAgreed: boolean;
  onAgree(isAgreed: boolean): void;
  agreement: ReactNode;
  /** Why signing is not possible yet, '' when it is. */
  notYet: string;
  busy: boolean;
  error: string;
  onSign(): void;
  onRefuse(): void;
  words: {
    badge: string;
    steps: string;
    document: string;
    readAll: string;
    notReadAll: string;
    readAgain: string;
    sign: string;
    refuse: string;
    trace: string;
  };
}

/** Reading counts once the last line has been in sight; a text that fits needs no scrolling. */
const isAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) =>
  scrollTop + clientHeight >= scrollHeight - 8;

/** What a customer sees on a phone, sent there by a link. */
export const SignPage = ({
  tenant,
  title,
  note,
  steps,
  current,
  document: text,
  hasReadAll,
  onReadAll,
  onReadAgain,
  signature,
  isAgreed,
  onAgree,
  agreement,
  notYet,
  busy,
  error,
  onSign,
  onRefuse,
  words,
}: SignPageProps) => (
  <SignFrame tenant={tenant} badge={words.badge}>
    <div className="sign-title">
      <h1>{title}</h1>
      <p>{note}</p>
      <ol className="sign-steps" aria-label={words.steps}>
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
    </div>
    <section className="sign-document" aria-label={words.document}>
      <article
        className="sign-paper"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by keyboard
        tabIndex={0}
        ref={(paper) => {
          if (paper && !hasReadAll && isAtEnd(paper)) onReadAll();
        }}
        onScroll={({ currentTarget }) => {
          if (!hasReadAll && isAtEnd(currentTarget)) onReadAll();
        }}
      >
        {text}
      </article>
      <div className="sign-read" role="status">
        {hasReadAll ? (
          <span className="is-read">
            <Glyph name="checkmark-circle-f" />
            {words.readAll}
          </span>
        ) : (
          <span>{words.notReadAll}</span>
        )}
        {hasReadAll && (
          <button type="button" onClick={onReadAgain}>
            {words.readAgain}
          </button>
        )}
      </div>
    </section>
    <section className="sign-sign">
      <SignaturePad {...signature} />
      <label className="sign-agree">
        <input type="checkbox" checked={isAgreed} onChange={({ currentTarget }) => onAgree(currentTarget.checked)} />
        <span>{agreement}</span>
      </label>
    </section>
    <footer className="sign-foot">
      <div role="alert" className="sign-error" hidden={!error}>
        {error}
      </div>
      <button
        type="button"
        className="sign-submit"
        aria-disabled={notYet !== '' || busy || undefined}
        aria-busy={busy}
        title={notYet || undefined}
        aria-describedby={notYet ? 'sign-not-yet' : undefined}
        onClick={notYet === '' && !busy ? onSign : undefined}
      >
        {words.sign}
      </button>
      <div className="sign-more">
        <span id="sign-not-yet">
          {notYet || (
            <>
              <Glyph name="lock-closed" size={12} /> {words.trace}
            </>
          )}
        </span>
        <button type="button" onClick={onRefuse}>
          {words.refuse}
        </button>
      </div>
    </footer>
  </SignFrame>
);

/** The page around it, also for what comes before (who are you) and after (thank you). */
export const SignFrame = ({
  tenant,
  badge,
  children,
}: {
  tenant: { initial: string; name: string };
  badge: string;
  children: ReactNode;
}) => (
  <main className="sign">
    <header className="sign-head">
      <span className="sign-mark" aria-hidden="true">
        {tenant.initial}
      </span>
      <strong>{tenant.name}</strong>
      <span className="sign-badge">
        <Glyph name="shield-checkmark" />
        {badge}
      </span>
    </header>
    {children}
  </main>
);
