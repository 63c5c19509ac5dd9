import './lock.css';
import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../../ui/icons/Icon';
import { Button, IconButton } from '../../ui/inputs/buttons';
import { FormField, TextInput } from '../../ui/inputs/fields';
import { Mark } from '../../ui/layout/frame';
import { text } from '../../ui/layout/text';
import { Avatar } from '../../ui/layout/topbar';
import { uncover } from '../../ui/overlays/uncover';

/** A page with one thing to do in its middle: nothing of the product shows behind it. */
export function StandingPage({
  product,
  title,
  icon,
  children,
}: {
  product: string;
  title: string;
  icon: IconName;
  children: ReactNode;
}) {
  return (
    <main ref={uncover} className="standing">
      <div className="standing-brand">
        <Mark />
        <span>{product}</span>
      </div>
      <section className="standing-card" aria-labelledby="standing-title">
        <h1 id="standing-title" className="standing-title">
          <Icon name={icon} size={16} />
          {title}
        </h1>
        {children}
      </section>
    </main>
  );
}

export interface LockPageProps {
  words: {
    product: string;
    title: string;
    /** Below the name: what to do here. */
    hint: string;
    password: string;
    showPassword: string;
    hidePassword: string;
    unlock: string;
    /** The other way to open the screen; left out when there is none. */
    turn?: string;
    signOut: string;
  };
  person: { name: string; note: string; initials: string; picture?: string };
  password: string;
  /** What was wrong with the last answer, '' if nothing. */
  problem: string;
  /** How often it was wrong: each time the box shakes. */
  shakes: number;
  busy: boolean;
  /** Why no answer is taken now, '' when one is. */
  wait: string;
  isAccountPassword: boolean;
  onType(password: string): void;
  onUnlock(): void;
  onTurn(): void;
  onSignOut(): void;
}

/** Nothing else can be done on this page: who comes back to it can type at once. */
function takeFocus(input: HTMLInputElement | null) {
  return input?.focus();
}

export function LockPage({
  words,
  person,
  password,
  problem,
  shakes,
  busy,
  wait,
  isAccountPassword,
  onType,
  onUnlock,
  onTurn,
  onSignOut,
}: LockPageProps) {
  const [isShown, setShown] = useState(false);
  const note = wait || problem;
  return (
    <StandingPage product={words.product} title={words.title} icon="lock-closed">
      <div className="lock-person">
        <Avatar initials={person.initials} size={72} {...(person.picture ? { picture: person.picture } : {})} />
        <strong>{person.name}</strong>
        {person.note && <span className={text.caption}>{person.note}</span>}
      </div>
      <p className="lock-hint">{words.hint}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onUnlock();
        }}
      >
        {/* A new key is a new element, and so a new shake; the field inside takes the focus again. */}
        <div key={`${shakes}-${isAccountPassword}`} className={shakes > 0 ? 'lock-box lock-shaken' : 'lock-box'}>
          <FormField label={words.password} layout="above" {...(note ? { problem: note } : {})}>
            <TextInput
              ref={takeFocus}
              className="lock-input"
              type={isShown ? 'text' : 'password'}
              name="password"
              // The browser may fill in the account's password, and must not keep the other one.
              autoComplete={isAccountPassword ? 'current-password' : 'off'}
              readOnly={busy}
              value={password}
              onChange={onType}
              suffix={
                <IconButton
                  icon={isShown ? 'eye-off' : 'eye'}
                  size="small"
                  label={isShown ? words.hidePassword : words.showPassword}
                  pressed={isShown}
                  onClick={() => setShown(!isShown)}
                />
              }
            />
          </FormField>
        </div>
        <p className={text.unseen} role="alert">
          {note}
        </p>
        <Button
          tone="primary"
          size="large"
          icon="lock-open"
          type="submit"
          className="lock-button"
          busy={busy}
          {...(wait ? { disabledReason: wait } : {})}
        >
          {words.unlock}
        </Button>
      </form>
      <div className="lock-others">
        {words.turn && (
          <button type="button" className={text.link} onClick={onTurn}>
            {words.turn}
          </button>
        )}
        <button type="button" className={text.link} onClick={onSignOut}>
          {words.signOut}
        </button>
      </div>
    </StandingPage>
  );
}
