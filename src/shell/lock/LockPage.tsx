import { useState } from 'react';
import { Button, IconButton } from '../../ui/inputs/buttons';
import { FormField, TextInput } from '../../ui/inputs/fields';
import { LinkButton } from '../../ui/inputs/LinkButton';
import { arrange } from '../../ui/layout/arrange';
import { Form } from '../../ui/layout/Form';
import { text } from '../../ui/layout/text';
import { Avatar } from '../../ui/layout/topbar';
import styles from './LockPage.module.css';
import { StandingPage } from './StandingPage';

export interface LockPageProps {
  words: {
    product: string;
    title: string;
    /** Instruction below the name. */
    hint: string;
    password: string;
    showPassword: string;
    hidePassword: string;
    unlock: string;
    /** The other way to unlock; left out without one. */
    turn?: string;
    signOut: string;
  };
  person: { name: string; note: string; initials: string; picture?: string };
  password: string;
  /** Problem of the last try, '' without one. */
  problem: string;
  /** Number of failed tries: each shakes the field. */
  shakes: number;
  busy: boolean;
  /** Why input is blocked, '' when it is not. */
  wait: string;
  isAccountPassword: boolean;
  onType(password: string): void;
  onUnlock(): void;
  onTurn(): void;
  onSignOut(): void;
}

/** The field has the focus, because the page has no other purpose. */
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
      <div className={arrange.middle}>
        <Avatar initials={person.initials} size={72} {...(person.picture ? { picture: person.picture } : {})} />
        <span className={text.large}>{person.name}</span>
        {person.note && <span className={text.caption}>{person.note}</span>}
      </div>
      <p>{words.hint}</p>
      <Form onSubmit={onUnlock}>
        {/* A new key creates a new element, which restarts the animation; the field inside takes the focus again. */}
        <div key={`${shakes}-${isAccountPassword}`} className={shakes > 0 ? styles.shaken : undefined}>
          <FormField label={words.password} layout="above" {...(note ? { problem: note } : {})}>
            <TextInput
              ref={takeFocus}
              type={isShown ? 'text' : 'password'}
              name="password"
              // The browser may fill in the account's password and must not store the lock password.
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
          busy={busy}
          {...(wait ? { disabledReason: wait } : {})}
        >
          {words.unlock}
        </Button>
      </Form>
      <div className={arrange.row}>
        {words.turn && <LinkButton onClick={onTurn}>{words.turn}</LinkButton>}
        <LinkButton onClick={onSignOut}>{words.signOut}</LinkButton>
      </div>
    </StandingPage>
  );
}
